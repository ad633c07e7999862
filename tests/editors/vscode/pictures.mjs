// The pictures of the README: taken by the tests, and compared with those that stand there.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import UPNG from "upng-js";
import { failure, tell } from "./report.mjs";

// Fonts and browser are of one Debian release, so letters are drawn alike everywhere; the edges of shadows are not, and
// on a busy machine 0.023 % of the points were seen to differ. The smallest thing that a picture is to show, a man on the
// board or a line of words, has more than 0.1 % of the points. The bound lies between the two, apart from both: this
// share of the points may differ by more than this part of the widest difference that there is.
const POINTS = 0.0005;
const DIFFERENCE = 0.2;
const COLORS = 192;
const LARGEST = 150_000;
// Colors and marks come when the server has answered; a picture is taken when nothing has changed for so many looks.
const LOOKS = 5;
const PAUSE = 150;
const PATIENCE = 10_000;
// Milliseconds of a frame of a moving picture, and the number of its colors.
const FRAME = 1200;
const COLORS_OF_FILMS = 128;
const RENEW = "if that is meant: tests/editors/run vscode --pictures";

/** The pictures of the walkthrough, which has them for dark themes too. */
const IN_WALKTHROUGH = ["diagnostics", "hover", "board", "moves", "completion", "writing"];

/**
 * Pictures go into the folder `taken`; `shown` has those of the README, which are replaced if `renew` says so. Then those
 * of the walkthrough are taken in a dark theme of `editor`, too.
 */
export function gallery({ taken, shown, renew }, editor) {
  mkdirSync(taken, { recursive: true });
  const all = new Map();

  /** Take a picture in a dark theme; nothing is compared with it. */
  async function takeDark(page, name, clip) {
    editor.settings({ "workbench.colorTheme": "Default Dark Modern" });
    await page.locator(".monaco-workbench.vs-dark").waitFor();
    const bytes = await settled(() => page.screenshot({ clip, animations: "disabled", caret: "initial" }), "", true);
    writeFileSync(join(shown, `${name}-dark.png`), bytes);
    editor.settings({});
    await page.locator(".monaco-workbench.vs").waitFor();
  }

  return {
    /** Take a moving picture of `clip`, with a frame after each of `acts`; only if the pictures are replaced. */
    async film(page, name, clip, acts) {
      const frames = [];
      for (const act of acts) {
        await act();
        await page.waitForTimeout(PAUSE);
        frames.push(UPNG.decode(await page.screenshot({ clip, scale: "css", caret: "initial" })));
      }
      if (!renew) return;
      const [{ width, height }] = frames;
      const images = frames.map((frame) => UPNG.toRGBA8(frame)[0]);
      const bytes = Buffer.from(UPNG.encode(images, width, height, COLORS_OF_FILMS, frames.map(() => FRAME)));
      writeFileSync(join(shown, `${name}.png`), bytes);
    },
    async take(page, name, clip) {
      const path = join(shown, `${name}.png`);
      const bytes = await settled(
        () => page.screenshot({ clip, animations: "disabled", caret: "initial" }),
        path,
        renew,
      );
      for (const folder of renew ? [taken, shown] : [taken]) writeFileSync(join(folder, `${name}.png`), bytes);
      all.set(name, { bytes, share: difference(bytes, path) });
      if (renew && IN_WALKTHROUGH.includes(name)) await takeDark(page, name, clip);
    },
    compare() {
      const fine = [...all].map(([name, { bytes, share }]) => {
        const told = typeof share === "string" ? share : `${(share * 100).toFixed(3)} % of its points differ`;
        const small = tell(bytes.length < LARGEST, `${name}.png is small`, `${bytes.length} bytes`);
        return tell(share <= POINTS, `${name}.png is the one in the README`, told) && small;
      });
      if (fine.includes(false)) throw failure(RENEW);
    },
  };
}

/** A picture that is the one of the README, or else does not change anymore. */
async function settled(take, path, renew) {
  const end = Date.now() + PATIENCE;
  for (let last, same = 0; ;) {
    const bytes = reduced(await take());
    if (!renew && difference(bytes, path) <= POINTS) return bytes;
    same = last?.equals(bytes) ? same + 1 : 0;
    if (LOOKS <= same || end < Date.now()) return bytes;
    last = bytes;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** In few colors, so that it is small. */
function reduced(screenshot) {
  const whole = UPNG.decode(screenshot);
  return Buffer.from(UPNG.encode(UPNG.toRGBA8(whole), whole.width, whole.height, COLORS));
}

/** The share of points that differ, or why they cannot be compared. */
function difference(bytes, path) {
  const picture = UPNG.decode(bytes);
  let other;
  try {
    other = UPNG.decode(readFileSync(path));
  } catch (error) {
    return error.message;
  }
  const { width, height } = picture;
  if (other.width !== width || other.height !== height)
    return `${width}x${height} points, not ${other.width}x${other.height}`;
  const points = [picture, other].map((one) => new Uint8Array(UPNG.toRGBA8(one)[0]));
  return pixelmatch(points[0], points[1], undefined, width, height, { threshold: DIFFERENCE }) / (width * height);
}
