// The view of the collection: a question in plain words, and the tree of studies, at the places where VS Code puts them.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clipboard, close, rest, run, webView, WINDOW, windowOn } from "./page.mjs";
import { given } from "./place.mjs";
import { check, same, until } from "./report.mjs";

/** Where VS Code has its bars before anybody moves them. */
const FACTORY = { "workbench.activityBar.location": "default", "workbench.sideBar.location": "left" };
const RECORDS = 1200;
const THEMES = {
  light: "Default Light Modern",
  dark: "Default Dark Modern",
  contrast: "Default High Contrast",
  "contrast-light": "Default High Contrast Light",
};
const FEN = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";

const tree = (page) => page.locator(".pane", { has: page.locator('.pane-header[aria-label^="Studies"]') });
const rows = (page) => tree(page).locator(".monaco-list-row");
const row = (page, text) => rows(page).filter({ hasText: text }).first();
const focused = (page) => tree(page).locator(".monaco-list-row.focused");
const field = (page) => webView(page).locator("#query");
const counter = (page) => webView(page).locator("#count");
const caret = (page, place) => page.locator("#status\\.editor\\.selection", { hasText: place }).waitFor();
const plain = (text) => text.replaceAll(/\s+/g, " ").trim();

/** The labels and descriptions of the rows at `level`, 1 for groups. */
const labels = (page, level) =>
  tree(page)
    .locator(`.monaco-list-row[aria-level="${level}"] .monaco-icon-label-container`)
    .evaluateAll((found) => found.map((one) => [...one.children].map((part) => part.innerText.trim()).join(" ").trim()));

async function counts(page, expected, what) {
  const seen = () => counter(page).innerText();
  const holds = typeof expected === "string" ? (text) => text === expected : (text) => expected.test(text);
  await until(what, async () => holds(await seen())).catch(async () => check(false, what, `${await seen()}, not ${expected}`));
  check(true, what, await seen());
  return (await seen()).split(" ").map((word) => Number(word.replace(",", ""))).filter((number) => !Number.isNaN(number));
}

/** Opens the window of `folder` with the collection, by its icon. */
async function opened(browser, editor, running, folder) {
  editor.settings(FACTORY);
  const page = await windowOn(browser, running.address, folder);
  await page.setViewportSize({ width: 1200, height: WINDOW.height });
  await page.locator('.activitybar .action-label[aria-label="GBR Codes"]').click();
  await field(page).waitFor();
  return page;
}

async function done(page, editor) {
  editor.settings({});
  await close(page);
}

async function toField(page) {
  await run(page, "Focus on Search Studies View");
  await until("the field has the focus", () => field(page).evaluate((one) => one === document.activeElement && document.hasFocus()));
}

/** Replaces the text of the field by keys alone. */
async function type(page, text) {
  await toField(page);
  // A key may come before the frame has the focus.
  await until(`the field has ${text}`, async () => {
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await page.keyboard.type(text, { delay: 60 });
    return (await field(page).inputValue()) === text;
  });
}

/** Types a question, and opens one of the studies found, by keys alone. */
export async function asks(browser, editor, running, folder) {
  const page = await opened(browser, editor, running, folder);
  const [all] = await counts(page, /^\d+ studies$/, "all studies are counted");
  await type(page, "Kubbel 1925");
  const [found] = await counts(page, new RegExp(`^\\d+ of ${all}$`), "some match");
  check(0 < found && found < all, "not all");
  same(await webView(page).locator("#reading").innerText(), "read as: composer:kubbel year:1925", "the reading is shown");
  await row(page, "manuscript.md:52").waitFor();
  const shown = (await labels(page, 2)).find((text) => text.includes("manuscript.md:52"));
  check(/0323\.12.* · Kubbel 1925 manuscript\.md:52$/.test(shown), "a row has code, composer and year", shown);
  await page.keyboard.press("ArrowDown");
  await focused(page).waitFor();
  await until("a row has the focus", async () => {
    if ((await focused(page).innerText()).includes("manuscript.md:52")) return true;
    await page.keyboard.press("ArrowDown");
    return false;
  });
  await page.keyboard.press("Enter");
  await page.locator(".tab.active", { hasText: "manuscript.md" }).waitFor();
  await caret(page, "Ln 52, Col 3");
  await until("the tree keeps the focus", () => tree(page).locator(".monaco-list:focus").count());
  check(true, "Enter opens the text with the caret at the code, and the tree keeps the focus");
  await picture(page, "question");
  await done(page, editor);
}

/** Groups, chips, rows, pages and the welcome. */
export async function browses(browser, editor, running, folder) {
  const page = await opened(browser, editor, running, folder);
  const [all] = await counts(page, /^\d+ studies$/, "all studies are counted");
  const sum = (labels) => labels.reduce((sum, label) => sum + Number(label.split(" ")[1]), 0);
  let classes = [];
  // The rows come a little later than the counter.
  await until("all classes", async () => sum((classes = await labels(page, 1))) === all);
  await groups(page, classes);
  await chips(page, all);
  await refuses(page, classes);
  await acts(page);
  await themes(page, editor);
  await grows(page, folder, all);
  await done(page, editor);
  await welcomes(browser, editor, running);
}

async function groups(page, classes) {
  check(classes.every((text) => /^\d{4}\.\d\d \d/.test(text)), "the groups are classes", classes);
  await run(page, "Focus on Studies View");
  await until("the first class has the focus", async () => {
    await page.keyboard.press("Home");
    return focused(page).count();
  });
  await page.keyboard.press("ArrowRight");
  await until("the class opens", async () => (await labels(page, 2)).length);
  check(true, "the right arrow opens a class", await labels(page, 2));
  await groupBy(page, "Composer");
  await row(page, "Kubbel").waitFor();
  check(true, "the groups are composers", await labels(page, 1));
  await row(page, "Kubbel").click();
  await until("the composer opens", async () => (await labels(page, 2)).length);
  await picture(page, "composers");
  await groupBy(page, "Finding");
  await row(page, "king-mismatch").waitFor();
  check(true, "the groups are findings", await labels(page, 1));
  await picture(page, "findings");
  await groupBy(page, "Class");
  await row(page, "0000.11").waitFor();
}

/** Chooses a group in the menu of the title, in which the current one has a check mark. */
async function groupBy(page, group) {
  await tree(page).locator(".pane-header").hover();
  await tree(page).locator('.pane-header .action-label[aria-label^="Group By"]').click();
  const items = page.locator(".monaco-menu .action-label");
  await items.first().waitFor();
  const names = (await items.allInnerTexts()).map(plain).filter(Boolean);
  check(names.filter((name) => name.startsWith("✓")).length === 1, "the menu has a check mark", names);
  await choose(page, `Group by ${group}`);
  await until(`the title has ${group}`, async () => {
    return plain(await tree(page).locator(".pane-header .description").innerText()) === `by ${group.toLowerCase()}`;
  });
}

/** Chooses an item of the open menu by keys. */
async function choose(page, item) {
  await page.locator(".monaco-menu .action-label", { hasText: item }).waitFor();
  await until(`${item} has the focus`, async () => {
    await page.keyboard.press("ArrowDown");
    return page.locator(".monaco-menu .action-item.focused", { hasText: item }).count();
  });
  await page.keyboard.press("Enter");
}

/** Chooses an item of the menu of the row with `text`. */
async function act(page, text, item) {
  await row(page, text).click({ button: "right" });
  await choose(page, item);
}

async function chips(page, all) {
  await toField(page);
  const pressed = () =>
    webView(page).locator("#chips button").evaluateAll((buttons) => buttons.map((one) => one.getAttribute("aria-pressed")).join());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  const [draws] = await counts(page, new RegExp(`^\\d+ of ${all}$`), "the chip Draw is pressed by keys");
  same(await pressed(), "false,true,false", "and tells so");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Space");
  const both = await until("with Win there are more", async () => {
    const [count] = (await counter(page).innerText()).split(" ").map(Number);
    return draws < count && count;
  });
  check(both <= all, "with Win there are more", `${draws}, ${both}`);
  await webView(page).locator("#draw").click();
  await webView(page).locator("#win").click();
  await counts(page, `${all} studies`, "without chips all are there");
}

async function refuses(page, classes) {
  const are = (seen) => seen.join() === classes.join();
  await until("all classes are there", async () => are(await labels(page, 1)));
  await type(page, "xyzzy");
  const problem = webView(page).locator("#problem", { hasText: "xyzzy" });
  await problem.waitFor();
  check(true, "an unknown word is named", await problem.innerText());
  await until("the rows go, which belong to another question", async () => !(await labels(page, 1)).length);
  await picture(page, "problem");
  await page.keyboard.press("Escape");
  await problem.waitFor({ state: "hidden" });
  same(await field(page).inputValue(), "", "Escape empties the field");
  await type(page, "draw Kubbel");
  const reading = webView(page).locator("#reading");
  await reading.filter({ hasText: "kubbel" }).waitFor();
  const query = (await reading.innerText()).replace("read as: ", "");
  await reading.click();
  same(await field(page).inputValue(), query, "a click puts the reading into the field");
  await reading.waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
}

/** The tooltip, the menu of a row, and the board. */
async function acts(page) {
  await type(page, "0000.11");
  await row(page, "collection.pgn:6").hover();
  const image = page.locator('.monaco-hover img[src^="data:image/svg+xml"]');
  await image.waitFor();
  await until("the board is drawn", () => image.evaluate((one) => one.complete && one.naturalWidth));
  await page.screenshot({ path: pathOf("tooltip"), scale: "css" });
  check(true, "the tooltip has the board", plain(await page.locator(".monaco-hover").first().innerText()));
  await rest(page);
  await act(page, "collection.pgn:6", "Copy FEN");
  await until("the FEN is copied", async () => (await clipboard(page)) === FEN);
  check(true, "Copy FEN", FEN);
  await act(page, "collection.pgn:6", "Anticipations");
  await page.locator(".quick-input-title", { hasText: "Anticipations" }).waitFor();
  const found = await page.locator(".quick-input-list .monaco-list-row").allInnerTexts();
  check(1 < found.length, "Anticipations lists the studies with such a position", found.map(plain));
  await page.keyboard.press("Escape");
  await act(page, "collection.pgn:6", "Show Board");
  const board = webView(page, 1);
  await board.locator("#fen", { hasText: FEN }).waitFor();
  check(true, "Show Board opens the text and the board");
  await board.locator("h1").click();
  await type(page, "Kubbel 1925");
  await row(page, "manuscript.md:52").click();
  await board.locator("h1", { hasText: "0323.12" }).waitFor();
  await caret(page, "Ln 52, Col 3");
  check(true, "the board follows a click on a row, also after it had the focus");
  await page.locator(".tab", { hasText: "GBR Board" }).locator(".codicon-close").click();
  await act(page, "manuscript.md:52", "Same Class");
  await until("the class is in the field", async () => (await field(page).inputValue()) === "0323.12");
  check(true, "Same Class puts the class into the field", await counter(page).innerText());
}

async function themes(page, editor) {
  await toField(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await webView(page).locator('#draw[aria-pressed="true"]').waitFor();
  for (const [name, theme] of Object.entries(THEMES)) {
    editor.settings({ ...FACTORY, "workbench.colorTheme": theme });
    await page.locator(`.monaco-workbench.${CLASSES[name]}`).waitFor();
    await picture(page, name);
  }
  editor.settings(FACTORY);
  await run(page, "Focus on Search Studies View");
  await webView(page).locator("#draw").click();
}

const CLASSES = { light: "vs", dark: "vs-dark", contrast: "hc-black", "contrast-light": "hc-light" };

/** Records that come while the view is open, and a group of more than one page. */
async function grows(page, folder, all) {
  await type(page, "");
  await counts(page, `${all} studies`, "the field is empty");
  await groupBy(page, "File");
  await row(page, "manuscript.md").click();
  await until("the file is open", async () => (await labels(page, 2)).length);
  records(folder);
  await counts(page, `${(all + RECORDS).toLocaleString("en")} studies`, "records that come are counted");
  await row(page, "long.pgn").waitFor();
  check(0 < (await labels(page, 2)).length, "and the group that was open is still open");
  await row(page, "manuscript.md").click();
  await row(page, "long.pgn").click();
  await row(page, "long.pgn:6").waitFor();
  const more = async (text) => {
    await run(page, "Focus on Studies View");
    await page.keyboard.press("End");
    await until(`the row ${text}`, async () => {
      await page.keyboard.press("ArrowUp");
      return (await focused(page).innerText()).includes(text);
    });
  };
  await more("500 of 1,200");
  await page.keyboard.press("Enter");
  await until("the next rows", async () => (await focused(page).innerText()).includes("long.pgn:6006"));
  check(true, "More… loads the next rows, and the first of them has the focus", plain(await focused(page).innerText()));
  await picture(page, "more");
  await more("1,000 of 1,200");
  await page.keyboard.press("Enter");
  await until("the last rows", async () => (await focused(page).innerText()).includes("long.pgn:12006"));
  await page.keyboard.press("End");
  await row(page, "long.pgn:14394").waitFor();
  check(!(await row(page, "More…").count()), "and the last page has no such row");
  rmSync(join(folder, "long.pgn"));
  await counts(page, `${all} studies`, "records that go are no longer counted");
}

async function welcomes(browser, editor, running) {
  const folder = join(given.work, "without-studies");
  mkdirSync(folder, { recursive: true });
  const page = await opened(browser, editor, running, folder);
  const button = tree(page).locator(".welcome-view .monaco-button", { hasText: "Open an Example" });
  await button.waitFor();
  check(true, "an empty folder has a welcome", plain(await tree(page).locator(".welcome-view").innerText()));
  await picture(page, "welcome");
  await button.click();
  await page.locator(".tab.active", { hasText: "Four old studies" }).waitFor();
  check(true, "which opens the example");
  await run(page, "File: Revert File");
  await done(page, editor);
}

const pathOf = (name) => {
  const folder = join(given.taken, "collection");
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.png`);
};

/** Pictures to look at; they are not compared. */
async function picture(page, name) {
  await rest(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: pathOf(name), scale: "css" });
}

function records(folder) {
  const record = (number) => `[Event "A tourney"]
[Site "?"]
[Date "19${10 + (number % 80)}.??.??"]
[Round "?"]
[White "Somebody=S"]
[Black "(=0000.11h8a6)"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "${FEN}"]

{${number}} 1.Kg7 h4 2.Kf6 1/2-1/2

`;
  writeFileSync(join(folder, "long.pgn"), Array.from({ length: RECORDS }, (_, number) => record(number)).join(""));
}
