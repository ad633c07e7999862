import assert from "node:assert/strict";
import { test } from "node:test";
import { describeInStatus } from "../src/wrong_settings";

test("the status item says how many settings are wrong, and what is wrong with the first", () => {
  const from = "from the PATH: /usr/bin/gbr-lsp";
  assert.equal(describeInStatus(from, []), from);
  const one = "the settings of the editor: there is no setting 'nin'; did you mean 'nine'?";
  assert.equal(
    describeInStatus(from, [one]),
    `Wrong setting: there is no setting 'nin'; did you mean 'nine'? (${from})`,
  );
  assert.equal(
    describeInStatus(from, [one, "x"]),
    `2 wrong settings: there is no setting 'nin'; did you mean 'nine'? … (${from})`,
  );
});
