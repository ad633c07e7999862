import assert from "node:assert/strict";
import { test } from "node:test";
import { findChangedLines, type LineChange } from "../src/lines";

const change = (first: number, last = first, added = 0): LineChange => ({ first, last, added });

test("the changed lines are those of all changes, and one above and below", () => {
  assert.deepEqual(findChangedLines(10, [change(4)]), [3, 6]);
  assert.deepEqual(findChangedLines(10, [change(0)]), [0, 2]);
  assert.deepEqual(findChangedLines(10, [change(9)]), [8, 10]);
  assert.deepEqual(findChangedLines(1, [change(0)]), [0, 1]);
  assert.deepEqual(findChangedLines(10, [change(7), change(2)]), [1, 9]);
});

test("lines that are added or removed count", () => {
  // Three lines are typed after line 4 of eight lines.
  assert.deepEqual(findChangedLines(11, [change(4, 4, 3)]), [3, 9]);
  // Lines 2 to 5 of fourteen become one.
  assert.deepEqual(findChangedLines(11, [change(2, 5)]), [1, 4]);
  // Line 8 is changed, then a line is inserted at the top.
  assert.deepEqual(findChangedLines(11, [change(8), change(0, 0, 1)]), [0, 11]);
  assert.deepEqual(findChangedLines(5, [change(0, 9, 4)]), [0, 5]);
});
