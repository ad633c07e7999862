// The tree of moves as nodes with their neighbors. Independent of the page.

import type { LineAnswer, MoveNode, Moves, Range } from "../messages";

/** A step on the board: along the line, or to the move before or after among those from the same position. */
export type Step = "first" | "previous" | "next" | "last" | "above" | "below";

export class TreeNodes {
  private readonly children = new Map<number | null, MoveNode[]>();

  /** `isComplete` is false if only the moves up to the cursor and the next ones are known. */
  constructor(
    readonly version: number,
    readonly nodes: readonly MoveNode[],
    readonly isComplete = true,
  ) {
    for (const node of nodes) {
      const others = this.children.get(node.parent);
      if (others) others.push(node);
      else this.children.set(node.parent, [node]);
    }
  }

  static of({ version, nodes }: Moves): TreeNodes {
    return new TreeNodes(version, nodes);
  }

  /** Return the nodes that `line` has: the moves up to the cursor, and those from there. Only the last has a position. */
  static ofLine({ version, path, first, choices, move, lost, tables }: LineAnswer): TreeNodes {
    const start = path[0]?.range ?? choices[0]?.range;
    const range = first ?? start ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const unknown = { san: null, words: null, from: null, to: null, fen: null, lost: null, tables: null };
    const nodes: MoveNode[] = [{ ...unknown, id: 0, parent: null, text: null, number: null, range }];
    for (const { text, range, tables } of path) {
      const [, number, printed] = /^(\d*(?:\.+|…)?)(.*)$/.exec(text) ?? ["", "", text];
      const id = nodes.length;
      nodes.push({
        ...unknown,
        id,
        parent: id - 1,
        text: printed ?? "",
        number: number ?? "",
        range,
        tables: tables ?? null,
      });
    }
    const here = nodes.length - 1;
    const last = nodes[here];
    if (last && move) nodes[here] = { ...last, ...move, range: last.range, lost, tables: tables ?? null };
    for (const { san, range, tables } of choices) {
      nodes.push({ ...unknown, id: nodes.length, parent: here, text: san, number: "", range, tables: tables ?? null });
    }
    return new TreeNodes(version, nodes, false);
  }

  /** Return the start of the line. */
  get root(): MoveNode | undefined {
    return this.nodes[0];
  }

  /** Return the node at `range`; undefined if there is none. */
  at(range: Range | null | undefined): MoveNode | undefined {
    return range ? this.nodes.find((node) => isSame(node.range, range)) : undefined;
  }

  parentOf({ parent }: MoveNode): MoveNode | undefined {
    return this.nodes[parent ?? -1];
  }

  childrenOf({ id }: MoveNode): readonly MoveNode[] {
    return this.children.get(id) ?? [];
  }

  /** Return the moves that are printed from the position before `node`, itself among them. */
  siblingsOf({ parent }: MoveNode): readonly MoveNode[] {
    return this.children.get(parent) ?? [];
  }

  /** Return the node that `step` leads to from `node`; undefined if there is none. */
  findTarget(node: MoveNode, step: Step): MoveNode | undefined {
    if (step === "previous") return this.parentOf(node);
    if (step === "next") return this.childrenOf(node)[0];
    if (step === "first") return node === this.root ? undefined : this.root;
    if (step === "last") {
      let last = this.childrenOf(node)[0];
      for (let next = last; next; next = this.childrenOf(next)[0]) last = next;
      return last;
    }
    const siblings = this.siblingsOf(node);
    return siblings[siblings.indexOf(node) + (step === "below" ? 1 : -1)];
  }
}

export function isSame(one: Range, other: Range): boolean {
  return (["start", "end"] as const).every(
    (end) => one[end].line === other[end].line && one[end].character === other[end].character,
  );
}
