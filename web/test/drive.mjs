// Drives the built page in Chromium from a plain static server, as an author would use it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const PATIENCE = 180_000, FIRST_LOAD = 7_200_000;
const server = await serve();
const address = `http://127.0.0.1:${server.address().port}/`;
// Whatever the page or its worker sends elsewhere would arrive here.
let arrived = 0;
const foreign = createServer((_, response) => { arrived++; response.end(); });
await new Promise((ready) => foreign.listen(0, "127.0.0.1", ready));
const elsewhere = `http://127.0.0.1:${foreign.address().port}/`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const text = (page) => page.evaluate(() => [...document.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));
const finds = (page, what) => page.locator("#findings .place", { hasText: what }).first().waitFor({ timeout: PATIENCE });
const hasKind = (page, kind) => page.waitForFunction((kind) => document.querySelector("#kind").value === kind, kind);
const says = (page, what) => page.locator("#status", { hasText: what }).waitFor({ timeout: PATIENCE });
const step = (name) => console.log(`${(performance.now() / 1000).toFixed(1)} s: ${name}`);

try {
  const context = await browser.newContext({ acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => { throw error; });
  await page.goto(address);
  await page.locator(".cm-content").waitFor();
  step("the editor");
  await finds(page, "black king on a1");
  step(`the first finding, after ${server.sent} bytes`);
  await page.locator("#board svg[aria-label*='white king b6']").waitFor();

  await page.locator("button.fix").first().click();
  await says(page, "Nothing found");
  assert.match(await text(page), /0300\.10b6a1/);
  await page.locator("#undo").click();
  await finds(page, "black king on a1");
  assert.match(await text(page), /0300\.10b6a2/);
  step("fix and undo");

  // The service worker keeps the files that are there by now: none is asked for twice.
  await page.evaluate(() => navigator.serviceWorker.ready);
  assert.ok(server.sent < FIRST_LOAD, `${server.sent} bytes for the first load`);
  for (const worker of page.workers()) assert.equal(await worker.evaluate((url) => fetch(url, { mode: "no-cors" }).then(() => "sent", () => "blocked"), elsewhere), "blocked");
  assert.equal(await page.evaluate((url) => fetch(url, { mode: "no-cors" }).then(() => "sent", () => "blocked"), elsewhere), "blocked");
  assert.ok(page.workers().length);

  const game = '[Event "caf\u00e9"]\r\n[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\r\n[Black "(+0300.10b6a2)"]\r\n\r\n1. c7 *\r\n';
  await page.locator("#open").setInputFiles({ name: "a.pgn", mimeType: "text/plain", buffer: Buffer.from(game, "latin1") });
  await hasKind(page, "pgn");
  await finds(page, "a1");
  await page.locator("button.fix").first().click();
  await says(page, "Nothing found");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
  assert.deepEqual(readFileSync(await download.path()), Buffer.from(game.replace("b6a2", "b6a1"), "latin1"));
  step("a PGN file in Windows-1252 with CRLF, mended and saved");

  await page.locator("#new").click();
  await page.locator(".cm-content").evaluate((element) => {
    const data = new DataTransfer();
    data.setData("text/plain", '[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\n[Black "(+0300.10b6a3)"]\n\n*\n');
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await hasKind(page, "pgn");
  await finds(page, "a1");
  step("a game pasted into an empty page");

  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["\\documentclass{article}\n\\begin{document}\n+0300.10b6a3 2/2 \\fen{8/8/1KP5/3r4/8/8/8/k7 w - - 0 1}\n\n0300.19\n\\end{document}\n"], "b.tex"));
    document.querySelector("#editor").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await hasKind(page, "latex");
  await page.locator("#findings .place").first().waitFor();
  step("a TeX file dropped");

  await page.locator("#share").click();
  await page.locator("#dialog[open]").waitFor();
  const link = await page.locator("#dialog-text").innerText();
  const fresh = await (await browser.newContext()).newPage();
  await fresh.goto(link);
  await fresh.locator("#findings .place").first().waitFor({ timeout: PATIENCE });
  assert.match(await text(fresh), /documentclass/);
  assert.equal((await fresh.request.get(address)).status(), 200);
  step("an address opened in a fresh profile");

  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.setOffline(true);
  await page.reload();
  await page.locator("#findings .place").first().waitFor({ timeout: PATIENCE });
  step("reloaded without a network");

  await context.setOffline(false);
  await page.locator("#open").setInputFiles({ name: "bad.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\nnothing") });
  await says(page, "bad.pdf cannot be read");
  assert.match(await text(page), /documentclass/);
  step(`a damaged PDF: ${await page.locator("#status").innerText()}`);
  assert.equal(arrived, 0);
} finally {
  await browser.close();
  server.close();
  foreign.close();
}
