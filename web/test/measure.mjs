// Measures the built page in Chromium against its goals: measure.mjs. Status 1 if a goal is missed.
// SLACK, such as 1.5, multiplies the goals in seconds. GBR_CORPORA and GBR_PROOFS are folders of real files.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CORPORA, PROOFS } from "./corpora.mjs";
import { PATIENCE, Steps, begin } from "./page.mjs";
import { violations } from "./scenarios/looks.mjs";
import { watch } from "./watch.mjs";

const SLACK = Number(process.env.SLACK ?? 1);
/** Each time is the median of so many. */
const RUNS = 3;
const KEYS = 9;
/** Milliseconds between two keys: the page requests colors and fixes meanwhile. */
const KEY_PAUSE = 400;
/** Milliseconds without further findings after which a pasted text has none. */
const PASTE_PAUSE = 4000;
/** Milliseconds to wait for what the page prepares for later visits. */
const PREPARATION = 30_000;
const LETTER = "\u00e9";
const PGN_SIZE = 1_000_000;
/** In the large PGN, the kings of every record with such a number are exchanged. */
const EVERY_SLIP = 20;

const { server, address, browser, end } = await begin();

const UNITS = {
  s: { show: (value) => `${value.toFixed(2)} s`, slack: SLACK },
  ms: { show: (value) => `${value.toFixed(0)} ms`, slack: SLACK },
  MB: { show: (value) => `${value.toFixed(2)} MB`, slack: 1 },
  "": { show: String, slack: 1 },
};
const print = (name, value, goal, verdict) =>
  console.log(`${name.padEnd(62)} ${value.padStart(9)} ${goal.padStart(11)}  ${verdict}`);

/** Print a row, and set the status if `value` is more than `goal`. */
function row(name, value, goal, unit = "", note = "") {
  const { show, slack } = UNITS[unit];
  const isReached = value <= goal * slack;
  if (!isReached) process.exitCode = 1;
  print(name, show(value), `<= ${goal}${unit && ` ${unit}`}`, `${isReached ? "ok" : "missed"}${note && `  (${note})`}`);
}
const skip = (name, reason) => print(name, "skipped", "", reason);
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Return what `run` returns, `count` times. */
async function repeat(count, run) {
  const values = [];
  while (values.length < count) values.push(await run(values.length));
  return values;
}

async function newContext() {
  const context = await browser.newContext();
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(watch);
  return context;
}

async function visit(context) {
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(address, { waitUntil: "commit" });
  return new Steps(page);
}

/** Wait until the page has a value in `measured`, and return it. */
const timeOf = async ({ page }, name) =>
  (await page.waitForFunction((name) => globalThis.measured?.[name], name)).jsonValue();

/** Milliseconds from the start of a first visit until a letter can be typed. */
async function usable() {
  const context = await newContext();
  await context.addInitScript((letter) => {
    if (globalThis.measured) globalThis.measured.letter = letter;
  }, LETTER);
  const time = await timeOf(await visit(context), "editor");
  await context.close();
  return time;
}

/** Wait until the page has stored what makes later visits fast. Return what is missing, in words. */
async function prepared({ page }) {
  const isStored = async () => {
    const count = async (name, part) =>
      (await (await caches.open(name)).keys()).filter(({ url }) => url.includes(part)).length;
    return 0 < (await count("gbr-lsp-files", "proofs.tar")) && 0 < (await count("gbr-lsp-snapshot", "snapshot"));
  };
  await page.evaluate(() => navigator.serviceWorker.ready);
  for (const start = performance.now(); !(await page.evaluate(isStored)); await pause(100))
    if (PREPARATION < performance.now() - start) return "without a snapshot";
  return "";
}

const sentBytes = (isWanted) =>
  Object.entries(server.sent).reduce((sum, [path, count]) => sum + (isWanted(path) ? count : 0), 0) / 1e6;
const isReader = (path) => /^\/(proofs|maps)\b/.test(path);

/** Measure first visits; return the context of one of them, for later visits. */
async function firstVisits() {
  let kept, note, bytes;
  const times = await repeat(RUNS, async () => {
    server.sent = {};
    const context = await newContext();
    const page = await visit(context);
    const time = await timeOf(page, "card");
    if (kept) await context.close();
    else {
      kept = context;
      note = await prepared(page);
      bytes = sentBytes((path) => !isReader(path));
      kept.readerBytes = sentBytes(isReader);
      await page.page.close();
    }
    return time;
  });
  row("first visit: bytes", bytes, 7.5, "MB");
  row("first visit: the editor takes a letter", median(await repeat(RUNS, usable)) / 1000, 0.3, "s");
  row("first visit: first findings", median(times) / 1000, 4.5, "s");
  return { kept, note };
}

async function laterVisits(context, note) {
  const times = await repeat(RUNS, async () => {
    const page = await visit(context);
    const time = await timeOf(page, "card");
    await page.page.close();
    return time;
  });
  row("later visit: first findings", median(times) / 1000, 2, "s", note);
}

/** Open the page in `context` without drafts, and wait for the findings of its example. */
async function visitAnew(context) {
  const page = await visit(context);
  await timeOf(page, "card");
  const drafts = () =>
    new Promise((done) => {
      const opening = indexedDB.open("gbr-lsp");
      opening.onsuccess = () => {
        const change = opening.result.transaction("drafts", "readwrite");
        change.objectStore("drafts").clear();
        change.oncomplete = () => done(opening.result.close());
      };
    });
  await page.page.evaluate(drafts);
  await page.at("#new").click();
  await page.isBlank();
  await page.says("Paste or type");
  return page;
}

const startWaiting = ({ page }, isFile, quiet) =>
  page.evaluate(([isFile, quiet]) => globalThis.measured.wait(isFile, quiet), [isFile, quiet]);

/** Return the times of what the page has shown. Reject with its last words if it shows nothing for `PATIENCE`. */
async function ended(page) {
  const times = page.page.evaluate(() => globalThis.measured.done);
  times.catch(() => {}); // awaited below
  const result = await Promise.race([times, pause(PATIENCE)]);
  if (!result) throw new Error(`nothing is shown; the page says: ${await page.at("#status").innerText()}`);
  return result;
}

/** Paste `text` in a new worker each time, then type in it at the middle one of its findings. */
async function pasteAndType(context, name, text, goals) {
  const keys = [];
  let words;
  const pasted = await repeat(RUNS, async (number) => {
    const page = await visitAnew(context);
    await startWaiting(page, false, PASTE_PAUSE);
    await page.pasteOver(text);
    const times = await ended(page);
    ({ words } = times);
    if (times.first < times.shown) words += `, the first ones after ${(times.first / 1000).toFixed(2)} s`;
    if (number === RUNS - 1) {
      const cards = page.at(".card .place");
      await cards.nth(Math.floor((await cards.count()) / 2)).click();
      keys.push(...(await typeKeys(page)));
    }
    await page.page.close();
    return times.shown;
  });
  row(`${name} pasted: all findings`, median(pasted) / 1000, goals.paste, "s", words);
  const published = median(keys.map((times) => times.published)).toFixed(0);
  row(
    `${name}: findings after a key`,
    median(keys.map(({ shown }) => shown)),
    goals.key,
    "ms",
    `sent after ${published} ms`,
  );
}

/** Type and delete a digit at the caret; return the times of the findings. */
function typeKeys(page) {
  return repeat(KEYS, async (number) => {
    await startWaiting(page, false, KEY_PAUSE);
    await page.page.keyboard.press(number % 2 ? "Backspace" : "9");
    return ended(page);
  });
}

/** Return a PGN of `PGN_SIZE` characters: the records of `text` in turn, with numbers of their own and a few slips. */
function largePgn(text) {
  const records = text.trim().split(/\n\n(?=\[Event )/);
  let whole = "";
  for (let number = 0; whole.length < PGN_SIZE; number++) {
    const record = records[number % records.length].replace(/\[Round "[^"]*"\]/, `[Round "${number}"]`);
    const slip = number % EVERY_SLIP ? "$1$2$3" : "$1$3$2";
    whole += `${record.replace(/(\[Black "\(.\d{4}\.\d\d)([a-h]\d)([a-h]\d)/, slip)}\n\n`;
  }
  return whole;
}

async function opened(context, path, goal) {
  const data = readFileSync(path);
  let words;
  const times = await repeat(RUNS, async () => {
    const page = await visitAnew(context);
    await startWaiting(page, true, 0);
    await page.choose([basename(path), data]);
    const { shown, words: said } = await ended(page);
    words = said;
    await page.page.close();
    return shown;
  });
  row(`${basename(path)} opened: findings`, median(times) / 1000, goal, "s", words);
}

function lines() {
  const source = fileURLToPath(new URL("../src", import.meta.url));
  const counts = readdirSync(source, { recursive: true })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => [readFileSync(join(source, name), "utf8").split("\n").length - 1, name])
    .sort(([one], [other]) => other - one);
  row(
    "lines of TypeScript in src",
    counts.reduce((sum, [count]) => sum + count, 0),
    2400,
  );
  row("lines of its longest file", counts[0][0], 300, "", counts[0][1]);
}

/** Measure with the file at `path`, if there is one. */
async function withFile(path, measure) {
  const name = basename(path);
  if (!existsSync(path)) return skip(name, `there is no ${path}`);
  await attempt(name, () => measure(path));
}

/** Run `measure`; if it fails, its row is missed. */
async function attempt(name, measure) {
  try {
    return await measure();
  } catch (error) {
    process.exitCode = 1;
    print(name, "failed", "", `missed  (${String(error).split("\n")[0]})`);
  }
}

try {
  const { kept, note } = await firstVisits();
  await attempt("later visit", () => laterVisits(kept, note));
  await withFile(join(PROOFS, "eg190-p1-18.pdf"), async (path) => {
    server.sent = {};
    await opened(kept, path, 3);
    row("first PDF: bytes in addition", kept.readerBytes + sentBytes(isReader), 0.6, "MB");
  });
  await withFile(join(PROOFS, "book-part.docx"), (path) => opened(kept, path, 4));
  await withFile(join(CORPORA, "eg190-p1-18.txt"), (path) =>
    pasteAndType(kept, "EG 190", readFileSync(path, "utf8"), { paste: 0.6, key: 30 }),
  );
  await withFile(join(CORPORA, "hhdb-sample.pgn"), (path) =>
    pasteAndType(kept, "PGN of 1 MB", largePgn(readFileSync(path, "utf8")), { paste: 1.5, key: 250 }),
  );
  row("violations found by axe-core", (await violations({ browser, address })).length, 0);
  lines();
} finally {
  await end();
}
