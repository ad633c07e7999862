// The board view beside the text: it follows the cursor, turns round, and its position can be taken along.

import UPNG from "upng-js";
import { check, same, until } from "./report.mjs";
import { clipboard, closesBoard, goTo, open, rest, run, webView, WINDOW } from "./page.mjs";

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
  await picture(page, "board", { x: 600, y: 35, width: 600, height: 620 });

  await goTo(page, 45, 5);
  await shows("a4 e4 f6 g4 g7", "it follows the cursor to the FEN of another study");
  await goTo(page, 31, 3);
  await shows("a1 a4 a5 a7 d4 d5 d6 f4 f5", "and to a code whose board stands near it");
  await goTo(page, 22, 3);
  await shows("a6 c6 h5 h8", "for a code that contradicts its FEN it shows the board of the FEN");
  const disputed = view.locator("#board .disputed");
  const marked = await disputed.evaluateAll((squares) => squares.map((one) => one.dataset.square).sort().join(" "));
  same(marked, "a6 h8", "with the squares that differ");
  const differences = (await view.locator("#differences li").allInnerTexts()).join(" / ");
  const expected = "White king: a6 in the code, h8 in the FEN / Black king: h8 in the code, a6 in the FEN";
  same(differences, expected, "and the difference in words");
  await view.locator("#boards button", { hasText: "Code" }).click();
  await shows("a6 h8", "the code's own reading is one click away");
  await view.locator("#boards button", { hasText: "FEN" }).click();
  await shows("a6 c6 h5 h8", "and the FEN again");
  const fix = view.locator("#fixes button", { hasText: "h8a6" });
  const title = await fix.innerText();
  await fix.click();
  await disputed.first().waitFor({ state: "detached" });
  check(true, "a fix is a button", title);
  await run(page, "View: Focus First Editor Group");
  await page.keyboard.press("Control+Z");
  await goTo(page, 22, 3);
  await disputed.first().waitFor();
  const tree = await view.locator("#tree .move").allInnerTexts();
  check(tree[1]?.startsWith("Kg7"), "the moves of its solution are there", tree.join(" "));
  await view.locator("#next").click();
  await shows("a6 c6 g7 h5", "and the step buttons work");
  await run(page, "View: Focus First Editor Group");
  await goTo(page, 45, 5);
  await shows("a4 e4 f6 g4 g7", "and back");
  await flips(view);
  await copies(page, view);
  await Promise.all([page.waitForEvent("load"), run(page, "Developer: Reload Window")]);
  await view.locator("#board").waitFor();
  await page.locator(".view-lines").first().click();
  await goTo(page, 31, 3);
  await shows("a1 a4 a5 a7 d4 d5 d6 f4 f5", "it is there again when the window is loaded again, and follows");
  await closesBoard(page);
}

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
