// Drives the built page in Chromium from a plain static server, as an author would use it: drive.mjs [SCENARIO…] [--pictures]

import assert from "node:assert/strict";
import { PATIENCE, begin, openPage, sendElsewhere, step } from "./page.mjs";
import { board } from "./scenarios/board.mjs";
import { files } from "./scenarios/files.mjs";
import { habits } from "./scenarios/habits.mjs";
import { looks } from "./scenarios/looks.mjs";
import { pictures } from "./scenarios/pictures.mjs";
import { texts } from "./scenarios/texts.mjs";

const MAX_FIRST = 7_500_000;
const SCENARIOS = { first, board, texts, files, habits, looks, pictures };

const { server, address, browser, foreign, end } = await begin();

/** The first visit: how many bytes it takes; the snapshot for later visits, and a damaged one. */
async function first() {
  const { context, page } = await openPage(browser, address);
  step("the editor");
  await page.type("x");
  await page.finds("The kings are exchanged");
  const isFirst = ([path]) => !/^\/(docs|proofs|marking)/.test(path);
  const bytes = () =>
    Object.entries(server.sent)
      .filter(isFirst)
      .reduce((sum, [, count]) => sum + count, 0);
  step(`the first finding, after ${bytes()} bytes`);
  // The service worker stores the files that are there by now: none is requested twice.
  await page.page.evaluate(() => navigator.serviceWorker.ready);
  await page.until(async () => (await (await caches.open("gbr-lsp-snapshot")).keys()).length === 1);
  step("a snapshot of Python's memory");
  await page.page.reload();
  await page.finds("The kings are exchanged");
  assert.ok(bytes() < MAX_FIRST, `${bytes()} bytes for the first visit`);
  await page.page.evaluate(async () => {
    const cache = await caches.open("gbr-lsp-snapshot");
    const [request] = await cache.keys();
    await cache.put(request, new Response(new Uint8Array(1_000_000)));
  });
  await page.page.reload();
  await page.finds("The kings are exchanged");
  await sendElsewhere(page, foreign);
  await context.close();
  step("later visits, with a snapshot and with a damaged one");
}

try {
  const chosen = process.argv.slice(2).filter((name) => !name.startsWith("--"));
  for (const [name, run] of Object.entries(SCENARIOS)) {
    if (chosen.length && !chosen.includes(name)) continue;
    step(`— ${name}`);
    await Promise.race([
      run({ browser, address, foreign }),
      new Promise((_, failed) => setTimeout(failed, 4 * PATIENCE, new Error(`${name} takes too long`)).unref()),
    ]);
  }
  assert.equal(foreign.arrived, 0);
} finally {
  await end();
}
