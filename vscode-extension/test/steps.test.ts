import assert from "node:assert/strict";
import { test } from "node:test";
import type { Board, FromPage, LineAnswer, MoveNode, Moves, Range, ToPage } from "../src/board/messages";
import { hasLine, Steps } from "../src/board/view/steps";
import type { Step } from "../src/board/view/tree_nodes";

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
  nodes: [
    node(0, null),
    ...Array.from({ length: 12 }, (_, number) => node(number + 1, number)),
    node(13, 1),
    node(14, 13),
  ],
};

/** The answer of `gbr.showBoard` at the node `id`, as far as the board steps through it. */
function createBoard(id: number, step: number): Board<LineAnswer> {
  const { fen } = MOVES.nodes[id] as MoveNode;
  const path: LineAnswer["path"][number][] = [];
  for (let here = id; here; here = MOVES.nodes[here]?.parent as number)
    path.unshift({ text: `${here}.m${here}`, range: range(here), tables: null });
  const next = MOVES.nodes.filter(({ parent }) => parent === id);
  const line: LineAnswer = {
    version: VERSION,
    start: MOVES.nodes[0]?.fen ?? null,
    move: id ? { san: `m${id}`, words: `move ${id}`, from: "a1", to: "a2", range: range(id) } : null,
    path,
    first: range(0),
    choices: next.map(({ text, range }) => ({ san: text ?? "", range, tables: null })),
    lost: null,
    tables: null,
  };
  const turn = fen?.includes("b") ? "black" : "white";
  return {
    kind: "board",
    shown: {
      fen,
      orientation: "white",
      squares: [],
      title: "A study",
      turn,
      words: ["words"],
      note: "",
      line,
      shapes: {},
    },
    look: LOOK,
    step,
  };
}

const idAt = ({ start }: Range): number => start.character / 10;

interface Page {
  readonly steps: Steps;
  readonly sent: FromPage[];
  /** The id of the current move. */
  readonly id: () => number | undefined;
  readonly fen: () => string | null;
  /** The ids of the moves that the text was sent to. */
  readonly sentIds: () => number[];
}

function openPage(...messages: ToPage[]): Page {
  const sent: FromPage[] = [];
  const steps = new Steps((message) => sent.push(message));
  for (const message of messages) steps.receive(message);
  return {
    steps,
    sent,
    id: () => steps.current?.id,
    fen: () => (steps.message as Board).shown.fen,
    sentIds: () => sent.map((message) => (message.kind === "go" ? idAt(message.range) : -1)),
  };
}

const moves: ToPage = { kind: "moves", moves: MOVES };
const requested: ToPage = { kind: "moves", moves: null, isRequested: true };
const unknown: ToPage = { kind: "moves", moves: null };

test("each step shows what the server shows at that place", () => {
  const { steps, id, fen } = openPage(createBoard(0, 0), moves);
  const shows = (expected: number): void => {
    assert.equal(id(), expected);
    assert.equal(fen(), MOVES.nodes[expected]?.fen);
    const count = steps.message?.kind === "board" ? steps.message.step : -1;
    const { message } = steps;
    assert.equal(
      steps.receive({ ...createBoard(expected, 99), step: 99 }),
      false,
      `${count}: the answer of the server is the same`,
    );
    assert.notEqual(steps.message, message);
  };
  for (const next of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
    assert.ok(steps.step("next"));
    shows(next);
  }
  assert.ok(!steps.step("next"), "there is no move after the last");
  const walked: [Step, number][] = [
    ["previous", 11],
    ["first", 0],
    ["last", 12],
    ["first", 0],
    ["next", 1],
    ["next", 2],
    ["below", 13],
    ["last", 14],
    ["previous", 13],
    ["above", 2],
  ];
  for (const [step, to] of walked) {
    assert.ok(steps.step(step), step);
    shows(to);
  }
  for (const step of ["above"] as const) assert.ok(!steps.step(step), "there is no sibling above the first");
});

test("ten quick presses are ten half-moves, with answers that are late and out of order", () => {
  const { steps, sent, id } = openPage(createBoard(0, 0), moves);
  const late: Board<LineAnswer>[] = [];
  for (let presses = 1; presses <= 10; presses++) {
    steps.step("next");
    assert.equal(id(), presses);
    late.unshift(createBoard(presses, presses));
    if (presses % 3 === 0) {
      for (const answer of late.splice(1, 2)) assert.equal(steps.receive(answer), false);
      assert.equal(id(), presses);
    }
  }
  assert.deepEqual(
    sent.map((message) => (message.kind === "go" ? [idAt(message.range), message.step, message.version] : [])),
    Array.from({ length: 10 }, (_, number) => [number + 1, number + 1, VERSION]),
  );
  for (const answer of late) assert.equal(steps.receive(answer), false, "nothing else is to be drawn");
  assert.equal(id(), 10);
  assert.equal(steps.receive(createBoard(4, 10)), true, "the caret was moved in the text");
  assert.equal(id(), 4);
});

test("presses before the moves are known are taken once they are", () => {
  const { steps, id, sentIds } = openPage(requested, createBoard(0, 0));
  for (const step of ["next", "next", "next", "previous"] as const) assert.equal(steps.step(step), false);
  assert.deepEqual([id(), sentIds()], [undefined, []]);
  assert.equal(steps.receive(moves), true);
  assert.deepEqual([id(), sentIds()], [2, [1, 2, 3, 2]]);
});

test("without nodes, or with those of another version, each answer of the server shows a step", () => {
  const old: ToPage = { kind: "moves", moves: { ...MOVES, version: VERSION - 1 } };
  for (const known of [[], [old], [moves, unknown], [requested, unknown]] as ToPage[][]) {
    const { steps, id, sentIds } = openPage(...known, createBoard(0, 0));
    for (let press = 0; press < 3; press++) steps.step("next");
    assert.deepEqual([id(), sentIds()], [0, [1]]);
    assert.equal(steps.receive(createBoard(1, 1)), true);
    assert.deepEqual([id(), sentIds()], [1, [1, 2]]);
    steps.receive(createBoard(2, 2));
    steps.receive(createBoard(3, 3));
    assert.deepEqual([id(), sentIds()], [3, [1, 2, 3]]);
    assert.deepEqual(
      steps.tree?.nodes.map(({ text }) => text),
      [null, "m1", "m2", "m3", "m4"],
    );
  }
});

test("outside of moves there is no tree, and no press is kept", () => {
  const { steps, sentIds } = openPage(createBoard(3, 0), moves);
  const study = createBoard(0, 0);
  steps.receive({ ...study, shown: { ...study.shown, line: null } });
  assert.deepEqual([steps.tree, steps.current, steps.step("next")], [undefined, undefined, false]);
  steps.receive(createBoard(0, 0));
  assert.deepEqual(sentIds(), []);
});

test("a move that cannot be played keeps the last known position", () => {
  const reason = "it cannot be played";
  const lost = {
    san: null,
    words: null,
    from: null,
    to: null,
    lost: reason,
    fen: MOVES.nodes[1]?.fen ?? null,
    tables: { sign: "=", words: "a draw" },
  };
  const nodes = MOVES.nodes.map((one) => (one.id === 2 ? { ...one, ...lost } : one));
  const { steps, fen } = openPage(createBoard(1, 0), { kind: "moves", moves: { version: VERSION, nodes } });
  steps.step("next");
  const line = (steps.message as Board).shown.line;
  assert.deepEqual([line?.lost, line?.move, line?.tables?.sign], [reason, null, "="]);
  assert.equal(fen(), MOVES.nodes[1]?.fen);
});

test("the nodes of a line are known with all moves from its place", () => {
  const line = (id: number): LineAnswer => createBoard(id, 0).shown.line as LineAnswer;
  assert.ok([0, 1, 12, 14].every((id) => hasLine(MOVES, line(id))));
  assert.ok(!hasLine(null, line(0)));
  assert.ok(!hasLine({ ...MOVES, version: VERSION + 1 }, line(0)));
  assert.ok(!hasLine({ ...MOVES, nodes: MOVES.nodes.slice(0, 14) }, line(14)), "it is not among them");
  assert.ok(!hasLine({ ...MOVES, nodes: MOVES.nodes.slice(0, 14) }, line(13)), "a move from there is missing");
});
