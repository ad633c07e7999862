import assert from "node:assert/strict";
import { test } from "node:test";
import { listGeneratedTexts, isRead } from "../src/languages";
import { explanationPath, pathOf } from "../src/titles";

test("the tab of a generated text has its title, without folders in it", () => {
  assert.equal(explanationPath("=0323.12g3g1\n\nparts:\n  kings"), "/Explanation of =0323.12g3g1.txt");
  assert.equal(explanationPath("g3g1 0323.12 4/5 Draw"), "/Explanation of g3g1 0323.12 4-5 Draw.txt");
  assert.equal(pathOf('Studies: a\\b /  "c"\n'), '/Studies: a-b - "c".txt');
  assert.equal(pathOf("é".repeat(70)), `/${"é".repeat(60)}.txt`);
});

test("of the documents in memory only the example is checked", () => {
  const document = (languageId: string, scheme = "gbr"): boolean => isRead({ languageId, uri: { scheme } });
  assert.ok(document("markdown"));
  assert.ok(!document("plaintext"));
  assert.ok(!document("gbr-proof"));
  assert.ok(document("plaintext", "untitled"));
  assert.ok(!document("plaintext", "git"));
});

test("generated texts in tabs are found by their scheme", () => {
  const tab = (scheme: string, path: string): { input: unknown } => ({
    input: { uri: { scheme, toString: () => `${scheme}:${path}` } },
  });
  const groups = [
    { tabs: [tab("gbr", "/a.txt"), tab("file", "/b.md"), { input: undefined }] },
    { tabs: [tab("gbr", "/c.md")] },
  ];
  assert.deepEqual(listGeneratedTexts(groups), ["gbr:/a.txt", "gbr:/c.md"]);
});
