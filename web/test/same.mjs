// The answers of the extension's built-in server, in a worker of Node, against those of the same sources in a Python:
// same.mjs BUNDLED [EVERY]. BUNDLED is the extension's folder; PYTHON is a Python with gbr-lsp. Of the specifications every
// text is opened; the files of GBR_CORPORA and GBR_PROOFS are read too, if there are such folders.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { builtIn, python, startOf } from "./clients.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const bundled = resolve(process.argv[2]),
  every = process.argv[3] ?? "1";
const native = process.env.PYTHON ?? "python3";
const LANGUAGES = {
  md: "markdown",
  tex: "latex",
  pgn: "pgn",
  txt: "plaintext",
  html: "html",
  csv: "csv",
  tsv: "tsv",
  json: "json",
  yaml: "yaml",
  rst: "restructuredtext",
  adoc: "asciidoc",
  org: "org",
  typ: "typst",
};
const CODES = 3;
const SIGNS = /\d{4}\.\d{2}|\b1\. ?\S/g;

/** Return what a server answers about the document at `path`: its findings, and what it shows at its first codes and moves. */
async function answers(client, path) {
  const uri = pathToFileURL(path).href,
    text = readFileSync(path, "utf8");
  client.send({
    method: "textDocument/didOpen",
    params: { textDocument: { uri, languageId: LANGUAGES[path.split(".").at(-1)] ?? "plaintext", version: 1, text } },
  });
  const textDocument = { uri };
  // What a hover states as compared depends on whether the findings are known.
  const { items } = await client.request("textDocument/diagnostic", { textDocument });
  const found = { findings: items, symbols: client.request("textDocument/documentSymbol", { textDocument }) };
  const places = [...text.matchAll(SIGNS)].slice(0, CODES).map((match) => {
    const before = text.slice(0, match.index).split(/\r\n|\r|\n/);
    return {
      line: before.length - 1,
      character: before.at(-1).length + 2,
      end: before.at(-1).length + match[0].length,
    };
  });
  places.forEach(({ line, character, end }, number) => {
    found[`hover ${number}`] = client.request("textDocument/hover", { textDocument, position: { line, character } });
    found[`completion ${number}`] = client.request("textDocument/completion", {
      textDocument,
      position: { line, character: end },
      context: { triggerKind: 1 },
    });
    found[`board ${number}`] = client.command("gbr.showBoard", uri, { line, character });
    found[`moves ${number}`] = client.command("gbr.moves", uri, { line, character });
  });
  const known = Object.fromEntries(
    await Promise.all(Object.entries(found).map(async ([key, answer]) => [key, await answer])),
  );
  client.send({ method: "textDocument/didClose", params: { textDocument } });
  return known;
}

async function collection(client) {
  const asked = { query: "", group: "file", path: [], only: [], offset: 0, limit: 500 };
  for (;;) {
    const answer = await client.command("gbr.collection", asked);
    if (answer.state === "ready") break;
    await new Promise((done) => setTimeout(done, 200));
  }
  const found = {};
  for (const group of ["class", "composer", "file", "finding"]) {
    const { groups, ...rest } = await client.command("gbr.collection", { ...asked, group });
    found[group] = { groups, rest };
    for (const { key } of groups)
      found[`${group} ${key}`] = await client.command("gbr.collection", { ...asked, group, path: [key] });
  }
  for (const words of ["rook against pawn", "Kubbel", "draw 1925"])
    found[words] = await client.command("gbr.search", words);
  return found;
}

const work = mkdtempSync(join(tmpdir(), "gbr-same-")),
  specs = join(work, "texts"),
  studies = join(work, "studies");
const clients = [];
try {
  for (const folder of [specs, studies]) mkdirSync(folder);
  execFileSync(native, [join(here, "fixtures.py"), specs, every]);
  const [corpora, proofs] = ["GBR_CORPORA", "GBR_PROOFS"]
    .map((name) => process.env[name] ?? "")
    .map((folder) =>
      existsSync(folder)
        ? readdirSync(folder)
            .map((name) => join(folder, name))
            .filter((path) => statSync(path).isFile())
        : [],
    );
  const examples = join(here, "..", "..", "docs", "examples");
  const texts = [
    ...corpora.filter((path) => /\.(txt|pgn)$/.test(path)),
    ...readdirSync(examples).map((name) => join(examples, name)),
  ];
  for (const path of texts) writeFileSync(join(studies, basename(path)), readFileSync(path));
  clients.push(
    python(bundled, join(work, "one"), native),
    builtIn(bundled, startOf(bundled, join(work, "two"), join(work, "snapshot"))),
  );
  await Promise.all(clients.map((client) => client.begin(studies)));
  const counts = { texts: 0, answers: 0, differ: 0 };
  const compare = (name, [one, two]) => {
    assert.deepEqual(Object.keys(one), Object.keys(two), name);
    for (const key of Object.keys(one)) {
      counts.answers++;
      if (JSON.stringify(one[key]) === JSON.stringify(two[key])) continue;
      counts.differ++;
      const [left, right] = [one, two].map((each) => JSON.stringify(each[key]) ?? "nothing");
      const at = Math.max(0, [...left].findIndex((char, place) => char !== right[place]) - 100);
      if (counts.differ < 10)
        console.error(`${name}: ${key}\n  ${left.slice(at, at + 400)}\n  ${right.slice(at, at + 400)}`);
    }
  };
  for (const path of [
    ...readdirSync(specs)
      .sort()
      .map((name) => join(specs, name)),
    ...texts,
  ]) {
    counts.texts++;
    compare(basename(path), await Promise.all(clients.map((client) => answers(client, path))));
  }
  compare("collection", await Promise.all(clients.map(collection)));
  const printed = [...proofs, ...["page.pdf", "manuscript.docx"].map((name) => join(examples, "..", "printed", name))];
  for (const path of printed.filter((path) => /\.(pdf|docx)$/.test(path)))
    compare(
      basename(path),
      await Promise.all(
        clients.map(async (client) => ({ read: await client.command("gbr.checkProof", pathToFileURL(path).href) })),
      ),
    );
  console.log(
    `${counts.texts} texts, ${printed.length} printed files, ${counts.answers} answers, ${counts.differ} differ`,
  );
  if (counts.differ || counts.answers < 100) process.exitCode = 1;
} finally {
  for (const client of clients) client.end();
  rmSync(work, { recursive: true });
}
