// Draws a FEN as inline SVG.

import shapes from "gbr:shapes";

/** A position: eight ranks of eight characters, `.` for an empty square, and the side to move if the FEN has it. */
export interface Position {
  readonly ranks: readonly string[];
  readonly turn: "w" | "b" | undefined;
}

const FEN = /^([1-8KQRBNPkqrbnp]+(?:\/[1-8KQRBNPkqrbnp]+){7})(?:\s+([wb])(?:\s.*)?)?$/;
const SIDE = 40;

/**
 * Return the position of `fen`, a placement with or without further fields. Return undefined if it does not have eight
 * ranks of eight squares.
 */
export function positionOf(fen: string): Position | undefined {
  const found = FEN.exec(fen.trim());
  const ranks = found?.[1]?.split("/").map((rank) => rank.replace(/\d/g, (count) => ".".repeat(Number(count))));
  if (!ranks?.every((rank) => rank.length === 8)) return undefined;
  return { ranks, turn: found?.[2] as Position["turn"] };
}

/** Return a picture of the position as SVG; `label` is its description, as escaped HTML. */
export function drawBoard({ ranks }: Position, label: string): string {
  const size = 8 * SIDE;
  let dark = "";
  let men = "";
  ranks.forEach((rank, row) => {
    [...rank].forEach((man, file) => {
      const [x, y] = [file * SIDE, row * SIDE];
      if ((row + file) % 2) dark += `M${x} ${y}h${SIDE}v${SIDE}h-${SIDE}z`;
      men += drawMan(man, x, y);
    });
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="gbr-board" role="img" aria-label="${label}" ` +
    `width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">` +
    `<rect width="${size}" height="${size}" fill="#f0d9b5"/><path d="${dark}" fill="#b58863"/>` +
    `<g stroke-width="4" stroke-linecap="round" stroke-linejoin="round">${men}</g></svg>`
  );
}

function drawMan(man: string, x: number, y: number): string {
  const shape = shapes[man.toUpperCase()];
  if (!shape) return "";
  const [fill, line] = man === man.toUpperCase() ? ["#fff", "#222"] : ["#222", "#fff"];
  const inner = shape[1] && `<path d="${shape[1]}" fill="none" stroke="${line}"/>`;
  return (
    `<g transform="translate(${x} ${y}) scale(${SIDE / 100})">` +
    `<path d="${shape[0]}" fill="${fill}" stroke="#222"/>${inner}</g>`
  );
}
