import assert from "node:assert/strict";
import { test } from "node:test";
import { reduceExtents } from "../src/outline";

type Range = readonly [start: number, end: number];
const startOf = ([start]: Range): Range => [start, start];

test("in languages with headings symbols have no extent, in others they keep it", () => {
  for (const [language, expected] of [
    ["markdown", [7, 7]],
    ["quarto", [7, 7]],
    ["pgn", [2, 90]],
    ["latex", [2, 90]],
  ] as const) {
    const symbol = { name: "g3g1 0323.12", range: [2, 90] as Range, selectionRange: [7, 19] as Range };
    reduceExtents(language, [symbol], startOf);
    assert.deepEqual(symbol.range, expected, language);
    assert.deepEqual(symbol.selectionRange, expected[0] === 7 ? [7, 7] : [7, 19], language);
  }
});

test("flat symbols stay as they are", () => {
  const flat = { name: "g3g1 0323.12", location: { range: [2, 90] } };
  reduceExtents("markdown", [flat], startOf);
  assert.deepEqual(flat, { name: "g3g1 0323.12", location: { range: [2, 90] } });
});
