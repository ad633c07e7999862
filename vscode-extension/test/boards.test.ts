import assert from "node:assert/strict";
import { test } from "node:test";
import type { Shown, StudyBoard } from "../src/board/messages";
import { withBoard } from "../src/board/view/steps";
import { describe, menOf } from "../src/board/view/position";

const FEN: StudyBoard = {
  name: "FEN",
  fen: "8/6b1/4Kpk1/6p1/6B1/6PP/8/8 w - - 0 1",
  placement: "8/6b1/4Kpk1/6p1/6B1/6PP/8/8",
  turn: "white",
  disputed: ["e6", "g6"],
  differences: ["White king: g6 in the code, e6 in the FEN"],
};
const CODE: StudyBoard = {
  name: "code",
  fen: null,
  placement: "8/8/4k1K1/8/8/8/8/8",
  turn: null,
  disputed: [],
  differences: [],
};
const SHOWN: Shown = {
  fen: FEN.fen,
  orientation: "white",
  squares: ["g6", "e6"],
  title: "g6e6 0040.22",
  turn: "white",
  words: [],
  shapes: {},
  boards: [FEN, CODE],
  board: 0,
};

test("another board of the study takes the place of the shown one, with its men if no FEN is known", () => {
  const code = withBoard(SHOWN, CODE);
  assert.equal(code.fen, null);
  assert.equal(code.partial, CODE.placement);
  assert.equal(code.turn, null);
  assert.deepEqual(code.disputed, []);
  assert.deepEqual(withBoard(code, FEN).disputed, ["e6", "g6"]);
});

test("a screen reader gets the squares where code and board differ", () => {
  const men = menOf(FEN.fen ?? "");
  assert.match(
    describe(men, ["g6", "e6"], FEN.disputed),
    /The code names g6 and e6\. Code and board differ on e6 and g6\.$/,
  );
  assert.match(describe(men, [], []), /pawns f6 and g5\.$/);
});
