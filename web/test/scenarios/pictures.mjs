// Twelve pictures of the page, compared with those in test/pictures; `drive.mjs --pictures` takes them again, with the
// picture of the documentation and the preview of the site.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pixelmatch from "pixelmatch";
import UPNG from "upng-js";
import { openPage, step } from "../page.mjs";
import { PRINTED } from "../samples.mjs";

/** This share of the points may differ by more than `DIFFERENCE` of the widest difference: edges are not drawn alike everywhere. */
const POINTS = 0.002;
const DIFFERENCE = 0.2;
const COLORS = 128;
/** Milliseconds between two looks; a picture is taken when nothing has changed in `LOOKS` of them. */
const PAUSE = 150;
const LOOKS = 4;
const MAX_LOOKS = 60;

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const FOLDER = at("../pictures/");
const SIZES = {
  1280: { viewport: { width: 1280, height: 800 } },
  390: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const isRenewed = process.argv.includes("--pictures");

export async function pictures({ browser, address }) {
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ["light", "dark"])
    for (const [width, size] of Object.entries(SIZES)) {
      const { context, page } = await openPage(browser, address, { colorScheme, ...size });
      const take = (name) => compare(page, `${name}-${colorScheme}-${width}`);
      await showFinding(page);
      await take("finding");
      if (isRenewed && width === "1280" && colorScheme === "light") await takeForSite(page);
      await page.putCaret("Rd5+ 3.Kb4");
      if (width === "390") await page.at("#tabs button", { hasText: "Board" }).tap();
      await page.board.locator(".move[aria-current]").waitFor();
      await take("moves");
      await page.choose(["page.pdf", PRINTED]);
      await page.finds("The kings are exchanged");
      await page.at(".boards svg").first().waitFor();
      await take("pdf");
      await context.close();
    }
  step("twelve pictures");
}

async function showFinding(page) {
  await page.finds("The kings are exchanged");
  await page.at(".fix").first().waitFor();
  await page.at(".token-class").first().waitFor();
  await page.board.locator("#fixes button").waitFor({ state: "attached" });
}

/** Take the picture of the documentation, and that which other sites show with a link. */
async function takeForSite(page) {
  writeFileSync(at("../../../docs/page.png"), await settle(page));
  await page.page.setViewportSize({ width: 1200, height: 630 });
  writeFileSync(at("../../src/preview.png"), await settle(page));
  await page.page.setViewportSize(SIZES[1280].viewport);
}

/** Compare the page with the picture `name`, or replace that. */
async function compare(page, name) {
  const path = `${FOLDER}${name}.png`;
  const bytes = await settle(page);
  if (isRenewed) return writeFileSync(path, bytes);
  assert.ok(existsSync(path), `${path} is missing`);
  const [now, then] = [bytes, readFileSync(path)].map((data) => UPNG.decode(data));
  assert.deepEqual([now.width, now.height], [then.width, then.height], name);
  const [one, other] = [now, then].map((picture) => new Uint8Array(UPNG.toRGBA8(picture)[0]));
  const differing = pixelmatch(one, other, null, now.width, now.height, { threshold: DIFFERENCE });
  const share = differing / (now.width * now.height);
  if (share > POINTS) writeFileSync(`${FOLDER}${name}-now.png`, bytes);
  assert.ok(
    share <= POINTS,
    `${name}: ${(100 * share).toFixed(3)} % of the points differ; if that is meant: drive --pictures`,
  );
}

/** Return a small picture of the page once nothing changes. */
async function settle({ page }) {
  let last = "";
  let same = 0;
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const picture = await page.screenshot({ animations: "disabled", caret: "hide", scale: "css" });
    const key = picture.toString("base64");
    same = key === last ? same + 1 : 0;
    last = key;
    if (same === LOOKS) break;
    await page.waitForTimeout(PAUSE);
  }
  const { width, height, ...rest } = UPNG.decode(Buffer.from(last, "base64"));
  const [frame] = UPNG.toRGBA8({ width, height, ...rest });
  return Buffer.from(UPNG.encode([frame], width, height, COLORS));
}
