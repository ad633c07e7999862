import assert from "node:assert/strict";
import { test } from "node:test";
import { type Finding, rangeOf } from "../src/proof/findings";

test("rows and columns in code points become those of an editor", () => {
  const lines = ["", "𝔸♔ a1h8 0100.02 2/2 Win"];
  const finding = { location: { row: 2, column: 9 }, end_location: { row: 2, column: 16 } } as Finding;
  const [start, end] = rangeOf((line) => lines[line] ?? "", finding);
  assert.deepEqual(
    [start, end],
    [
      { line: 1, character: 9 },
      { line: 1, character: 16 },
    ],
  );
  assert.equal(lines[1]?.slice(start.character, end.character), "0100.02");
});
