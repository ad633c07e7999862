// The men of a FEN, and their description for screen readers.

export interface Man {
  readonly letter: string;
  readonly square: string;
  readonly white: boolean;
}

export const FILES = "abcdefgh";

const NAMES: Readonly<Record<string, string>> = {
  K: "king",
  Q: "queen",
  R: "rook",
  B: "bishop",
  N: "knight",
  P: "pawn",
};

/** Return the men of `fen` in its order, from a8 to h1. */
export function menOf(fen: string): Man[] {
  const men: Man[] = [];
  const ranks = fen.split(" ", 1)[0]?.split("/") ?? [];
  ranks.forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (/[1-8]/.test(letter)) {
        file += Number(letter);
      } else {
        men.push({ letter, square: `${FILES[file]}${8 - row}`, white: letter === letter.toUpperCase() });
        file += 1;
      }
    }
  });
  return men;
}

/** Return the first field of a FEN; `men` has squares as keys and letters as values. */
export function fenOf(men: ReadonlyMap<string, string>): string {
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) =>
    [...FILES]
      .map((file) => men.get(`${file}${rank}`) ?? "1")
      .join("")
      .replace(/1+/g, (run) => String(run.length)),
  );
  return ranks.join("/");
}

/** Return the name of a man or of a letter: `K` → `white king`. */
export function nameOf(man: Man | string): string {
  const letter = typeof man === "string" ? man : man.letter;
  return `${letter === letter.toUpperCase() ? "white" : "black"} ${NAMES[letter.toUpperCase()] ?? "man"}`;
}

/** Return the upper left corner of `square` in SVG units; `turned` if Black is at the bottom. */
export function cornerOf(square: string, turned: boolean): [number, number] {
  const [file, rank] = [FILES.indexOf(square.charAt(0)), Number(square.charAt(1)) - 1];
  return turned ? [100 * (7 - file), 100 * rank] : [100 * file, 100 * (7 - rank)];
}

/**
 * Return the moves from the FEN `before` to `after`: one for a move, two for castling. A man without a unique origin is
 * left out. Return none if more than two men arrive on a square or more than three leave one.
 */
export function findMoves(before: string, after: string): [from: string, to: string][] {
  const [old, now] = [before, after].map((fen) => new Map(menOf(fen).map((man) => [man.square, man.letter])));
  if (!old || !now) return [];
  const left = [...old].filter(([square, letter]) => now.get(square) !== letter);
  const come = [...now].filter(([square, letter]) => old.get(square) !== letter);
  const pairs = come.flatMap(([to, letter]) => {
    const from = left.filter((one) => one[1] === letter);
    return from.length === 1 && from[0] ? [[from[0][0], to] as [string, string]] : [];
  });
  return come.length <= 2 && left.length <= 3 ? pairs : [];
}

/** Return a description: `White: king g3, bishops a2 and e1, pawn h6. Black: … The code names g3 and g1.` */
export function describe(men: readonly Man[], named: readonly string[], disputed: readonly string[] = []): string {
  const sides = [true, false].map((white) => {
    const own = Object.keys(NAMES).flatMap((letter) => {
      const squares = men.filter((man) => man.white === white && man.letter.toUpperCase() === letter);
      const name = `${NAMES[letter]}${1 < squares.length ? "s" : ""}`;
      return squares.length ? [`${name} ${joinSquares(squares.map((man) => man.square).sort())}`] : [];
    });
    return `${white ? "White" : "Black"}: ${own.join(", ")}.`;
  });
  if (named.length) sides.push(`The code names ${joinSquares(named)}.`);
  if (disputed.length) sides.push(`Code and board differ on ${joinSquares(disputed)}.`);
  return sides.join(" ");
}

function joinSquares(squares: readonly string[]): string {
  return squares.length < 2 ? squares.join("") : `${squares.slice(0, -1).join(", ")} and ${squares.at(-1)}`;
}
