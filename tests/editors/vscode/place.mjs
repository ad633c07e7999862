// What the parts of the test start from: the options of this run, texts to open, programs to find.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The variable by which a program called gbr-lsp says on which way it was found. */
export const ROUTE = "GBR_LSP_ROUTE";

/**
 * vscode, chromium: the programs. vsix: the extension. gbrLsp: an installed server. python: any Python that runs it.
 * examples: the texts. work: a folder for this run. network: whether there is one.
 * taken, shown: the folders of the pictures. renew: whether those of the README are replaced. short: a short drive. builtin: without a Python.
 */
export const given = Object.fromEntries(process.argv.slice(2).map((one) => one.split(/=(.*)/s).slice(0, 2)));

/** The Python in whose environment the installed server is. */
export const selectedPython = readFileSync(given.gbrLsp, "utf8").match(/^#!(\S+)/)[1];

const ARTICLE = `# Two studies of the month

## Richard Réti, 1921

h8a6 0000.11 2/2 Draw

The white king seems too far from both pawns, yet one diagonal
leads to each of them.

## Leonid Kubbel, 1925

Two bishops against rook and knight.
All that White needs is one tempo, and he gets it.

`;

const RETI = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";

/** One study in every kind of document that holds data. */
const DATA = {
  "study.html": `<p>=0000.11h8a6</p>\n<div data-fen="${RETI}"></div>\n`,
  "studies.csv": `code,fen\n"=0000.11h8a6","${RETI}"\n`,
  "studies.json": `[{"code": "=0000.11h8a6", "fen": "${RETI}"}]\n`,
  "studies.yaml": `- code: "=0000.11h8a6"\n  fen: ${RETI}\n`,
};

/** A record with nested variations, comments and glyphs. */
const NESTED = `[Event "?"]
[White "Reti=R"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "${RETI}"]

{The king seems too far from both pawns.}
1.Kg7! {Towards the diagonal; the only move.} 1...h4 (1...Kb6 2.Kf6 {threatens Ke7} 2...h4
(2...Kxc6 $6 3.Kg5 h4 (3...Kd5 4.Kxh5 (4.Kh4 Ke4 5.Kxh5) 4...Ke4) 4.Kxh4)
3.Ke5 h3 4.Kd6) 2.Kf6 Kb6
(2...h3 3.Ke7 (3.Ke6 h2 4.c7) 3...h2 4.c7 Kb7 5.Kd7 h1=Q) 3.Ke5 $1 $146 3...Kxc6
4.Kf4 1/2-1/2
`;

/** What `gbr-lsp check` says of each of the examples. */
export function checked() {
  const options = { cwd: given.examples, encoding: "utf8" };
  const said = spawnSync(given.gbrLsp, ["check", "--output-format", "concise", "."], options).stdout;
  const found = [...said.matchAll(/^(?:\.\/)?([^:\n]+):(\d+:\d+): ([\w-]+)/gm)];
  const files = [...new Set(found.map(([, file]) => file))];
  const of = (name) => found.filter(([, file]) => file === name).map(([, , place, rule]) => `${place} ${rule}`);
  return Object.fromEntries(files.map((file) => [file, of(file).join(", ")]));
}

/** Fresh copies of the examples, which the parts change. */
export function texts(name) {
  const folder = join(given.work, name);
  cpSync(given.examples, folder, { recursive: true });
  writeFileSync(join(folder, "plain.md"), "# Nothing\n");
  writeFileSync(join(folder, "article.md"), ARTICLE);
  writeFileSync(join(folder, "compact.txt"), "(=0323.12g3g1a3a2e1g8h6c3c6)\n");
  writeFileSync(join(folder, "nested.pgn"), NESTED);
  for (const [file, text] of Object.entries(DATA)) writeFileSync(join(folder, file), text);
  return folder;
}

/** What a program of that editor sees: Node and a Python, and what else is in `folders`. */
export function environment(...folders) {
  const bare = join(given.work, "bare");
  if (!existsSync(bare)) {
    mkdirSync(bare);
    symlinkSync(process.execPath, join(bare, "node"));
    if (!given.builtin) symlinkSync(given.python, join(bare, "python3"));
  }
  const home = join(given.work, "home");
  mkdirSync(home, { recursive: true });
  const path = given.builtin ? [bare] : [...folders, bare, "/usr/bin", "/bin"];
  return { HOME: home, LANG: "C.UTF-8", PATH: path.join(delimiter) };
}

export function hasServer({ PATH }) {
  return PATH.split(delimiter).some((folder) => existsSync(join(folder, "gbr-lsp")));
}

/** A program called gbr-lsp in a folder of its own, which says on which way it was found. */
export function routed(route) {
  const folder = join(given.work, route);
  mkdirSync(folder, { recursive: true });
  const text = `#!/bin/sh\nexport ${ROUTE}=${route}\nexec ${given.gbrLsp} "$@"\n`;
  writeFileSync(join(folder, "gbr-lsp"), text, { mode: 0o755 });
  return folder;
}
