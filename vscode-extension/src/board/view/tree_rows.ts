// The rows of the tree of moves: the main line in two columns, and the variations below their moves. Independent of
// the page.

import type { MoveNode } from "../messages";
import type { TreeNodes } from "./tree_nodes";

/** Variations from this depth on can be folded; the main line has depth 1. */
export const FOLDABLE = 3;

/** A move with the number before it, which is empty where the reader knows it; a comment; an empty cell. */
export type Cell =
  | { readonly kind: "move"; readonly number: string; readonly node: MoveNode }
  | { readonly kind: "comment"; readonly text: string }
  | { readonly kind: "gap" };

/** A variation: its first move, its depth, and the variation that it belongs to; null for one of the main line. */
export interface Variation {
  readonly head: MoveNode;
  readonly depth: number;
  readonly parent: Variation | null;
}

/** A row of the main line (`variation` is null): a number and two cells, or a comment. Or a part of a variation. */
export interface Row {
  readonly variation: Variation | null;
  readonly number: string;
  readonly cells: readonly Cell[];
}

/** Return the rows of `tree`, from the first to the last on the page, and the variation of each move by its id. */
export function rowsOf(tree: TreeNodes): { rows: Row[]; variations: Map<number, Variation> } {
  const rows: Row[] = [];
  const variations = new Map<number, Variation>();
  const { root } = tree;
  if (!root) return { rows, variations };
  // The parts of lines that are still to be written, the next one last: a variation interrupts the line of its move.
  const waiting: (() => void)[] = [];
  const main = new MainLine(rows);
  const branchesOf = (node: MoveNode, parent: Variation | null): (() => void)[] =>
    tree.siblingsOf(node)[0] === node
      ? tree
          .siblingsOf(node)
          .slice(1)
          .map((head) => () => startVariation(head, parent))
      : [];
  const startVariation = (head: MoveNode, parent: Variation | null): void => {
    const variation = { head, depth: (parent?.depth ?? 1) + 1, parent };
    follow(head, variation, new SideLine(rows, variation));
  };
  /** Write the line from `node` on, up to a move with variations; these come before the rest of it. */
  const follow = (node: MoveNode | undefined, variation: Variation | null, line: MainLine | SideLine): void => {
    for (let next = node; next; next = tree.childrenOf(next)[0]) {
      if (variation) variations.set(next.id, variation);
      if (next.before) line.writeComment(next.before);
      line.writeMove(next);
      if (next.comment) line.writeComment(next.comment);
      const others = branchesOf(next, variation);
      if (!others.length) continue;
      line.interrupt();
      const rest = tree.childrenOf(next)[0];
      waiting.push(() => follow(rest, variation, line), ...others.reverse());
      return;
    }
    line.interrupt();
  };
  follow(root, null, main);
  for (let write = waiting.pop(); write; write = waiting.pop()) write();
  return { rows, variations };
}

/** The main line: each row has a number, White's move and Black's; a comment has a row of its own. */
class MainLine {
  private cells: Cell[] = [];
  private number = "";

  constructor(private readonly rows: Row[]) {}

  writeMove(node: MoveNode): void {
    const isBlack = isOfBlack(node);
    if (node.number === null || !isBlack || this.cells.length !== 1) this.interrupt();
    if (isBlack && !this.cells.length) this.cells.push({ kind: "gap" });
    if (!this.number) this.number = numberOf(node);
    this.cells.push({ kind: "move", number: "", node });
    if (isBlack || node.number === null) this.interrupt();
  }

  writeComment(text: string): void {
    if (this.cells.length === 1) this.cells.push({ kind: "gap" });
    this.interrupt();
    this.rows.push({ variation: null, number: "", cells: [{ kind: "comment", text }] });
  }

  /** End the row. */
  interrupt(): void {
    if (this.cells.length) this.rows.push({ variation: null, number: this.number, cells: this.cells });
    this.cells = [];
    this.number = "";
  }
}

/** A variation: its moves one after the other, with a number before White's and after an interruption. */
class SideLine {
  private cells: Cell[] = [];
  private isFirst = true;

  constructor(
    private readonly rows: Row[],
    private readonly variation: Variation,
  ) {}

  writeMove(node: MoveNode): void {
    const number = !isOfBlack(node) || this.isFirst ? (node.number ?? "") : "";
    this.cells.push({ kind: "move", number, node });
    this.isFirst = false;
  }

  writeComment(text: string): void {
    this.cells.push({ kind: "comment", text });
    this.isFirst = true;
  }

  interrupt(): void {
    if (this.cells.length) this.rows.push({ variation: this.variation, number: "", cells: this.cells });
    this.cells = [];
    this.isFirst = true;
  }
}

function isOfBlack({ number }: MoveNode): boolean {
  return /…|\.\.\./.test(number ?? "");
}

/** Return the number of a row: `12` for `12.` and for `12…`. */
function numberOf({ number }: MoveNode): string {
  return /\d+/.exec(number ?? "")?.[0] ?? "";
}
