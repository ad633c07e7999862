// The board of the page: the last board of the extension, and after steps the nodes of the moves around it.

import type { FromPage, Line, MoveNode, Moves, Range, ToPage } from "../messages";

export class Steps {
  /** The message to show. */
  told: ToPage | undefined;
  private moves: Moves | null = null;
  /** The children of each node, by its id. */
  private children = new Map<number | null, MoveNode[]>();
  private count = 0;

  constructor(private readonly send: (message: FromPage) => void) {}

  /**
   * Take a message of the extension, and return true if there is something else to show. Ignore the board of a place
   * that a later step has left.
   */
  received(message: ToPage): boolean {
    if (message.kind === "moves") {
      this.take(message.moves);
      return false;
    }
    if (message.kind === "board" && message.step < this.count) return false;
    // An equal board is not drawn again, because that would end the animation of a step.
    const isEqual = JSON.stringify({ ...message, step: 0 }) === JSON.stringify({ ...this.told, step: 0 });
    this.told = message;
    return !isEqual;
  }

  /**
   * Step to the move at `range`: show it, if its node is known, and move the caret of the text. Without nodes, as from
   * an older server, the next message of the extension shows it.
   */
  go(range: Range): void {
    const { told } = this;
    if (told?.kind !== "board" || !told.shown.line) return;
    const { line } = told.shown;
    this.count += 1;
    this.send({ kind: "go", range, version: line.version, step: this.count });
    const node = nodeAt(this.moves, line.version, range);
    if (!node?.fen) return;
    const turn = node.fen.split(" ")[1] === "b" ? "black" : "white";
    const shown = { ...told.shown, fen: node.fen, turn, squares: [], note: "", line: this.lineAt(node, line) } as const;
    this.told = { ...told, shown };
  }

  private take(moves: Moves | null): void {
    this.moves = moves;
    this.children = new Map();
    for (const node of moves?.nodes ?? []) {
      const others = this.children.get(node.parent);
      if (others) others.push(node);
      else this.children.set(node.parent, [node]);
    }
  }

  /** Return the line at `node`, which has its start and version in common with `line`. */
  private lineAt(node: MoveNode, { version, start }: Line): Line {
    const parentOf = ({ parent }: MoveNode): MoveNode | undefined => this.moves?.nodes[parent ?? -1];
    const path: MoveNode[] = [];
    let first = node;
    for (let before = parentOf(node); before; before = parentOf(before)) {
      path.unshift(first);
      first = before;
    }
    const next = this.children.get(node.id) ?? [];
    let last = node;
    for (let after = next[0]; after; after = this.children.get(after.id)?.[0]) last = after;
    return {
      version,
      start,
      move: moveOf(node),
      path: path.map((one) => ({ text: `${one.number}${one.text}`, range: one.range, tables: one.lost ? null : one.tables })),
      previous: parentOf(node)?.range ?? null,
      next: next[0]?.range ?? null,
      first: first.range,
      last: last === first ? null : last.range,
      choices: next.map((one) => ({ san: one.text ?? "", range: one.range, tables: one.lost ? null : one.tables })),
      lost: node.lost,
      tables: node.tables,
    };
  }
}

/** Return true if `moves` has the place of `line` and the moves from there. */
export function hasLine(moves: Moves | null, line: Line): boolean {
  const node = nodeAt(moves, line.version, line.path.at(-1)?.range ?? line.first);
  return node !== undefined && moves?.nodes.filter(({ parent }) => parent === node.id).length === line.choices.length;
}

/** Return the node of `moves` at `range`; undefined if there is none, or if they are of another version. */
function nodeAt(moves: Moves | null, version: number, range: Range | null): MoveNode | undefined {
  return range && moves?.version === version ? moves.nodes.find((node) => isSame(node.range, range)) : undefined;
}

function moveOf({ san, words, from, to, range }: MoveNode): Line["move"] {
  return san === null || words === null ? null : { san, words, from, to, range };
}

function isSame(one: Range, other: Range): boolean {
  return (["start", "end"] as const).every(
    (end) => one[end].line === other[end].line && one[end].character === other[end].character,
  );
}
