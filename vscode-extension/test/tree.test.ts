import assert from "node:assert/strict";
import { test } from "node:test";
import type { MoveNode } from "../src/board/messages";
import { TreeNodes } from "../src/board/view/tree_nodes";
import { type Cell, type Row, rowsOf } from "../src/board/view/tree_rows";

const RANGE = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
type Written = readonly (string | Written)[];

/** Return the nodes of moves that are written as `["1.a", ["1.b"], "1…c"]`: a list is a variation of the move before. */
function nodesOf(written: Written, comments: Readonly<Record<string, Partial<MoveNode>>> = {}): MoveNode[] {
  const none = { san: null, words: null, from: null, to: null, range: RANGE, fen: null, lost: null, tables: null };
  const nodes: MoveNode[] = [{ ...none, id: 0, parent: null, text: null, number: null, ...comments["start"] }];
  const add = (line: Written, from: number): void => {
    let [before, here] = [from, from];
    for (const one of line) {
      if (typeof one !== "string") {
        add(one, before);
        continue;
      }
      const [, number = "", text = ""] = /^(\d+[.…])(.*)$/.exec(one) ?? [];
      before = here;
      here = nodes.length;
      nodes.push({ ...none, id: here, parent: before, number, text, ...comments[text] });
    }
  };
  add(written, 0);
  return nodes;
}

const cellText = (cell: Cell): string =>
  cell.kind === "gap" ? "…" : cell.kind === "comment" ? `{${cell.text}}` : cell.number + (cell.node.text ?? "Start");

function textOf({ variation, number, cells }: Row): string {
  const text = [...(number ? [number] : []), ...cells.map(cellText)].join(" ");
  return variation ? `${"  ".repeat(variation.depth - 1)}${text}` : text;
}

const rowTexts = (nodes: MoveNode[]): string[] => rowsOf(new TreeNodes(1, nodes)).rows.map(textOf);

test("the main line has two columns, and variations are indented below their moves", () => {
  const written = [
    "1.a",
    "1…b",
    ["1…c", "2.d", ["2.e", "2…f"], "2…g"],
    ["1…h"],
    "2.i",
    ["2.j"],
    "2…k",
    "3.l",
    "3…m",
    "4.n",
  ];
  assert.deepEqual(rowTexts(nodesOf(written)), [
    "Start",
    "1 a b",
    "  1…c 2.d",
    "    2.e f",
    "  2…g",
    "  1…h",
    "2 i",
    "  2.j",
    "2 … k",
    "3 l m",
    "4 n",
  ]);
});

test("comments are below moves of the main line, and among those of a variation", () => {
  const comments = {
    start: { comment: "before" },
    a: { comment: "one" },
    c: { before: "or", comment: "two" },
    d: { comment: "three" },
  };
  assert.deepEqual(rowTexts(nodesOf(["1.a", "1…b", ["1…c", "2.d", "2…e"], "2.f"], comments)), [
    "Start",
    "{before}",
    "1 a …",
    "{one}",
    "1 … b",
    "  {or} 1…c {two} 2.d {three} 2…e",
    "2 f",
  ]);
});

test("Black's first move has the second column", () => {
  assert.deepEqual(rowTexts(nodesOf(["1…a", "2.b", "2…c"])), ["Start", "1 … a", "2 b c"]);
});

/** Yield all texts of moves in the order of the document. */
function* listTexts(tree: TreeNodes, node: MoveNode): Generator<string> {
  if (node.text !== null && tree.siblingsOf(node)[0] === node)
    for (const other of [node, ...tree.siblingsOf(node).slice(1)]) {
      yield other.text ?? "";
      if (other !== node) for (const child of tree.childrenOf(other).slice(0, 1)) yield* listTexts(tree, child);
    }
  for (const child of tree.childrenOf(node).slice(0, 1)) yield* listTexts(tree, child);
}

test("in random trees each move is in one row, in the order of the document", () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 200; round++) {
    let count = 0;
    const createLine = (half: number, depth: number): Written => {
      const line: (string | Written)[] = [];
      for (let end = half + 1 + random(6); half < end; half++) {
        line.push(`${(half >> 1) + 1}${half % 2 ? "…" : "."}m${++count}`);
        while (depth < 5 && random(4) === 0) line.push(createLine(half, depth + 1));
      }
      return line;
    };
    const tree = new TreeNodes(1, nodesOf(createLine(random(2), 0)));
    const { rows, variations } = rowsOf(tree);
    const moves = rows.flatMap(({ cells }) =>
      cells.flatMap((cell) => (cell.kind === "move" && cell.node.text ? [cell.node] : [])),
    );
    assert.deepEqual(
      moves.map(({ text }) => text),
      [...listTexts(tree, tree.root as MoveNode)],
    );
    for (const node of moves) {
      const depth = variations.get(node.id)?.depth ?? 1;
      let [expected, here]: [number, MoveNode | undefined] = [1, node];
      for (; here; here = tree.parentOf(here)) if (tree.siblingsOf(here)[0] !== here) expected++;
      assert.equal(depth, expected);
    }
  }
});

test("a long line and a deep nest have as many rows as they need", () => {
  const deep = (depth: number): Written => (depth ? ["1.a", deep(depth - 1)] : ["1.b"]);
  assert.equal(rowTexts(nodesOf(deep(2000))).length, 2002);
});
