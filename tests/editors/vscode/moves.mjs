// The moves beside the board: the tree, its keys, and the panel in every size and theme.

import { join } from "node:path";
import { check, same, until } from "./report.mjs";
import { boxOf, closesBoard, goTo, open, rest, run, webView, WINDOW } from "./page.mjs";

const squaresOf = (found) => found.map((one) => one.dataset.square).sort();
const menOn = async (view) => (await view.locator("#board .man").evaluateAll(squaresOf)).join(" ");
const current = (view) => view.locator('#tree [aria-current="step"]');
const caret = (page, place) => page.locator("#status\\.editor\\.selection", { hasText: place }).waitFor();

async function shows(view, squares, what) {
  await until(`${what}: ${squares}`, async () => (await menOn(view)) === squares).then(
    async () => check(true, what, `${squares}: ${await view.locator("#move").innerText()}`),
    async () => check(false, what, `${await menOn(view)}, not ${squares}`),
  );
}

async function stands(view, text, what) {
  await current(view)
    .filter({ hasText: text })
    .waitFor()
    .catch(async () => check(false, what, `${await current(view).allInnerTexts()}, not ${text}`));
  same((await current(view).innerText()).trim(), text, what);
}

/** Gives the keys to the board. */
async function toBoard(page, view) {
  await page.mouse.move(200, 600); // away from where the list of commands opens
  await run(page, "GBR: Step Through the Moves on the Board");
  // The frame around the board has the keys first, and hands them on a moment later.
  await until("the keys go to the board", () => view.locator("body").evaluate(() => document.hasFocus()));
}

const toText = (page) =>
  until("the keys go to the text", () => page.evaluate(() => document.activeElement?.tagName !== "IFRAME"));

/** Through the moves of a solution by the keys of the board alone: the caret of the text goes along. */
export async function follows(page, picture) {
  await page.setViewportSize({ width: 1200, height: WINDOW.height });
  await open(page, "collection.pgn", 13, 46);
  await run(page, "GBR: Show Board");
  const view = webView(page);
  await view.locator("#board").waitFor();
  await shows(view, "b7 c7 d7 h2", "the board view follows the caret into a variation");
  await stands(view, "5.Kd7", "and its tree marks the move");
  same((await view.locator("#board .moved").evaluateAll(squaresOf)).join(" "), "d7 e7", "and the board its squares");
  const { move, fen } = { move: await view.locator("#move").innerText(), fen: await view.locator("#fen").innerText() };
  same(move, "Kd7: White's king goes from e7 to d7", "in words");
  same(await view.locator("#side-to-move").innerText(), "Black to move", "with the side to move");
  same(fen, "8/1kPK4/8/8/8/8/7p/8 b - - 2 5", "and as a FEN");
  await rest(page);
  await picture(page, "moves", { x: 600, y: 35, width: 600, height: 620 });

  await toBoard(page, view);
  await page.keyboard.press("ArrowLeft");
  await shows(view, "b7 c7 e7 h2", "the left arrow steps back");
  await page.keyboard.press("Home");
  await shows(view, "a6 c6 h5 h8", "Home goes to the start");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await shows(view, "b6 c6 f6 h4", "the right arrow steps on");
  same(await view.locator("#move").innerText(), "Kb6: Black's king goes from a6 to b6 (1 of 2)", "the first of two moves");
  await page.keyboard.press("ArrowDown");
  await shows(view, "a6 c6 f6 h3", "the down arrow goes to the other move");
  await page.keyboard.press("ArrowUp");
  await shows(view, "b6 c6 f6 h4", "and the up arrow back");
  await page.keyboard.press("ArrowLeft");
  same(await view.locator("#tree .choice").allInnerTexts(), ["Kb6", "2…h3"], "the choices are marked");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await shows(view, "b7 c7 d7 h2", "End goes to the end of the line");
  await page.keyboard.press("Enter");
  await toText(page);
  await caret(page, "Ln 13, Col 46");
  check(true, "Enter goes to the move in the text", "Ln 13, Col 46");
  await closesBoard(page);
}

/** Ten presses of the right arrow key, faster than the server answers: no half-move is lost, and the text follows. */
export async function stepsQuickly(page) {
  await page.setViewportSize({ width: 1200, height: WINDOW.height });
  await open(page, "collection.pgn", 27, 1);
  await run(page, "GBR: Show Board");
  const view = webView(page);
  const fen = () => view.locator("#fen").innerText();
  await until("the start is on the board", async () => (await fen()) === SAAVEDRA);
  await toBoard(page, view);
  await view.locator("body").evaluate(watchBoard);
  await Promise.all(Array.from({ length: 10 }, () => page.keyboard.press("ArrowRight")));
  await page.waitForTimeout(1000); // Late answers would move it back.
  await stands(view, AFTER_TEN.move, "ten presses are ten half-moves");
  same(await fen(), AFTER_TEN.fen, "on the board");
  const { moves, boards, places } = await view.locator("body").evaluate(() => window.seen);
  same(moves, ["c7", "Rd6+", "Kb5", "Rd5+", "Kb4", "Rd4+", "Kb3", "Rd3+", "Kc2", "Rd4!"], "never back");
  same(boards, 10, "each drawn once");
  same(places.length, 1, "and no button has moved");
  await page.keyboard.press("Escape");
  await page.locator("#status\\.editor\\.selection", { hasText: AFTER_TEN.caret }).waitFor();
  check(true, "and ten in the text", AFTER_TEN.caret);
  await goTo(page, 27, 1);
  await until("the board follows the caret again", async () => (await fen()) === SAAVEDRA);
  check(true, "the board follows the caret again");
  await closesBoard(page);
}

/** From a code whose solution is printed, the board goes through the moves, and the text follows. */
export async function moves(page, film) {
  await page.setViewportSize({ width: 1000, height: 560 });
  await open(page, "collection.pgn", 21, 14);
  await run(page, "GBR: Show Board");
  const view = webView(page);
  await view.locator("#tree .move").first().waitFor();
  await rest(page);
  const step = async () => {
    const before = await current(view).innerText();
    await page.keyboard.press("ArrowRight");
    await until("the next move", async () => (await current(view).innerText()) !== before);
  };
  const clip = { x: 0, y: 35, width: 1000, height: 500 };
  await film(page, "stepping", clip, [() => toBoard(page, view), step, step, step, step, step, step]);
  await page.keyboard.press("Escape");
  await toText(page);
  await closesBoard(page);
}

const SAAVEDRA = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";
const AFTER_TEN = { move: "Rd4!", fen: "8/2P5/8/8/3r4/8/2K5/k7 w - - 9 6", caret: "Ln 27, Col 77" };

// Runs in the page of the board: collects the current moves, counts the boards, and notes where the buttons and the
// board are.
function watchBoard() {
  const seen = (window.seen = { moves: [], boards: 0, places: [] });
  const [tree, frame] = ["tree", "frame"].map((id) => document.getElementById(id));
  const look = () => {
    const boxes = [...document.querySelectorAll("#tools button, #square")].map((one) => one.getBoundingClientRect());
    const places = JSON.stringify(boxes);
    if (seen.places.at(-1) !== places) seen.places.push(places);
  };
  look();
  new MutationObserver(() => {
    seen.boards++;
    look();
  }).observe(frame, { childList: true });
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target.ariaCurrent) seen.moves.push(target.textContent);
  }).observe(tree, { subtree: true, attributeFilter: ["aria-current"] });
}

/** The tree of a record with nested variations and comments, by keys, and by the mouse. */
export async function tree(page) {
  await page.setViewportSize({ width: 1200, height: 800 });
  await open(page, "nested.pgn", 6, 1);
  await run(page, "GBR: Show Board");
  const view = webView(page);
  await stands(view, "Start", "the tree begins before the first move");
  const shape = await view.locator("#tree .row").evaluateAll((rows) =>
    rows.map((row) => `${row.style.getPropertyValue("--depth")} ${row.innerText.replaceAll(/\s+/g, " ").trim()}`.trim()),
  );
  same(shape, NESTED, "the tree has the main line in columns, variations below their moves, comments and signs");
  same(await view.locator('#tree[role="tree"] [role="treeitem"]').count(), 34, "each move is an item of a tree");
  const [head, inner] = [view.locator('#tree [aria-level="3"]').first(), view.locator('#tree [aria-level="4"]').first()];
  same(await head.getAttribute("aria-expanded"), "true", "a variation of the third depth can be folded");
  same(await view.locator('#tree [aria-level="2"][aria-expanded]').count(), 0, "one of the second cannot");
  same(await head.getAttribute("aria-label"), "2…Kxc6: Black's king on b6 takes the pawn on c6; questionable move (?!)", "a label");

  await toBoard(page, view);
  const walked = ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight"];
  for (const key of walked) await page.keyboard.press(key);
  await stands(view, "h4", "arrow keys lead into the inner variation");
  await page.keyboard.press("ArrowDown");
  await stands(view, "3…Kd5", "and into the one in it");
  await page.keyboard.press("Space");
  check(!(await view.locator("#tree .move", { hasText: "Ke4" }).first().isVisible()), "Space folds it");
  same(await inner.getAttribute("aria-expanded"), "false", "and says so");
  await page.keyboard.press("ArrowRight");
  await stands(view, "4.Kxh5", "a step into it unfolds it");
  await page.keyboard.press("Space");
  await stands(view, "3…Kd5", "folding leads to its first move");
  await page.keyboard.press("Enter");
  await toText(page);
  await caret(page, "Ln 9, Col 28");
  check(true, "Enter leads to the move in the text");

  await view.locator("#tree .move", { hasText: "h1=Q" }).click();
  await caret(page, "Ln 11, Col 53");
  await stands(view, "h1=Q", "a click goes to a move, and the caret of the text with it");
  await goTo(page, 9, 8);
  await stands(view, "2…Kxc6?!", "the caret selects a move");
  await scrollsAlone(page, view);
  await closesBoard(page);
}

const NESTED = [
  "Start",
  "The king seems too far from both pawns.",
  "1. Kg7! …",
  "Towards the diagonal; the only move.",
  "1. … h4",
  "1 1…Kb6 2.Kf6 threatens Ke7 2…h4",
  "2 2…Kxc6?! 3.Kg5 h4",
  "3 3…Kd5 4.Kxh5",
  "4 4.Kh4 Ke4 5.Kxh5",
  "3 4…Ke4",
  "2 4.Kxh4",
  "1 3.Ke5 h3 4.Kd6",
  "2. Kf6 Kb6",
  "1 2…h3 3.Ke7",
  "2 3.Ke6 h2 4.c7",
  "1 3…h2 4.c7 Kb7 5.Kd7 h1=Q",
  "3. Ke5! $146 Kxc6",
  "4. Kf4",
];

/** The arrow keys never scroll the page, and the current move is in sight. */
async function scrollsAlone(page, view) {
  await toBoard(page, view);
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp", "End", "Home", "End"]) {
    await page.keyboard.press(key);
    const seen = await view.locator("body").evaluate(inSight);
    same(seen, IN_SIGHT, `after ${key} the page is where it was, and the current move in sight`);
  }
  await page.keyboard.press("Escape");
  await toText(page);
}

const IN_SIGHT = { page: 0, current: true, controls: true, board: true };

// Runs in the page of the board: how far it is scrolled, and whether the current move, the controls and the board are in
// sight; true if there is none.
function inSight() {
  const within = (one, { left, top, right, bottom }) => {
    const box = one.getBoundingClientRect();
    return left - 1 <= box.left && top - 1 <= box.top && box.right <= right + 1 && box.bottom <= bottom + 1;
  };
  const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const scroller = document.getElementById("scroller").getBoundingClientRect();
  const { scrollTop, scrollHeight, clientHeight } = document.scrollingElement;
  return {
    page: scrollTop + Math.max(0, scrollHeight - clientHeight),
    current: shown('#tree [aria-current="step"]').every((one) => within(one, scroller)),
    controls: shown("#tools button").every((one) => within(one, page)),
    board: shown("#board").every((one) => within(one, page) && 150 < one.getBoundingClientRect().width),
  };
}

const SIZES = [
  [960, 480],
  [960, 600],
  [1200, 800],
  [1280, 1000],
];
const THEMES = ["Default Light Modern", "Default Dark Modern", "Default High Contrast", "Default High Contrast Light"];
/** A record with nested variations, a printed solution, and a study without moves. */
const STUDIES = [
  ["nested.pgn", 9, 20],
  ["manuscript.md", 26, 97],
  ["manuscript.md", 22, 3],
  ["compact.txt", 1, 5],
];

/** The panel in all sizes and themes: everything is in reach; and pictures for whoever looks at them. */
export async function fits(page, editor, taken) {
  await open(page, "nested.pgn", 9, 20);
  await run(page, "GBR: Show Board");
  const view = webView(page);
  for (const theme of THEMES) {
    editor.settings({ "workbench.colorTheme": theme });
    const isDark = /Dark|Contrast$/.test(theme);
    await view.locator(`body.vscode-${/Contrast/.test(theme) ? "high-contrast" : isDark ? "dark" : "light"}`).waitFor();
    for (const [file, line, column] of STUDIES) {
      await open(page, file, line, column);
      await until(`the study of ${file}`, () => view.locator("#board .man").count());
      if (file !== "compact.txt") await current(view).waitFor();
      for (const [width, height] of theme === THEMES[0] ? SIZES : [SIZES[0], SIZES[2]]) {
        await page.setViewportSize({ width, height });
        await rest(page);
        const what = `${theme}, ${file}, line ${line}, ${width}x${height}`;
        // The page is laid out anew a moment after the window.
        const seen = async () => JSON.stringify(await view.locator("body").evaluate(inSight)) === JSON.stringify(IN_SIGHT);
        await until(what, seen, 5).catch(() => {});
        same(await view.locator("body").evaluate(inSight), IN_SIGHT, what);
        await page.screenshot({ path: join(taken, `panel ${what}.png`) });
      }
    }
    await page.setViewportSize({ width: 1200, height: 800 });
    await open(page, "manuscript.md", 22, 3);
    const code = await boxOf(page, "a6h8");
    await page.mouse.move(code.x + 10, code.y + code.height / 2);
    await page.locator(".monaco-hover img").first().waitFor();
    await page.screenshot({ path: join(taken, `hover ${theme}.png`) });
    await page.setViewportSize({ width: 960, height: 480 });
    await run(page, "GBR: New Board");
    await view.locator("#palette button").first().waitFor();
    await view.locator("#set-fen").fill("7K/8/k1P5/7p/8/8/8/8 w - - 0 1");
    same(await view.locator("body").evaluate(inSight), IN_SIGHT, `${theme}: Insert and Discard are in reach`);
    same(await view.locator("#palette").evaluate(contrast), true, `${theme}: black and white men differ from their ground`);
    await page.screenshot({ path: join(taken, `panel ${theme}, new board.png`) });
    await view.locator("#discard").click();
    await page.locator(".tab", { hasText: "manuscript.md" }).first().click();
  }
  editor.settings({});
  await page.locator(".tab", { hasText: "GBR Board" }).first().click();
  await closesBoard(page);
}

// Runs in the page of the board: whether the fill and the edge of no man are both near the color of his button.
function contrast(palette) {
  const light = (color) => {
    const [r, g, b] = color.match(/[\d.]+/g).map(Number);
    return 0.3 * r + 0.59 * g + 0.11 * b;
  };
  return [...palette.querySelectorAll("button")]
    .filter((button) => button.querySelector("svg"))
    .every((button) => {
      const { fill, stroke } = getComputedStyle(button.querySelector("path"));
      const ground = light(getComputedStyle(button).backgroundColor);
      return 40 < Math.max(...[fill, stroke].map((color) => Math.abs(light(color) - ground)));
    });
}

/** Where the board and its text are: the board's group takes no file, and a text behind the board can be stepped through. */
export async function groups(page) {
  await page.setViewportSize({ width: 1200, height: 800 });
  await open(page, "collection.pgn", 27, 1);
  await run(page, "GBR: Show Board");
  const view = webView(page);
  await view.locator("#board").waitFor();
  await toBoard(page, view);
  const groupOf = (name) => page.locator(".editor-group-container", { has: page.locator(".tab", { hasText: name }) });
  await open(page, "manuscript.md", 42, 3);
  same(await groupOf("GBR Board").locator(".tab").count(), 1, "a file that is opened while the board has the keys does not cover it");
  check(await view.locator("#board").isVisible(), "the board is still in sight");

  await open(page, "collection.pgn", 27, 1);
  await until("the start is on the board", async () => (await menOn(view)) === "a1 b6 c6 d5");
  await toBoard(page, view);
  await run(page, "View: Move Editor into Previous Group");
  await until("one group", async () => (await page.locator(".editor-group-container").count()) === 1);
  await view.locator("#board").waitFor();
  await toBoard(page, view);
  for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await shows(view, "a1 b6 c7 d6", "with the text behind the board, the keys step on");
  await view.locator("#next").click();
  await shows(view, "a1 b5 c7 d6", "and so do the buttons");
  await page.keyboard.press("Escape");
  await page.locator(".tab.active", { hasText: "collection.pgn" }).waitFor();
  await caret(page, "Ln 27, Col 40");
  check(true, "Escape shows the text, with the caret at the move", "Ln 27, Col 40");
  await page.locator(".tab", { hasText: "GBR Board" }).first().click();
  await shows(view, "a1 b5 c7 d6", "and the board is where it was");
  await closesBoard(page);
}
