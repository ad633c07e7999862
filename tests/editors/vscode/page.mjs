// VS Code in a browser as its user sees it: keys are typed, the mouse is moved, and the page is looked at.

import { chromium } from "playwright-core";
import { until } from "./report.mjs";

const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
];
const SAME_LETTERS = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"];

export const WINDOW = { width: 960, height: 680 };

export const browserOf = (program) =>
  chromium.launch({ executablePath: program, args: [...QUIET, ...SAME_LETTERS, "--disable-component-update"] });

/** A window with `folder` open; `more` goes behind the address, and the page can call `exposed`. */
export async function windowOn(browser, address, folder, more = "", exposed = {}) {
  const context = await browser.newContext({
    viewport: WINDOW,
    deviceScaleFactor: 2,
    locale: "en-US",
    colorScheme: "light",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  await page.addInitScript(`window.lettersOf = ${lettersOf}`);
  page.setDefaultTimeout(30_000);
  for (const [name, called] of Object.entries(exposed)) await page.exposeFunction(name, called);
  await page.goto(`http://${address}/?${folder ? `folder=${folder}` : "ew=true"}${more}`);
  await page.waitForSelector(".monaco-workbench .part.statusbar");
  return page;
}

/** Leaves the mouse where nothing is said of what is under it: beside the tabs. */
export const rest = (page) => page.mouse.move(450, 17);

/** Closes a window as its user does; without that VS Code would wait for it to come back. */
export async function close(page) {
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
}

/** Shows the tab of a file, which may not be shown as text. */
export async function showTab(page, file) {
  const input = page.locator(".quick-input-widget input");
  await until(`the list of files opens for ${file}`, async () => {
    await page.keyboard.press("Control+P");
    return (await appears(input, 2000)) && (await fills(input, file)) && chooses(page, file);
  });
  await page.locator(".tab.active", { hasText: file }).waitFor();
}

/** Opens a file of the folder as with Ctrl+P, at a line and column counted from one. */
export async function open(page, file, line = 1, column = 1) {
  const input = page.locator(".quick-input-widget input");
  await until(`the list of files opens for ${file}`, async () => {
    await page.keyboard.press("Control+P");
    return (await appears(input, 2000)) && (await fills(input, `${file}:${line}:${column}`)) && chooses(page, file);
  });
  await page.locator(".tab.active", { hasText: file }).waitFor();
  await isAt(page, line, column);
}

/** Goes to a place in the open file. */
export async function goTo(page, line, column) {
  await page.keyboard.press("Control+G");
  await page.locator(".quick-input-widget input").fill(`:${line}:${column}`);
  await page.keyboard.press("Enter");
  await isAt(page, line, column);
}

/** Runs a command by its title, as from the palette. */
export async function run(page, title) {
  const input = page.locator(".quick-input-widget input");
  await until(`the palette opens for ${title}`, async () => {
    await page.keyboard.press("F1");
    // A message or a page that takes the focus closes the palette.
    return (await appears(input, 2000)) && (await fills(input, `>${title}`)) && chooses(page, title);
  });
}

/** Whether a search field that may close takes `text`. */
const fills = (input, text) =>
  input.fill(text, { timeout: 2000 }).then(
    () => true,
    () => false,
  );

/** Whether a row below the search field is clicked; its tooltip would cover the row if the mouse were on the field. */
async function chooses(page, text) {
  await page.mouse.move(1, WINDOW.height / 2);
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
  return row.click({ timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

const isAt = (page, line, column) =>
  page.locator("#status\\.editor\\.selection", { hasText: `Ln ${line}, Col ${column}` }).waitFor();

/** Whether something shows itself within so many milliseconds. */
export const appears = (locator, timeout) =>
  locator.waitFor({ timeout }).then(
    () => true,
    () => false,
  );

/** Requests the list with Ctrl+Space as soon after a key as fingers do it. */
export async function ask(page) {
  await page.waitForTimeout(60);
  await page.keyboard.press("Control+Space");
}

/** Where `text` stands on the screen, in the first line of the editor that has it. */
export const boxOf = (page, text) =>
  until(`the editor shows ${text}`, () =>
    page.evaluate((text) => {
      const letters = window.lettersOf(text);
      if (!letters.length) return null;
      const range = document.createRange();
      range.setStart(letters[0].node, letters[0].from);
      range.setEnd(letters.at(-1).node, letters.at(-1).to);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x, y, width, height };
    }, text),
  );

/** The lines that the editor shows, with spaces as they were typed. */
export const shownLines = async (page) =>
  (await page.locator(".editor-group-container.active .view-line").allTextContents()).map((line) =>
    line.replaceAll("\u00a0", " "),
  );

/** The colors in which the letters of `text` are written. */
export const colorsOf = (page, text) =>
  page.evaluate((text) => window.lettersOf(text).map((one) => getComputedStyle(one.node.parentElement).color), text);

export const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** The frame in the frame in which a web view of that kind is drawn. */
export const webView = (page, number = 0) =>
  page.frameLocator("iframe.webview.ready").nth(number).frameLocator("#active-frame");

// Runs in the page: the pieces of text of which `text` is made in the editor.
function lettersOf(text) {
  for (const line of document.querySelectorAll(".view-line")) {
    const at = line.textContent.replaceAll("\u00a0", " ").indexOf(text);
    if (at < 0) continue;
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node, passed = 0; (node = walker.nextNode()); passed += node.length) {
      const [from, to] = [Math.max(at - passed, 0), Math.min(at + text.length - passed, node.length)];
      if (from < to) found.push({ node, from, to });
    }
    return found;
  }
  return [];
}

/** Closes the board view and gives the window its usual size. */
export async function closesBoard(page) {
  await page.locator(".tab.active", { hasText: "GBR Board" }).locator(".codicon-close").click();
  await page.locator("iframe.webview").waitFor({ state: "detached" });
  await page.setViewportSize(WINDOW);
}
