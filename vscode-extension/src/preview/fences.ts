// FEN and PGN fences in the Markdown preview: the boards of FENs and FEN tags, and the moves as text. No moves are
// replayed. A fence without a valid board is shown as a normal fence.

import { drawBoard, positionOf } from "./board";

const TAG = /^[ \t]*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\][ \t]*$/;
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Return the HTML of a fence; undefined if it is not a FEN or PGN fence by `info`, or has no valid board. */
export function renderFence(info: string, content: string): string | undefined {
  const kind = /^\s*\{?\.?(\w+)/.exec(info)?.[1]?.toLowerCase();
  if (kind === "fen") return renderBoards(content);
  return kind === "pgn" ? renderGames(content) : undefined;
}

/** Return a board for each nonblank line; undefined if there are none or a line is not a FEN. */
function renderBoards(content: string): string | undefined {
  const lines = content.split(/\r\n|\r|\n/).filter((line) => line.trim());
  const pictures = lines.map((line) => renderDiagram(line));
  return lines.length && pictures.every((one) => one !== undefined) ? pictures.join("") : undefined;
}

/** Return the names, board and moves of each game; undefined if no game has a valid FEN tag. */
function renderGames(content: string): string | undefined {
  const parts = splitGames(content).map(({ tags, moves }) => {
    const picture = renderDiagram(tags.get("FEN") ?? "");
    const names = ["White", "Black", "Event"]
      .map((name) => tags.get(name) ?? "")
      .filter((name) => !/^[?\s]*$/.test(name));
    const caption = names.length ? `<p class="gbr-names">${names.map(escapeHtml).join(" · ")}</p>` : "";
    const text = moves.trim()
      ? `<p class="gbr-moves">${escapeHtml(moves.trim()).replace(/\r\n|\r|\n/g, "<br>")}</p>`
      : "";
    return { picture, html: caption + (picture ?? "") + text };
  });
  return parts.some(({ picture }) => picture !== undefined) ? parts.map(({ html }) => html).join("") : undefined;
}

interface Game {
  readonly tags: Map<string, string>;
  moves: string;
}

/** Split `content` into games: a tag after moves starts a new game. */
function splitGames(content: string): Game[] {
  const found: Game[] = [];
  for (const line of content.split(/(?<=\n|\r(?!\n))/)) {
    const tag = TAG.exec(line.replace(/[\r\n]+$/, ""));
    let game = found.at(-1);
    if (!game || (tag && game.moves.trim())) found.push((game = { tags: new Map(), moves: "" }));
    if (tag?.[1] !== undefined) game.tags.set(tag[1], (tag[2] ?? "").replace(/\\(["\\])/g, "$1"));
    else game.moves += line;
  }
  return found;
}

/** Return a board with the side to move as caption; undefined if `fen` is invalid. */
function renderDiagram(fen: string): string | undefined {
  const position = positionOf(fen);
  if (!position) return undefined;
  const turn = position.turn && `${position.turn === "w" ? "White" : "Black"} to move`;
  const label = escapeHtml(`Board: ${fen.trim()}`);
  return `<figure class="gbr-diagram">${drawBoard(position, label)}${turn ? `<figcaption>${turn}</figcaption>` : ""}</figure>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}
