import assert from "node:assert/strict";
import { test } from "node:test";
import { menIn, mirror, shift } from "../src/board/view/hand/men";
import { fenOf } from "../src/board/view/position";

const FEN = "8/8/1KP5/3r4/8/8/8/k7";
const MEN = menIn(FEN)?.men ?? new Map<string, string>();

test("a FEN is found in a pasted text, with the side to move", () => {
  assert.equal(fenOf(MEN), FEN);
  for (const text of [`${FEN} b - - 0 1`, `[FEN "${FEN} b - - 0 1"]`, ` \`${FEN} b\`\n`]) {
    const found = menIn(text);
    assert.equal(found && fenOf(found.men), FEN, text);
    assert.equal(found?.turn, "black", text);
  }
  assert.equal(menIn(FEN)?.turn, undefined);
});

test("a text without a whole FEN has no men", () => {
  for (const text of [
    "",
    "no FEN",
    "8/8/1KP5/3r4/8/8/8",
    "8/8/1KP4/3r4/8/8/8/k7",
    `${FEN}/8`,
    `https://a.b/${FEN}`,
    "1/2/3/4/5/6/7/8",
  ]) {
    assert.equal(menIn(text), undefined, text);
  }
});

test("mirrored twice, the men are where they were", () => {
  assert.equal(fenOf(mirror(MEN)), "8/8/5PK1/4r3/8/8/8/7k");
  assert.equal(fenOf(mirror(mirror(MEN))), FEN);
});

test("all men move together, and none leaves the board", () => {
  assert.equal(fenOf(shift(MEN, 1, 1) ?? new Map()), "8/2KP4/4r3/8/8/8/1k6/8");
  for (const [files, ranks] of [
    [-1, 0],
    [0, -1],
    [5, 0],
  ] as const)
    assert.equal(shift(MEN, files, ranks), undefined);
  assert.deepEqual(shift(new Map(), 1, 0), new Map());
});
