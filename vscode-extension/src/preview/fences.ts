// Fences of FEN and PGN in the Markdown preview: the board of the FEN, or of the fence's FEN tag, and the moves as text.
// Nothing is replayed, and what is not understood is shown as any other fence.

import { board, positionOf } from "./board";

const TAG = /^[ \t]*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\][ \t]*$/;
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** What a fence with such an info string shows; undefined where the fence is none of ours. */
export function shown(info: string, content: string): string | undefined {
  const kind = /^\s*\{?\.?(\w+)/.exec(info)?.[1]?.toLowerCase();
  if (kind === "fen") return boards(content);
  return kind === "pgn" ? games(content) : undefined;
}

/** A board for each line, all of which must be FENs. */
function boards(content: string): string | undefined {
  const lines = content.split(/\r\n|\r|\n/).filter((line) => line.trim());
  const pictures = lines.map((line) => diagram(line));
  return lines.length && pictures.every((one) => one !== undefined) ? pictures.join("") : undefined;
}

/** The games of a fence, one of which at least must have a board. */
function games(content: string): string | undefined {
  const parts = cut(content).map(({ tags, moves }) => {
    const picture = diagram(tags.get("FEN") ?? "");
    const names = ["White", "Black", "Event"].map((name) => tags.get(name) ?? "").filter((name) => !/^[?\s]*$/.test(name));
    const caption = names.length ? `<p class="gbr-names">${names.map(escaped).join(" · ")}</p>` : "";
    const text = moves.trim() ? `<p class="gbr-moves">${escaped(moves.trim()).replace(/\r\n|\r|\n/g, "<br>")}</p>` : "";
    return { picture, html: caption + (picture ?? "") + text };
  });
  return parts.some(({ picture }) => picture !== undefined) ? parts.map(({ html }) => html).join("") : undefined;
}

interface Game {
  readonly tags: Map<string, string>;
  moves: string;
}

/** The games of a text: one begins with the tags after moves or at the start. */
function cut(content: string): Game[] {
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

/** A board with the words of who moves; undefined where the text is no FEN. */
function diagram(fen: string): string | undefined {
  const position = positionOf(fen);
  if (!position) return undefined;
  const turn = position.turn && `${position.turn === "w" ? "White" : "Black"} to move`;
  const label = escaped(`Board: ${fen.trim()}`);
  return `<figure class="gbr-diagram">${board(position, label)}${turn ? `<figcaption>${turn}</figcaption>` : ""}</figure>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}
