// Drives the built page in Chromium from a plain static server, as an author would use it: drive.mjs [SCENARIO…]

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { PATIENCE, begin, openPage, step } from "./page.mjs";
import { board } from "./scenarios/board.mjs";
import { files } from "./scenarios/files.mjs";
import { habits } from "./scenarios/habits.mjs";
import { looks } from "./scenarios/looks.mjs";
import { texts } from "./scenarios/texts.mjs";

const MAX_FIRST = 7_500_000;
const SCENARIOS = { first, board, texts, files, habits, looks };

const { server, address, browser, end } = await begin();
// Whatever the page or its workers send elsewhere would arrive here.
let arrived = 0;
const foreign = createServer((_, response) => {
  arrived++;
  response.end();
});
await new Promise((ready) => foreign.listen(0, "127.0.0.1", ready));
const elsewhere = `http://127.0.0.1:${foreign.address().port}/`;

/** The first visit: how many bytes it takes, and that nothing is sent elsewhere. */
async function first() {
  const { context, page } = await openPage(browser, address);
  step("the editor");
  await page.type("x");
  await page.finds("The kings are exchanged");
  const bytes = () =>
    Object.entries(server.sent).reduce(
      (sum, [path, count]) => sum + (/^\/(docs|proofs|marking)/.test(path) ? 0 : count),
      0,
    );
  step(`the first finding, after ${bytes()} bytes`);
  // The service worker stores the files that are there by now: none is requested twice.
  await page.page.evaluate(() => navigator.serviceWorker.ready);
  assert.ok(bytes() < MAX_FIRST, `${bytes()} bytes for the first visit`);
  const send = (url) =>
    fetch(url, { mode: "no-cors" }).then(
      () => "sent",
      () => "blocked",
    );
  assert.ok(page.page.workers().length);
  for (const place of [...page.page.workers(), ...page.page.frames()])
    assert.equal(await place.evaluate(send, elsewhere), "blocked");
  await context.close();
}

try {
  const chosen = process.argv.slice(2);
  for (const [name, run] of Object.entries(SCENARIOS)) {
    if (chosen.length && !chosen.includes(name)) continue;
    step(`— ${name}`);
    await Promise.race([
      run({ browser, address }),
      new Promise((_, failed) => setTimeout(failed, 4 * PATIENCE, new Error(`${name} takes too long`)).unref()),
    ]);
  }
  assert.equal(arrived, 0);
} finally {
  await end();
  foreign.close();
}
