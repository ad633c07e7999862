// node drive.mjs NAME=VALUE...: drives VS Code part by part, and tells what holds and what does not.

import { readFileSync, readdirSync, rmSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { board } from "./board.mjs";
import { acts, completesMoves, formats, games, previews, typesMoves } from "./chess.mjs";
import { asks, browses } from "./collection.mjs";
import { editorIn } from "./editor.mjs";
import { engine } from "./engine.mjs";
import { environmentOf, inHost } from "./host.mjs";
import { kills } from "./kill.mjs";
import { fits, follows, groups, moves, stepsQuickly, tree } from "./moves.mjs";
import { browserOf, close, open, run, windowOn } from "./page.mjs";
import { checked, environment, given, hasServer, routed, selectedPython, texts } from "./place.mjs";
import { gallery } from "./pictures.mjs";
import { proofs, words } from "./proofs.mjs";
import { check, tell } from "./report.mjs";
import { installed, selected, untrusted } from "./servers.mjs";
import { texts as typedTexts, types } from "./typing.mjs";
import { byKeys, byMouse, newBoards } from "./writing.mjs";
import { completes, fixes, fixesAll, hovers, menus, namesLarge, opensTexts, sees, setsSettings, steps, tells, typesAhead, typesCodes, typesTwice } from "./user.mjs";

const expected = checked();
const told = join(given.work, "host.json");
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
rmSync(given.taken, { recursive: true, force: true });
const browser = await browserOf(given.chromium);
const failed = [];

// ONLY=WORDS drives only the parts whose names have them, in an editor that is started all the same.
const only = process.env.ONLY ?? "";
const first = "the extension by itself";
/** What a writer meets in the first minute. */
const SHORT = given.builtin ? [
  first,
  "diagnostics as the author sees them",
  "hover",
  "PDF and Word files with nothing installed",
  "a question in plain words",
] : [
  first,
  "diagnostics as the author sees them",
  "hover",
  "quick steps on the board",
  "codes that are typed",
  "code actions in a game",
  "a quick fix",
  "a question in plain words",
];

const isDriven = (name) =>
  name === first || ((!given.short || SHORT.includes(name)) && (!only || name.includes(only)));

/** Acts at most `tries` times: on a busy machine, an editor may show too late what a step waits for. */
async function part(name, act, tries = 2) {
  if (!isDriven(name)) return;
  const begun = Date.now();
  console.log(` - ${name}`);
  for (let attempt = 1; ; attempt++) {
    try {
      await act();
      break;
    } catch (error) {
      if (!error.told) tell(false, name, error.failed ? error.message : error.stack);
      await leaveTraces(`failed-${++traces}`);
      for (const page of windows()) {
        // A window that is opened again would have what was typed and not saved.
        await run(page, "File: Revert File").catch(() => {});
        await close(page);
      }
      if (attempt < tries) {
        console.log("   tried again");
        continue;
      }
      failed.push(name);
      break;
    }
  }
  console.log(`   ${Date.now() - begun} ms`);
}
let traces = 0;

const windows = () => browser.contexts().flatMap((context) => context.pages());

/** The windows that are open, as pictures, and what the extension wrote to its log. */
async function leaveTraces(name) {
  for (const [number, page] of windows().entries()) {
    const picture = join(given.taken, `${name}-${number}.png`);
    await page.screenshot({ path: picture }).then(
      () => console.log(`        a window: ${picture}`),
      () => {},
    );
  }
  const logs = readdirSync(given.work, { recursive: true }).filter((path) => /GBR codes\.log$/.test(path));
  for (const log of logs)
    console.log(readFileSync(join(given.work, log), "utf8").replaceAll(/^/gm, "        | ").trimEnd());
}

/** The .vsix and nothing else: no gbr-lsp on the PATH, and no network where the machine lets it be taken away. */
async function alone() {
  const surroundings = { ...environment(), ...environmentOf(told) };
  const editor = editorIn(join(given.work, "alone"), given.vscode, surroundings);
  let running;
  await part(first, async () => {
    check(!hasServer(surroundings), "no gbr-lsp is installed here");
    const ways = Object.keys(networkInterfaces()).filter((way) => way !== "lo");
    const open = given.network ? "is open, for this machine gives nobody one of his own" : `has ${ways}`;
    check(given.network || !ways.length, "the network", ways.length ? open : "is off");
    const { status, said } = editor.install(given.vsix);
    check(status === 0, "the .vsix is installed", said);
    running = await editor.start("--disable-workspace-trust", "--enable-smoke-test-driver");
    check(!running.said().includes("rror"), "VS Code starts", running.address);
  });
  if (!running) return;
  const pictures = given.short || given.builtin ? { take() {}, film() {}, compare() {} } : gallery(given, editor);
  await part("inside the extension host", () => inHost(browser, running, texts("inside"), told, expected));
  const folder = texts("manuscripts");
  games(folder);
  typedTexts(folder);
  let page;
  const seen = (name, act) =>
    part(name, async () => {
      if (!page || page.isClosed()) {
        page = await windowOn(browser, running.address, folder);
        await run(page, "View: Close Primary Side Bar");
      }
      await act(page, pictures.take);
    });
  const listed = expected["manuscript.md"].split(", ");
  await seen("diagnostics as the author sees them", () => sees(page, pictures.take, listed));
  await seen("hover", hovers);
  await seen("from finding to finding", steps);
  await seen("all fixes, and another text for a code", fixesAll);
  await seen("menus of the editor", menus);
  await seen("the editors of the settings", setsSettings);
  await seen("completion", completes);
  await seen("codes that are typed", typesCodes);
  await part("what is typed is what is written", () => types(browser, running, folder));
  await seen("codes that are typed ahead of the server", (page) => typesAhead(page, running));
  await seen("codes that are typed at two cursors", typesTwice);
  await seen("the board view", board);
  await seen("the board follows the moves", follows);
  await seen("quick steps on the board", stepsQuickly);
  await seen("a picture that moves", (page) => moves(page, pictures.film));
  await seen("the tree of moves", tree);
  await seen("the panel in all sizes and themes", (page) => fits(page, editor, given.taken));
  await seen("the groups of the board and the text", groups);
  await seen("the board writes, by mouse", byMouse);
  await seen("the board writes, by keys alone", (page) => byKeys(page, running));
  await seen("new boards", newBoards);
  await seen("moves that are typed", typesMoves);
  await seen("games that are formatted", (page) => formats(page, editor));
  await seen("fences that are drawn", previews);
  await seen("code actions in a game", acts);
  await seen("moves that are completed", completesMoves);
  await seen("a quick fix", fixes);
  // What the server says of an engine in a file of settings fills the log, so that its first lines are out of sight.
  await seen("colors, status, walkthrough", () => tells(page, editor));
  await seen("the example and generated texts", (page) => opensTexts(page, editor));
  await seen("an engine reads along", (page, picture) => engine(page, picture, editor, running));
  await seen("PDF and Word files with nothing installed", async (page) => {
    await open(page, "manuscript.md"); // the command is there once the extension runs
    await proofs(page, folder);
    await words(page, folder);
  });
  if (page && !page.isClosed()) await close(page);
  await part("a question in plain words", () => asks(browser, editor, running, texts("asked")));
  await part("the collection", () => browses(browser, editor, running, texts("collection")));
  await part("a file of more than 50 MB", () => namesLarge(browser, running, texts("large")));
  await part("pictures", pictures.compare, 1);
  if (!given.builtin) await part("what is killed", () => kills(browser, running, texts("killed")));
  await running.stop();
}

async function besides() {
  if (only || given.short || given.builtin) return;
  const editor = editorIn(join(given.work, "besides"), given.vscode, {
    ...environment(routed("path")),
    GBR_PYTHON: selectedPython,
  });
  editor.install(given.vsix);
  const folder = texts("besides-texts");
  const running = await editor.start();
  await part("a folder that is not trusted", () => untrusted(browser, editor, running, texts("untrusted")));
  await running.stop();
  const trusting = await editor.start("--disable-workspace-trust");
  editor.settings({});
  await part("an installed server", () =>
    installed(browser, editor, trusting, folder, join(routed("setting"), "gbr-lsp")),
  );
  await part("PDF and Word files", async () => {
    const page = await windowOn(browser, trusting.address, folder);
    await open(page, "plain.md");
    await proofs(page, folder);
    await close(page);
  });
  await part("a selected Python", () => selected(browser, trusting, folder, selectedPython));
  await trusting.stop();
}

try {
  await alone();
  await besides();
} finally {
  await browser.close();
}
console.log(failed.length ? `failed: ${failed.join(", ")}` : "all parts hold");
process.exit(failed.length ? 1 : 0);
