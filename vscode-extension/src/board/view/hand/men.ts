// Changes of all men at once; `men` has squares as keys and letters of a FEN as values.

import { FILES, menOf } from "../position";

type Men = ReadonlyMap<string, string>;

/** Return `men` with the files from a to h in the opposite order. */
export function mirror(men: Men): Map<string, string> {
  return new Map(
    [...men].map(([square, letter]) => [`${FILES[7 - FILES.indexOf(square.charAt(0))]}${square.charAt(1)}`, letter]),
  );
}

/** Return `men` moved by `files` to the right and `ranks` up; undefined if one would leave the board. */
export function shift(men: Men, files: number, ranks: number): Map<string, string> | undefined {
  const found = new Map<string, string>();
  for (const [square, letter] of men) {
    const [file, rank] = [FILES[FILES.indexOf(square.charAt(0)) + files], Number(square.charAt(1)) + ranks];
    if (file === undefined || rank < 1 || 8 < rank) return undefined;
    found.set(`${file}${rank}`, letter);
  }
  return found;
}

/** Return the men of the FEN that `text` begins with or contains, and its side to move; undefined if it has none. */
export function menIn(text: string): { men: Map<string, string>; turn: string | undefined } | undefined {
  const field = "[1-8kqrbnpKQRBNP]{1,8}";
  const found = new RegExp(`(?<![\\w/])(${field}(?:/${field}){7})(?![\\w/])(?:\\s+([wb])\\b)?`).exec(text);
  const ranks = found?.[1]?.split("/") ?? [];
  const isWhole = ranks.every((rank) => [...rank].reduce((sum, sign) => sum + (Number(sign) || 1), 0) === 8);
  if (!found?.[1] || !isWhole) return undefined;
  const turn = found[2] && (found[2] === "b" ? "black" : "white");
  return { men: new Map(menOf(found[1]).map((man) => [man.square, man.letter])), turn };
}
