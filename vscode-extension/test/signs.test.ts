import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { beginsCode, hasSigns } from "../src/signs";

const FORMS = [
  "=0323.12g3g1",
  "+ 4001.00 d1b3",
  "+ ZAZ   0001.11 a8b1",
  "[ =0323.12g3g1 ]",
  "g3g1 0323.12 4/5 Draw",
  "g8g3\n0700.20 4/3 Draw",
  "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=",
  "0323.12. g3g1a3a2e1g8. h6c3c6",
  "(+3108.34f8h8d6e8c4e6e5e7b4g4h3b5c6f6h6)",
  "$+$~0300,10~b6a1",
];
const OTHERS = [
  "O4OO.l0 g3g1",
  "0400:10 g3g1",
  "=040010g3g1",
  "=0323.12g3",
  "it begins: =0323.12",
  '[Black "(+0116.00)"]',
  "(GBR code 0410.00)",
  "KPPP KPP 0000.32",
  "KBB v KN 0023",
  "gbr: 0000.11",
  "<!-- gbr: ignore[control-mismatch] -->",
  "`6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1`",
  "\\pieces[4+5]{wKg3, wLa2e1}",
  "\\newgame[setfen=8/8/8/8/8/8/8/8]",
  "9-+-+-+n+0",
];
const NONE = [
  "",
  "2015.06.26",
  "1925.12.??",
  "The price is 4888.88 euros, or $1234.56.",
  "version 2227.00",
  "double n = 1234.56;",
  "double n = 1234.5678;",
  "total =1234.56.78",
  "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6",
  "ISBN 90-274-3896-3",
  "https://example.org/2015/06/26/a1b2c3d4",
  "commit 0400a10b2",
  "London GBR, 12 May",
  "K and K 12",
];

test("whatever has a code in one of the six forms has signs", () => {
  for (const text of FORMS) assert.ok(hasSigns(`Once upon a time ${text} and so on.`), text);
});

test("so does what is damaged, half written, or has a board instead", () => {
  for (const text of OTHERS) assert.ok(hasSigns(text), text);
});

test("dates, prices, moves and addresses do not", () => {
  for (const text of NONE) assert.ok(!hasSigns(text), text);
});

test("the examples have signs, the license has none", () => {
  for (const name of ["collection.pgn", "manuscript.md", "manuscript.tex", "manuscript.txt"]) {
    assert.ok(hasSigns(readFileSync(`../docs/examples/${name}`, "utf8")), name);
  }
  assert.ok(!hasSigns(readFileSync("../LICENSE", "utf8")));
});

test("a large text is looked through quickly", () => {
  const texts = [
    "a1 ".repeat(400_000),
    "1234 ".repeat(250_000),
    "K".repeat(20_000),
    "KQ KQ ".repeat(200_000),
    "rnbq/".repeat(200_000),
    "gbr ".repeat(250_000),
  ];
  for (const text of texts) {
    const begun = performance.now();
    hasSigns(text);
    const took = performance.now() - begun;
    assert.ok(took < 1000, `${text.slice(0, 10)}… took ${took.toFixed(0)} ms`);
  }
});

test("every beginning of a code or a move may be one that is typed, and a word is none from the letter on that no code has", () => {
  for (const whole of [...FORMS, "1.Kg7 h4 2.Kxc6+ Sf6-d5 3.O-O 12...h1=", "(=0323.12g3g1)"])
    for (const word of whole.split(/[\s~[\]$]+/).filter((word) => /^[(=+]*\S*(?:\d|O-)/.test(word) && !/,/.test(word)))
      for (let end = 1; end <= word.length && !word.slice(0, end).endsWith(")"); end++)
        assert.equal(beginsCode(`see ${word.slice(0, end)}`), end, word);
  assert.equal(beginsCode("beca"), 4);
  assert.equal(beginsCode("g3g1 "), 0);
  for (const before of ["g3g1 0323.12 4/5 ", "=0323.12g3g1 ", "0323.12. g3g1a3 (4/5) "]) {
    assert.equal(beginsCode(`${before}Dra`), 3, before);
    assert.equal(beginsCode(`${before}Draw, which`), 0, before);
  }
  for (const word of ["becau", "the", "Kubbel", "draw", "x = sin"]) assert.equal(beginsCode(`of ${word}`), 0, word);
  assert.equal(beginsCode("a".repeat(1 << 20)), 0);
});
