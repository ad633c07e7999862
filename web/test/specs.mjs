// The findings of the built page's packages, in Pyodide under Node, against those of the native program: the same JSON.
// specs.mjs [EVERY]: in each EVERYth text of the specifications; also checks which modules the page can import.
// specs.mjs all: also in real texts, PDF and Word files, and there against the command, too.
// PYTHON is a Python with gbr-lsp.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CORPORA, PROOFS, corpusFiles, printedFiles } from "./corpora.mjs";
import { findingsIn, startPackages } from "./in_pyodide.mjs";

/**
 * Modules that cannot be imported in a browser, each with the module that it lacks: processes check many files, and
 * tablebases are files.
 */
const LACKING = {
  "gbr_lsp.cli.checking.jobs": "multiprocessing",
  "gbr_lsp.solutions.tablebase_blocks": "chess.syzygy",
};
/** The limit for the texts of a folder, and for a PDF or Word file: the page ends its reader after that time. */
const SECONDS = 120;
const MAX_SHOWN = 10;
const here = dirname(fileURLToPath(import.meta.url));
const native = process.env.PYTHON ?? "python3";
const isAll = process.argv[2] === "all",
  every = isAll ? "1" : (process.argv[2] ?? "1");
const limited = { maxBuffer: 1 << 30, timeout: SECONDS * 1000 * Number(process.env.SLACK ?? 1), killSignal: "SIGKILL" };
const work = mkdtempSync(join(tmpdir(), "gbr-web-"));

/** Return the folder `name` with copies of `paths`. */
function gather(name, paths) {
  const folder = join(work, name);
  mkdirSync(folder);
  for (const path of paths) cpSync(path, join(folder, basename(path)));
  return folder;
}

/** Return findings as JSON without their keys `left`. The address of a rule's page depends on where the package is. */
function asJson(found, ...left) {
  const omitted = ["url", ...left];
  return JSON.stringify(found, (key, value) => (omitted.includes(key) ? undefined : value)) ?? "nothing";
}

/** Print the place where `one` and `other` start to differ. */
function showDifference(name, one, other) {
  const at = Math.max(0, [...one].findIndex((char, place) => char !== other[place]) - 100);
  console.error(`${name}\n  ${one.slice(at, at + 400)}\n  ${other.slice(at, at + 400)}`);
}

/** Return the findings that the command has in a file; the reason if it cannot be read. */
function commandFindings(folder, name) {
  const given = ["-m", "gbr_lsp", "check", "--output-format", "json", name];
  const { status, stdout, stderr } = spawnSync(native, given, { ...limited, cwd: folder, encoding: "utf8" });
  return status === 0 || status === 1 ? JSON.parse(stdout) : stderr.trim();
}

/** Compare the findings in the files of `folder`, `page` being the page's, and print the numbers. */
function compare(title, folder, page, seconds, isWithCommand) {
  const program = JSON.parse(execFileSync(native, [join(here, "findings.py"), folder], limited));
  const names = readdirSync(folder);
  let different = 0,
    found = 0;
  const report = (name, one, other) => {
    if (different++ < MAX_SHOWN) showDifference(name, one, other);
  };
  for (const name of names) {
    const isRead = Array.isArray(program[name]);
    if (isRead) found += program[name].length;
    const [one, other] = [page, program].map((all) => asJson(all[name]));
    if (one !== other) report(`${name}: page and program`, one, other);
    if (!isWithCommand || !isRead) continue;
    // The boards and places of an editor are not in the command's JSON.
    const [shown, written] = [page[name], commandFindings(folder, name)].map((all) => asJson(all, "boards", "spot"));
    if (shown !== written) report(`${name}: page and command`, shown, written);
  }
  const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  const counts = `${counted(names.length, "file")}, ${counted(found, "finding")}, ${different} differ`;
  console.log(`${title}: ${counts}, ${seconds.toFixed(1)} s in Pyodide`);
  if (different) process.exitCode = 1;
  return found;
}

async function compareSpecifications() {
  const folder = gather("specifications", []);
  execFileSync(native, [join(here, "fixtures.py"), folder, every]);
  const begun = performance.now();
  const python = await startPackages();
  const failed = JSON.parse(python.runPython(readFileSync(join(here, "imports.py"), "utf8")));
  assert.deepEqual(failed, LACKING);
  const page = JSON.parse(findingsIn(python, folder));
  assert.ok(compare("specifications", folder, page, (performance.now() - begun) / 1000, false));
}

/** Compare the findings in `paths`, in a process with a time limit. */
async function compareFiles(title, paths) {
  const folder = gather(title, paths);
  const begun = performance.now();
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [join(here, "in_pyodide.mjs"), folder], limited);
    compare(title, folder, JSON.parse(stdout), (performance.now() - begun) / 1000, true);
  } catch (error) {
    console.error(`${title}: ${error.killed ? `takes longer than ${limited.timeout / 1000} s` : error}`);
    process.exitCode = 1;
  }
}

try {
  await compareSpecifications();
  if (isAll) {
    const corpora = corpusFiles();
    if (corpora.length) await compareFiles("corpora", corpora);
    else console.log(`corpora: skipped, for ${CORPORA} has no texts`);
    const printed = printedFiles();
    for (const path of printed) await compareFiles(basename(path), [path]);
    if (!printed.some((path) => path.startsWith(PROOFS))) console.log(`proofs: skipped, for ${PROOFS} has no files`);
  }
} finally {
  rmSync(work, { recursive: true });
}
