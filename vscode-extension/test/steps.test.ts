import assert from "node:assert/strict";
import { test } from "node:test";
import type { Board, FromPage, Line, MoveNode, Moves, Range, ToPage } from "../src/board/messages";
import { hasLine, Steps } from "../src/board/view/steps";

const LOOK = { coordinates: true, highlight: true, orientation: "white", animation: true } as const;
const VERSION = 3;

const at = (character: number, length = 2): Range => ({
  start: { line: 0, character },
  end: { line: 0, character: character + length },
});
const range = (id: number): Range => at(10 * id, id ? 2 : 0);

function node(id: number, parent: number | null, more: Partial<MoveNode> = {}): MoveNode {
  const move = { text: `m${id}`, number: `${id}.`, san: `m${id}`, words: `move ${id}`, from: "a1", to: "a2" };
  const none = { text: null, number: null, san: null, words: null, from: null, to: null };
  const fen = `8/8/8/8/8/8/8/8 ${id % 2 ? "b" : "w"} - - ${id} 1`;
  return { id, parent, ...(id ? move : none), range: range(id), fen, lost: null, tables: null, ...more };
}

/** Twelve moves in a row, and a variation of two moves in place of the second. */
const MOVES: Moves = {
  version: VERSION,
  nodes: [node(0, null), ...Array.from({ length: 12 }, (_, number) => node(number + 1, number)), node(13, 1), node(14, 13)],
};

/** The answer of `gbr.showBoard` at the node `id`, as far as the board steps through it. */
function board(id: number, step: number): Board {
  const { fen } = MOVES.nodes[id] as MoveNode;
  const path: Line["path"][number][] = [];
  for (let here = id; here; here = MOVES.nodes[here]?.parent as number)
    path.unshift({ text: `${here}.m${here}`, range: range(here), tables: null });
  const next = MOVES.nodes.filter(({ parent }) => parent === id);
  const line: Line = {
    version: VERSION,
    start: MOVES.nodes[0]?.fen ?? null,
    move: id ? { san: `m${id}`, words: `move ${id}`, from: "a1", to: "a2", range: range(id) } : null,
    path,
    previous: path.length ? (path.at(-2)?.range ?? range(0)) : null,
    next: next[0]?.range ?? null,
    first: range(0),
    last: range(id < 13 ? 12 : 14),
    choices: next.map(({ text, range }) => ({ san: text ?? "", range, tables: null })),
    lost: null,
    tables: null,
  };
  const turn = fen?.includes("b") ? "black" : "white";
  return {
    kind: "board",
    shown: { fen, orientation: "white", squares: [], title: "A study", turn, words: ["words"], note: "", line, shapes: {} },
    look: LOOK,
    step,
  };
}

const idAt = ({ start }: Range): number => start.character / 10;

function page(...messages: ToPage[]): { steps: Steps; sent: FromPage[]; line: () => Line; press: (step: "next" | "previous" | "first" | "last") => void } {
  const sent: FromPage[] = [];
  const steps = new Steps((message) => sent.push(message));
  for (const message of messages) steps.received(message);
  const line = (): Line => (steps.told as Board).shown.line as Line;
  const press = (step: "next" | "previous" | "first" | "last"): void => {
    const range = line()[step];
    if (range) steps.go(range);
  };
  return { steps, sent, line, press };
}

const moves: ToPage = { kind: "moves", moves: MOVES };

test("each step shows what the server shows at that place", () => {
  const { steps, press } = page(board(0, 0), moves);
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
    press("next");
    assert.deepEqual(steps.told, board(id, 0));
  }
  press("next");
  press("previous");
  assert.deepEqual(steps.told, board(11, 0));
  press("first");
  assert.deepEqual(steps.told, board(0, 0));
  press("last");
  assert.deepEqual(steps.told, board(12, 0));
  steps.go(range(14));
  assert.deepEqual(steps.told, board(14, 0));
});

test("ten quick presses are ten half-moves, with answers that are late and out of order", () => {
  const { steps, sent, line, press } = page(board(0, 0), moves);
  const late: Board[] = [];
  for (let presses = 1; presses <= 10; presses++) {
    press("next");
    assert.equal(line().path.length, presses);
    late.unshift(board(presses, presses));
    if (presses % 3 === 0) {
      for (const answer of late.splice(1, 2)) assert.equal(steps.received(answer), false);
      assert.equal(line().path.length, presses);
    }
  }
  assert.deepEqual(
    sent.map((message) => (message.kind === "go" ? [idAt(message.range), message.step, message.version] : [])),
    Array.from({ length: 10 }, (_, number) => [number + 1, number + 1, VERSION]),
  );
  for (const answer of late) assert.equal(steps.received(answer), false, "nothing else is to be drawn");
  assert.equal(line().path.length, 10);
  assert.equal(steps.received(board(4, 10)), true, "the caret was moved in the text");
  assert.equal(line().path.length, 4);
});

test("without nodes, or with those of another version, the answer of the server shows a step", () => {
  for (const known of [[], [{ kind: "moves", moves: { ...MOVES, version: VERSION - 1 } }], [moves, { kind: "moves", moves: null }]] as ToPage[][]) {
    const { steps, sent, line, press } = page(board(0, 0), ...known);
    press("next");
    assert.equal(line().path.length, 0);
    assert.equal(steps.received(board(1, 1)), true);
    press("next");
    steps.received(board(2, 2));
    assert.equal(line().path.length, 2);
    assert.equal(sent.length, 2);
  }
});

test("a move that cannot be played keeps the last known position", () => {
  const reason = "it cannot be played";
  const lost = { san: null, words: null, from: null, to: null, lost: reason, fen: MOVES.nodes[1]?.fen ?? null, tables: { sign: "=", words: "a draw" } };
  const nodes = MOVES.nodes.map((one) => (one.id === 2 ? { ...one, ...lost } : one));
  const { steps, line, press } = page(board(1, 0), { kind: "moves", moves: { version: VERSION, nodes } });
  press("next");
  assert.deepEqual([line().lost, line().move, line().path.at(-1)?.tables, line().tables?.sign], [reason, null, null, "="]);
  assert.equal((steps.told as Board).shown.fen, MOVES.nodes[1]?.fen);
});

test("the nodes of a line are known with all moves from its place", () => {
  const line = (id: number): Line => board(id, 0).shown.line as Line;
  assert.ok([0, 1, 12, 14].every((id) => hasLine(MOVES, line(id))));
  assert.ok(!hasLine(null, line(0)));
  assert.ok(!hasLine({ ...MOVES, version: VERSION + 1 }, line(0)));
  assert.ok(!hasLine({ ...MOVES, nodes: MOVES.nodes.slice(0, 14) }, line(14)), "it is not among them");
  assert.ok(!hasLine({ ...MOVES, nodes: MOVES.nodes.slice(0, 14) }, line(13)), "a move from there is missing");
});
