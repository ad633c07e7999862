import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFixed } from "../src/fixed";

test("the message after Fix All has the number of fixes, and that of the findings left", () => {
  assert.equal(formatFixed({ fixed: 0, left: [] }), "No findings");
  assert.equal(formatFixed({ fixed: 1, left: [] }), "1 fixed, 0 left");
  assert.equal(formatFixed({ fixed: 1, left: [{}, {}, {}] }), "1 fixed, 3 left");
  assert.equal(formatFixed({ fixed: 0, left: [{}] }), "0 fixed, 1 left");
});
