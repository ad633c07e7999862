// The board view beside the text: it follows the cursor, turns round, and its position can be taken along.

import UPNG from "upng-js";
import { check, same, until } from "./report.mjs";
import { clipboard, goTo, open, rest, run, webView, WINDOW } from "./page.mjs";

const OTTEN = "8/6b1/5k2/8/P3K1P1/8/8/8 w";

export async function board(page, picture) {
  await page.setViewportSize({ width: 1200, height: WINDOW.height });
  await open(page, "manuscript.md", 52, 12);
  await run(page, "GBR: Show Board");
  const view = webView(page);
  await view.locator("#board").waitFor();
  const men = async () =>
    (await view.locator("#board .man").evaluateAll((men) => men.map((man) => man.dataset.square))).sort().join(" ");
  const shows = async (squares, what) => {
    await until(`${what}: ${squares}`, async () => (await men()) === squares).catch(async (error) => {
      check(false, what, `${await men()}, not ${squares}`);
    });
    check(true, what, `${squares}, ${await view.locator("#board").getAttribute("aria-label")}`);
  };

  await shows("a2 a3 c3 c6 e1 g1 g3 g8 h6", "the board view shows the code at the cursor");
  const named = await view.locator("#board .named").evaluateAll((squares) =>
    squares
      .map((one) => one.dataset.square)
      .sort()
      .join(" "),
  );
  same(named, "a2 a3 c3 c6 e1 g1 g3 g8 h6", "the squares that it names are highlighted");
  const words = await view.locator("#words").innerText();
  check(/2 bishops/.test(words), "with the words", words.replaceAll(/\s*\n\s*/g, " / "));
  await painted(page, view);
  await rest(page);
  await picture(page, "board", { x: 0, y: 0, width: 1200, height: 655 });

  await goTo(page, 45, 5);
  await shows("a4 e4 f6 g4 g7", "it follows the cursor to the FEN of another study");
  await goTo(page, 31, 3);
  await shows("a1 a4 a5 a7 d4 d5 d6 f4 f5", "and to a code whose board stands near it");
  await goTo(page, 22, 3);
  await until("no board", async () => (await view.locator("#board").count()) === 0 || !(await men()));
  check(true, "where code and FEN disagree it shows none", (await view.locator("#words").innerText()).split("\n")[0]);
  await goTo(page, 45, 5);
  await shows("a4 e4 f6 g4 g7", "and back");
  await flips(view);
  await copies(page, view);
  await Promise.all([page.waitForEvent("load"), run(page, "Developer: Reload Window")]);
  await view.locator("#board").waitFor();
  await page.locator(".view-lines").first().click();
  await goTo(page, 31, 3);
  await shows("a1 a4 a5 a7 d4 d5 d6 f4 f5", "it is there again when the window is loaded again, and follows");
  await page.locator(".tab.active", { hasText: "GBR Board" }).locator(".codicon-close").click();
  await page.locator("iframe.webview").waitFor({ state: "detached" });
  await page.setViewportSize(WINDOW);
}

/** Through the moves of a solution by the keys of the board alone: the caret of the text goes along. */
export async function follows(page, picture) {
  await page.setViewportSize({ width: 1200, height: WINDOW.height });
  await open(page, "collection.pgn", 13, 46);
  await run(page, "GBR: Show Board");
  const view = webView(page);
  await view.locator("#board").waitFor();
  const stands = (squares, what) =>
    until(`${what}: ${squares}`, async () => (await menOn(view)) === squares).then(
      async () => check(true, what, `${squares}: ${await view.locator("#move").innerText()}`),
      async () => check(false, what, `${await menOn(view)}, not ${squares}`),
    );
  const caret = (place) => page.locator("#status\\.editor\\.selection", { hasText: place }).waitFor();
  const texts = (selector) => view.locator(selector).allInnerTexts();

  await stands("b7 c7 d7 h2", "the board view follows the caret into a variation");
  same((await texts("#path li")).join(" "), "1.Kg7 1…h4 2.Kf6 2…h3 3.Ke7 3…h2 4.c7 4…Kb7 5.Kd7", "with the way there");
  same((await view.locator("#board .moved").evaluateAll(squaresOf)).join(" "), "d7 e7", "and the move marked");
  const { move, fen } = { move: await view.locator("#move").innerText(), fen: await view.locator("#fen").innerText() };
  same(move, "Kd7: White's king goes from e7 to d7", "in words");
  same(fen, "8/1kPK4/8/8/8/8/7p/8 b - - 2 5", "and as a FEN");
  await rest(page);
  await picture(page, "moves", { x: 0, y: 0, width: 1200, height: 655 });

  await page.mouse.move(200, 600); // away from where the list of commands opens
  await run(page, "GBR: Step Through the Moves on the Board");
  // The frame around the board has the keys first, and hands them on a moment later.
  await until("the keys go to the board", () => view.locator("body").evaluate(() => document.hasFocus()));
  await page.keyboard.press("ArrowLeft");
  await stands("b7 c7 e7 h2", "the left arrow steps back");
  await page.keyboard.press("Home");
  await stands("a6 c6 h5 h8", "Home goes to the start");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) {
    const before = await menOn(view);
    await page.keyboard.press(key);
    await until("a step", async () => (await menOn(view)) !== before);
  }
  await stands("a6 c6 f6 h4", "the right arrow steps on");
  same((await texts("#choices button")).join(" "), "Kb6 h3", "the choices are listed");
  await page.keyboard.press("ArrowDown");
  same(await view.locator('#choices [aria-selected="true"]').innerText(), "h3", "the down arrow chooses the next");
  await page.keyboard.press("ArrowRight");
  await stands("a6 c6 f6 h3", "and the right arrow goes there");
  await page.keyboard.press("End");
  await stands("b7 c7 d7 h2", "End goes to the end of the line");
  await page.keyboard.press("Escape");
  await until("Escape leads back to the text", () => page.evaluate(() => document.activeElement?.tagName !== "IFRAME"));
  await caret("Ln 13, Col 46");
  check(true, "and the caret stands", "Ln 13, Col 46");
  await page.locator(".tab.active", { hasText: "GBR Board" }).locator(".codicon-close").click();
  await page.locator("iframe.webview").waitFor({ state: "detached" });
  await page.setViewportSize(WINDOW);
}

/** Ten presses of the right arrow key, faster than the server answers: no half-move is lost, and the text follows. */
export async function stepsQuickly(page) {
  await page.setViewportSize({ width: 1200, height: WINDOW.height });
  await open(page, "collection.pgn", 27, 1);
  await run(page, "GBR: Show Board");
  const view = webView(page);
  const fen = () => view.locator("#fen").innerText();
  await until("the start is on the board", async () => (await fen()) === SAAVEDRA);
  await run(page, "GBR: Step Through the Moves on the Board");
  await until("the keys go to the board", () => view.locator("body").evaluate(() => document.hasFocus()));
  await view.locator("body").evaluate(watchBoard);
  await Promise.all(Array.from({ length: 10 }, () => page.keyboard.press("ArrowRight")));
  await page.waitForTimeout(1000); // Late answers would move it back.
  same(await view.locator("#path li").last().innerText(), AFTER_TEN.move, "ten presses are ten half-moves");
  same(await fen(), AFTER_TEN.fen, "on the board");
  const { paths, boards } = await view.locator("body").evaluate(() => window.seen);
  same(paths, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "never back");
  same(boards, 10, "each drawn once");
  await page.keyboard.press("Escape");
  await page.locator("#status\\.editor\\.selection", { hasText: AFTER_TEN.caret }).waitFor();
  check(true, "and ten in the text", AFTER_TEN.caret);
  await goTo(page, 27, 1);
  await until("the board follows the caret again", async () => (await fen()) === SAAVEDRA);
  check(true, "the board follows the caret again");
  await page.locator(".tab.active", { hasText: "GBR Board" }).locator(".codicon-close").click();
  await page.locator("iframe.webview").waitFor({ state: "detached" });
  await page.setViewportSize(WINDOW);
}

const SAAVEDRA = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";
const AFTER_TEN = { move: "5…Rd4", fen: "8/2P5/8/8/3r4/8/2K5/k7 w - - 9 6", caret: "Ln 27, Col 77" };

// Runs in the page of the board: collects the lengths of the paths that are shown, and counts the boards.
function watchBoard() {
  const seen = (window.seen = { paths: [], boards: 0 });
  const [path, frame] = ["path", "frame"].map((id) => document.getElementById(id));
  new MutationObserver(() => seen.boards++).observe(frame, { childList: true });
  new MutationObserver(() => seen.paths.push(path.children.length)).observe(path, { childList: true });
}

const squaresOf = (found) => found.map((one) => one.dataset.square).sort();
const menOn = async (view) => (await view.locator("#board .man").evaluateAll(squaresOf)).join(" ");

async function painted(page, view) {
  const box = await view.locator("#board").boundingBox();
  const picture = UPNG.decode(await page.screenshot({ clip: box }));
  const colors = new Set(new Uint32Array(UPNG.toRGBA8(picture)[0])).size;
  check(
    200 < Math.min(box.width, box.height) && 8 < colors,
    "the board is painted",
    `${box.width}x${box.height}, ${colors} colors`,
  );
}

async function flips(view) {
  const place = () => view.locator('#board .man[data-square="e4"]').boundingBox();
  const before = await place();
  const { x, y, width, height } = await view.locator("#board").boundingBox();
  await view.locator("#flip").click();
  const mirrored = { x: 2 * x + width - before.x - before.width, y: 2 * y + height - before.y - before.height };
  const moved = await until("the board turns round", async () => {
    const now = await place();
    return Math.abs(now.x - before.x) > 5 && Math.abs(now.y - before.y) > 5 && now;
  });
  const near = Math.abs(moved.x - mirrored.x) < width / 8 && Math.abs(moved.y - mirrored.y) < height / 8;
  check(
    near,
    "flip turns it round",
    `e4 from ${Math.round(before.x)}, ${Math.round(before.y)} to ${Math.round(moved.x)}, ${Math.round(moved.y)}`,
  );
  await view.locator("#flip").click();
}

async function copies(page, view) {
  await view.locator("#copy-fen").click();
  const fen = await until(
    "a FEN is copied",
    async () => (await clipboard(page)).startsWith(OTTEN) && clipboard(page),
  );
  check(true, "copy FEN", fen);
  await view.locator("#copy-image").click();
  const size = await until("an image is copied", () => page.evaluate(sizeOfCopiedImage));
  check(200 <= size.width && size.width === size.height, "copy as image", size);
}

// Runs in the page: none as long as no image is there, or what is there is just being replaced.
async function sizeOfCopiedImage() {
  for (const item of await navigator.clipboard.read()) {
    if (!item.types.includes("image/png")) continue;
    const image = await item.getType("image/png").catch((error) => {
      if (error.name !== "DataError") throw error;
    });
    if (!image) continue;
    const { width, height } = await createImageBitmap(image);
    return { width, height };
  }
  return null;
}
