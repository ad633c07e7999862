// The kinds of texts as the page recognizes them: one or more texts of each kind, and texts that a pattern could hang on.

import assert from "node:assert/strict";
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { TEXTS } from "./samples.mjs";

const source = fileURLToPath(new URL("../src/kinds.ts", import.meta.url));
const { outputFiles } = await build({ entryPoints: [source], write: false, format: "esm", bundle: true });
const code = Buffer.from(outputFiles[0].contents).toString("base64");
const { KINDS, kindOf, renameTo } = await import(`data:text/javascript;base64,${code}`);

const SAMPLES = {
  ...Object.fromEntries(Object.entries(TEXTS).map(([kind, text]) => [kind, [text]])),
  tsv: ["Author\tGBR\tFEN\nRéti\t0000.11h8a6\t7K/8/k1P5/7p/8/8/8/8\n", "a\t0323.12\nb\t0000.11\n"],
  csv: [
    "Author,Year,GBR\nRéti,1921,0000.11h8a6\nSaavedra,1895,0300.10b6a1\n",
    'a;"b;c";0323.12\nd;e;0000.11\nf;g;0002.01\n',
  ],
  html: [
    "<!doctype html>\n<p>0323.12</p>",
    "<p data-gbr='0323.12'>\n<p>",
    '<table class="studies"><tr><td>0323.12</table>',
  ],
  asciidoc: ["= Studies\n:author: A. B.\n\n0323.12\n", "== Win\n\n[source]\n----\n0323.12\n----\n"],
  restructuredtext: ["Studies\n=======\n\n.. note:: a\n\n0323.12\n", ".. _label:\n\n0323.12\n"],
  org: ["#+TITLE: Studies\n* Win\n0323.12\n", "* Win\n** Réti\n0323.12\n"],
  typst: ["#set page(width: 10cm)\n= Studies\n0323.12\n", '#import "@preview/board:1.0"\n0323.12'],
  mediawiki: ["== Studies ==\n'''0323.12''' [[Réti]]\n", "{{Chess diagram|tright}}\n0323.12\n"],
  json: [
    '[{"gbr": "0323.12g3g1"}]',
    '{"gbr": "0323.12g3g1",\n "fen": "…"}',
    '{"gbr": "0323.12"}\n{"gbr": "0000.11"}\n',
  ],
  yaml: [
    "- gbr: 0323.12g3g1\n  author: Kubbel\n- gbr: 0000.11h8a6\n  author: Réti\n",
    "gbr: 0323.12\nauthor: Kubbel\n",
  ],
};
SAMPLES.plaintext.push(
  "",
  "\n\n",
  "g3g1 0323.12 4/5 Draw",
  "1.Kg7 h4 2.Kf6, and the king arrives.",
  "= 0000.11 h8a6\n\n+ 0300.10 b6a1\n",
);
SAMPLES.markdown.push(
  "# Studies\n\n\\chessboard in TeX, {{template}} in a wiki\n",
  "`7K/8/8/8/8/8/8/k7 w - - 0 1`\n\n0000.11\n",
);
SAMPLES.latex.push("\\section{Réti}\n\\gbr{0000.11}{h8}{a6}\n");
SAMPLES.pgn.push('; notes\n[Event "?"]\n\n1. e4 *\n', '\uFEFF[Event "?"]\r\n\r\n*\r\n');

let count = 0;
for (const [kind, texts] of Object.entries(SAMPLES))
  for (const text of texts) {
    assert.equal(kindOf(text), kind, text.slice(0, 80));
    count++;
  }
assert.deepEqual(Object.keys(SAMPLES).sort(), Object.keys(KINDS).sort());

const PARTS = [
  "\n",
  "[",
  "(",
  "-",
  "=",
  "*",
  "`",
  "'",
  "{",
  "|",
  ":",
  "#",
  "_",
  "\\a{",
  "a",
  " ",
  "\t",
  '"',
  "<",
  "a:\n",
  "- ",
];
const LENGTH = 100_000;
for (const one of PARTS)
  for (const other of ["", ...PARTS]) {
    const part = one + other;
    assert.ok(kindOf(part.repeat(Math.ceil(LENGTH / part.length))) in KINDS);
    count++;
  }

for (const [kind, name, renamed] of [
  ["pgn", "sample.md", "sample.pgn"],
  ["latex", "README", "README.tex"],
  ["markdown", ".txt", "text.md"],
  ["markdown", "a.b.c", "a.b.md"],
])
  assert.equal(renameTo(kind, name), renamed);
console.log(`${count} texts recognized`);
