import assert from "node:assert/strict";
import { test } from "node:test";
import { fixedMessage, type Left } from "../src/fixed";

const left = (line: number, why = "no fix is known"): Left => ({
  range: { start: { line } },
  message: `The code ${line} is wrong`,
  why,
});

test("the message after Fix All has the number of fixes, and the findings left with their reasons", () => {
  assert.equal(fixedMessage({ fixed: 0, left: [] }), "No findings.");
  assert.equal(fixedMessage({ fixed: 1, left: [] }), "1 finding fixed; none is left.");
  assert.equal(
    fixedMessage({ fixed: 2, left: [left(21, "several fixes are possible")] }),
    "2 findings fixed; 1 is left: line 22: The code 21 is wrong (several fixes are possible)",
  );
  assert.equal(
    fixedMessage({ fixed: 0, left: [left(0), left(4)] }),
    "Nothing was fixed; 2 are left: line 1: The code 0 is wrong (no fix is known); " +
      "line 5: The code 4 is wrong (no fix is known)",
  );
});

test("at most three findings are named", () => {
  const three = [left(0), left(1), left(2)];
  assert.ok(fixedMessage({ fixed: 0, left: three }).endsWith("line 3: The code 2 is wrong (no fix is known)"));
  const message = fixedMessage({ fixed: 1, left: [...three, left(3), left(4), left(5), left(6), left(7)] });
  assert.ok(message.startsWith("1 finding fixed; 8 are left: line 1: "));
  assert.ok(message.endsWith("line 3: The code 2 is wrong (no fix is known); and 5 more"), message);
});
