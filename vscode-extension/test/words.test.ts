import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Question, Study } from "../src/collection/messages";
import { asMarkdown, classOf, formatCounter, labelOf, placeOf, describe } from "../src/collection/words";

const STUDY: Study = {
  id: "1",
  code: "=0323.12 g3g1",
  composer: "Kubbel=L",
  year: 1925,
  source: "Shakhmaty",
  file: "studies/file.md",
  line: 12,
  status: null,
  messages: [],
  fen: null,
  location: { uri: "file:///file.md", range: { start: { line: 11, character: 0 }, end: { line: 11, character: 13 } } },
};

test("a row has the code, the composer without initials, and the year", () => {
  assert.equal(labelOf(STUDY), "=0323.12 g3g1 · Kubbel 1925");
  assert.equal(
    labelOf({ ...STUDY, composer: "Gurgenidze=D, Mitrofanov=L" }),
    "=0323.12 g3g1 · Gurgenidze, Mitrofanov 1925",
  );
  assert.equal(labelOf({ ...STUDY, composer: "Kubbel, Leonid" }), "=0323.12 g3g1 · Kubbel, Leonid 1925");
  assert.equal(placeOf(STUDY), "studies/file.md:12");
});

test("empty values leave no separators", () => {
  assert.equal(labelOf({ ...STUDY, composer: null }), "=0323.12 g3g1 · 1925");
  assert.equal(labelOf({ ...STUDY, year: null }), "=0323.12 g3g1 · Kubbel");
  assert.equal(labelOf({ ...STUDY, composer: "", year: null }), "=0323.12 g3g1");
  assert.equal(labelOf({ ...STUDY, code: "", year: null }), "Kubbel");
  assert.equal(describe({ ...STUDY, composer: null, year: null }), "=0323.12 g3g1, studies/file.md line 12");
});

test("a screen reader has the words of the icon and the findings", () => {
  const row = "=0323.12 g3g1, Kubbel 1925, studies/file.md line 12";
  assert.equal(
    describe({ ...STUDY, status: "error", messages: ["A king is missing", "The control is wrong"] }),
    `${row}, error: A king is missing; The control is wrong`,
  );
  assert.equal(
    describe({ ...STUDY, status: "uncompared" }),
    `${row}, nothing to compare the code with: no board, no solution`,
  );
});

test("the class of a code is found in each form", () => {
  for (const code of ["0323.12", "=0323.12 g3g1", "g3g1 0323.12 4/5", "(=0323.12g3g1)"]) {
    assert.equal(classOf(code), "0323.12");
  }
  assert.equal(classOf("g3g1"), undefined);
});

test("the counter has all studies, or those that match", () => {
  const answer: Answer = { readAs: "", total: 214, all: 1830, state: "ready", groups: [], studies: null, more: false };
  const plain: Question = { query: " ", only: [], group: "class" };
  assert.equal(formatCounter({ ...answer, total: 1830 }, plain), "1,830 studies");
  assert.equal(formatCounter({ ...answer, total: 1, all: 1 }, plain), "1 study");
  assert.equal(formatCounter(answer, { ...plain, query: "draw" }), "214 of 1,830");
  assert.equal(formatCounter(answer, { ...plain, only: ["draw"] }), "214 of 1,830");
  assert.equal(formatCounter({ ...answer, state: "checking" }, { ...plain, query: "draw" }), "214 of 1,830");
  assert.equal(formatCounter({ ...answer, state: "reading" }, { ...plain, query: "draw" }), "214 of 1,830 so far");
});

test("words of a document are no markup, and addresses are no links", () => {
  assert.equal(asMarkdown("Réti 1921"), "Réti 1921");
  assert.equal(asMarkdown("  a\n\n# b"), "a&#10;&#10;&#35; b");
  for (const words of ["![i](https://evil.example)", "<img src=x>", "www.evil.example", "a@b.example", "&lt;b&gt;"]) {
    const shown = asMarkdown(words);
    assert.match(shown, /^(?:[\p{L}\p{N} ]|&#\d+;)+$/u);
    assert.equal(
      shown.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
      words,
    );
  }
});
