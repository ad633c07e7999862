// Files: PGN in Windows-1252, PDF and Word files with and without a network, and what cannot be read.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { openPage, sendElsewhere, step } from "../page.mjs";
import { JAPANESE, MANUSCRIPT, PRINTED } from "../samples.mjs";

export async function files({ browser, address, foreign }) {
  const { context, page } = await openPage(browser, address);
  const game =
    '[Event "caf\u00e9"]\r\n[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\r\n[Black "(+0300.10b6a2)"]\r\n\r\n1. c7 *\r\n';
  await page.choose(["a.pgn", Buffer.from(game, "latin1")]);
  await page.hasKind("pgn");
  await page.says("a.pgn: 1 code, 1 compared, 1 finding");
  await page.at(".fix").first().click();
  await page.says("nothing found");
  const saved = await page.download("#save");
  assert.deepEqual(readFileSync(await saved.path()), Buffer.from(game.replace("b6a2", "b6a1"), "latin1"));
  step("a PGN file in Windows-1252 with CRLF, corrected and saved");

  for (const variant of ["Standard", "Chess960", "Atomic"]) {
    const tags = `[Variant "${variant}"]\n[Event "${variant}"]\n[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\n`;
    await page.choose([`${variant}.pgn`, `${tags}[Black "(+0300.10b6a2)"]\n\n1. c7 *\n`]);
    await page.says(`${variant}.pgn: `);
    await page.at(".fix").first().waitFor();
  }
  step("fixes in games of variants");

  await page.choose(["b.md", "`7K/8/k1P5/7p/8/8/8/8 w - - 0 1`\n\n=0000.11h8a6\n\n1.Kg7 "]);
  await page.hasName("b.md");
  await page.says("b.md: 1 code");
  await page.type(" ");
  await page.page.keyboard.press("Control+Space");
  const offered = page.at(".cm-tooltip-autocomplete li .cm-completionLabel");
  await offered.nth(4).waitFor();
  assert.deepEqual(await offered.allInnerTexts(), ["Ka5", "Ka7", "Kb5", "Kb6", "h4"]);
  await page.page.keyboard.press("Escape");
  step("moves completed in a printed solution");

  await page.page.evaluate(() => navigator.serviceWorker.ready);
  await page.page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.until(async () =>
    (await (await caches.open("gbr-lsp-files")).keys()).some(({ url }) => url.includes("proofs.tar")),
  );
  await context.setOffline(true);
  await page.page.reload();
  await page.says("b.md: 1 code");
  step("reloaded without a network");
  await page.choose(["a.pdf", PRINTED]);
  await page.finds("The class is 0411.56");
  await page.hasKind("pdf");
  assert.ok(await page.at("#kind").isDisabled());
  assert.ok(await page.at("#editor").isHidden());
  assert.equal(await page.at("#document mark").count(), 3);
  const kings = page.at(".card", { hasText: "The kings are exchanged" });
  assert.deepEqual(await kings.locator("figcaption").allInnerTexts(), ["Code: only the kings are known", "Diagram"]);
  assert.match(await kings.locator("svg").nth(1).getAttribute("aria-label"), /White: king e6/);
  assert.equal(await kings.locator("svg").nth(1).locator(".disputed").count(), 2);
  await kings.locator(".link", { hasText: "page 1" }).click();
  await page.page.waitForFunction(() => document.activeElement?.localName === "mark");
  assert.equal(await page.page.evaluate(() => document.activeElement.textContent), "g6e6");
  await page.at("#undo").click();
  await page.hasKind("markdown");
  await page.choose(["c.pdf", JAPANESE]);
  await page.says("c.pdf cannot be read: this first needs the network");
  await page.page.evaluate(async () => {
    const cache = await caches.open("gbr-lsp-files");
    for (const request of await cache.keys()) if (request.url.includes("proofs.tar")) await cache.delete(request);
  });
  await (await context.newCDPSession(page.page)).send("Network.clearBrowserCache"); // it answers without a network, too
  await page.choose(["b.pdf", PRINTED]);
  await page.says("b.pdf cannot be read: this first needs the network");
  await page.hasText("0000.11h8a6");
  await context.setOffline(false);
  await page.choose(["c.pdf", JAPANESE]);
  await page.at("#document", { hasText: "これ" }).waitFor();
  step("PDFs without a network, and what first needs it");

  await page.choose(["a.pdf", PRINTED]);
  await page.finds("The class is 0411.56");
  const report = await page.download("button:text('Save the report')");
  assert.match(readFileSync(await report.path(), "utf8"), /^<!DOCTYPE html>/);
  const marked = await page.download("button:text('Save the marked copy')");
  assert.equal(marked.suggestedFilename(), "a-marked.pdf");
  const copy = readFileSync(await marked.path());
  assert.deepEqual(copy.subarray(0, PRINTED.length), PRINTED);
  assert.match(copy.subarray(PRINTED.length).toString("latin1"), /\/Highlight/);
  step("the report and the marked copy of a PDF");

  await context.setOffline(true);
  await page.choose(["my book.docx", MANUSCRIPT]);
  await page.finds("The control should be 2/2");
  await page.finds("7.Kb4 is not legal");
  await page.at(".card .link", { hasText: "paragraph 67" }).waitFor();
  await page.at("#document", { hasText: "h8a6 0000.11 2/3 Draw" }).waitFor();
  await page.hasKind("word");
  await context.setOffline(false);
  await page.at("#undo").click();
  for (const [name, data] of [
    ["bad.pdf", "%PDF-1.4\nnothing"],
    ["bad.bin", "\0\0\x01\0"],
    ["bad.docx", "PK\x03\x04 word/"],
  ]) {
    const shown = await page.at("#name").inputValue();
    await page.choose([name, data]);
    await page
      .at("#status", { hasText: name })
      .filter({ hasText: `; still showing ${shown}` })
      .waitFor();
  }
  step(`a Word file and damaged ones: ${await page.at("#status").innerText()}`);
  await sendElsewhere(page, foreign);
  await context.close();
}
