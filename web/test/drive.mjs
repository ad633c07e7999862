// Drives the built page in Chromium from a plain static server, as an author would use it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const PATIENCE = Number(process.env.PATIENCE ?? 180) * 1000, FIRST_LOAD = 7_200_000;
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
const chooses = (page, name, data) => page.locator("#open").setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(data) });
const isText = (page, part) => page.waitForFunction((part) => document.querySelector(".cm-content")?.textContent.includes(part), part);
const isBlank = (page) => page.waitForFunction(() => document.querySelector(".cm-content")?.textContent.trim() === "");
const isReady = (page) => page.evaluate(() => navigator.serviceWorker.ready);
/** Wait until `asked`, which returns a promise, is true. */
async function until(page, asked, argument) {
  const end = performance.now() + PATIENCE;
  while (!await page.evaluate(asked, argument)) assert.ok(performance.now() < end, String(asked));
}
/** Wait until the draft that is kept last has `part`. */
const isKept = (page, part) => until(page, (part) => new Promise((done) => {
  const opening = indexedDB.open("gbr-lsp");
  opening.onsuccess = () => {
    const drafts = opening.result.transaction("drafts").objectStore("drafts").index("when").getAll();
    drafts.onsuccess = () => { opening.result.close(); done(drafts.result.at(-1)?.text.includes(part) ?? false); };
  };
}), part);
const isRecent = (page, words) => page.waitForFunction((words) => [...document.querySelectorAll("#recent option")].some((option) => option.text.includes(words)), words);
const choosesRecent = async (page, words) => {
  await isRecent(page, words);
  await page.locator("#recent").evaluate((choice, words) => {
    choice.value = [...choice.options].find((option) => option.text.includes(words)).value;
    choice.dispatchEvent(new Event("change"));
  }, words);
};
/** Type `words` at the end of the text. */
const types = async (page, words) => {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(words);
  await isText(page, words.trim());
};
const firstLoad = () => Object.entries(server.sent).reduce((sum, [path, bytes]) => sum + (/^\/(docs|proofs\.tar)/.test(path) ? 0 : bytes), 0);

/** Return a PDF that shows `shown`, an operand of Tj, in `font`; other objects are numbered from 5. */
function pdf(shown, font, ...others) {
  const content = `BT /F1 12 Tf 72 720 Td ${shown} Tj ET`;
  const objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 ${font}>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`, ...others];
  let data = "%PDF-1.4\n", table = "0000000000 65535 f \n";
  objects.forEach((object, index) => {
    table += `${String(data.length).padStart(10, "0")} 00000 n \n`;
    data += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  return `${data}xref\n0 ${objects.length + 1}\n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${data.length}\n%%EOF\n`;
}
const PRINTED = readFileSync(new URL("../../docs/printed/page.pdf", import.meta.url));
const MANUSCRIPT = readFileSync(new URL("../../docs/printed/manuscript.docx", import.meta.url));
const JAPANESE = pdf("<82b182ea>", "5 0 R", "<</Type/Font/Subtype/Type0/BaseFont/Ryumin/Encoding/90ms-RKSJ-H/DescendantFonts[6 0 R]>>",
  "<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 7 0 R>>",
  "<</Type/FontDescriptor/FontName/Ryumin/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>");

/** Check the colors of the editor. */
async function contrasts(colorScheme) {
  const context = await browser.newContext({ colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(address);
  await finds(page, "black king on a1");
  await page.locator(".cm-content").focus();
  await page.locator(".cm-lintRange").first().hover();
  await page.locator(".cm-tooltip-hover .cm-tooltip-section").first().waitFor();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+End");
  await page.locator(".cm-selectionBackground").first().waitFor();
  await page.keyboard.press("Control+f");
  await page.locator(".cm-panel.cm-search").waitFor();
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${colorScheme}.png` });
  const measured = await page.evaluate(() => {
    const parts = (color) => color.match(/[\d.]+/g).map(Number);
    const light = (color) => parts(color).slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
    const get = (selector, property) => getComputedStyle(document.querySelector(selector))[property];
    const ground = (selector) => {
      for (let element = document.querySelector(selector); element; element = element.parentElement) {
        const color = getComputedStyle(element).backgroundColor;
        if (parts(color)[3] !== 0) return color;
      }
    };
    const contrast = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
    const on = (selector) => contrast(get(selector, "color"), ground(selector));
    return {
      text: on(".cm-content"), tooltip: on(".cm-tooltip-hover .cm-tooltip-section"), gutter: on(".cm-lineNumbers .cm-gutterElement"),
      search: on(".cm-search label"), field: on(".cm-search .cm-textfield"), button: on(".cm-search .cm-button"),
      selection: contrast(get(".cm-content", "color"), get(".cm-selectionBackground", "backgroundColor")),
      caret: contrast(get(".cm-cursor", "borderLeftColor"), ground(".cm-content")),
    };
  });
  for (const [name, contrast] of Object.entries(measured)) assert.ok(4.5 <= contrast, `${colorScheme} ${name}: ${contrast}`);
  step(`${colorScheme}: contrasts of ${Math.min(...Object.values(measured)).toFixed(1)} or more`);
  await context.close();
}

/** Check that the links, styles, scripts and pictures of a page are there. */
async function follows(path) {
  const html = await (await fetch(address + path)).text();
  const links = [...html.matchAll(/\b(?:href|src)=["']?([^"' >]+)/g)].map(([, link]) => new URL(link, address + path)).filter(({ origin }) => `${origin}/` === address);
  assert.ok(links.length);
  for (const link of links) {
    const answer = await fetch(link);
    assert.equal(answer.status, 200, `${link} on ${path}`);
    assert.doesNotMatch(answer.headers.get("content-type"), /octet-stream/, String(link));
  }
  step(`${links.length} links of /${path}`);
}

const step = (name) => console.log(`${(performance.now() / 1000).toFixed(1)} s: ${name}`);

try {
  const context = await browser.newContext({ acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => { throw error; });
  // The server writes what its features raise.
  page.on("console", (message) => { if (/^\w*(Error|Exception)\b/.test(message.text())) throw new Error(message.text()); });
  await page.goto(address);
  await page.locator(".cm-content").waitFor();
  step("the editor");
  await finds(page, "black king on a1");
  step(`the first finding, after ${firstLoad()} bytes`);
  await page.locator("#board svg[aria-label*='white king b6']").waitFor();
  await page.locator(".cm-line", { hasText: "+0300.10b6a2" }).click();
  await page.locator("#board svg[aria-label$='code and board differ on a1, a2']").waitFor();
  assert.equal(await page.locator("#board .disputed").count(), 2);
  await page.locator("#board p", { hasText: "Black king: a2 in the code, a1 in the FEN" }).waitFor();
  await page.locator("#board button.fix", { hasText: "Change the kings to b6a1" }).waitFor();
  await page.locator("#board button", { hasText: "Code" }).click();
  await page.locator("#board svg[aria-label='black king a2, white king b6'], #board svg[aria-label='white king b6, black king a2']").waitFor();
  step("the board of a contradiction");

  await page.locator("button.fix").first().click();
  await says(page, "Nothing found");
  assert.match(await text(page), /0300\.10b6a1/);
  await page.locator("#undo").click();
  await finds(page, "black king on a1");
  assert.match(await text(page), /0300\.10b6a2/);
  step("fix and undo");

  // The service worker keeps the files that are there by now: none is asked for twice.
  await page.evaluate(() => navigator.serviceWorker.ready);
  assert.ok(firstLoad() < FIRST_LOAD, `${firstLoad()} bytes for the first load`);
  for (const worker of page.workers()) assert.equal(await worker.evaluate((url) => fetch(url, { mode: "no-cors" }).then(() => "sent", () => "blocked"), elsewhere), "blocked");
  assert.equal(await page.evaluate((url) => fetch(url, { mode: "no-cors" }).then(() => "sent", () => "blocked"), elsewhere), "blocked");
  assert.ok(page.workers().length);

  const game = '[Event "caf\u00e9"]\r\n[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\r\n[Black "(+0300.10b6a2)"]\r\n\r\n1. c7 *\r\n';
  await page.locator("#open").setInputFiles({ name: "a.pgn", mimeType: "text/plain", buffer: Buffer.from(game, "latin1") });
  await hasKind(page, "pgn");
  await says(page, "1 finding in a.pgn");
  await page.locator("button.fix").first().click();
  await says(page, "Nothing found");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
  assert.deepEqual(readFileSync(await download.path()), Buffer.from(game.replace("b6a2", "b6a1"), "latin1"));
  step("a PGN file in Windows-1252 with CRLF, mended and saved");

  for (const variant of ["Standard", "Chess960", "Atomic"]) {
    await chooses(page, `${variant}.pgn`, `[Variant "${variant}"]\n[Event "${variant}"]\n[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\n[Black "(+0300.10b6a2)"]\n\n1. c7 *\n`);
    await says(page, `in ${variant}.pgn`);
    await page.locator("button.fix").first().waitFor();
  }
  step("fixes in games of variants");

  await page.locator("#new").click();
  await isBlank(page);
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

  await page.locator("#new").click();
  await isBlank(page);
  await page.locator("#kind").selectOption("markdown");
  await page.locator(".cm-content").click();
  await page.keyboard.insertText("`7K/8/k1P5/7p/8/8/8/8 w - - 0 1`\n\n=0000.11h8a6\n\n1.Kg7 ");
  await page.keyboard.press("Control+Space");
  const offered = page.locator(".cm-tooltip-autocomplete li .cm-completionLabel");
  await offered.nth(4).waitFor();
  assert.deepEqual(await offered.allInnerTexts(), ["Ka5", "Ka7", "Kb5", "Kb6", "h4"]);
  await page.keyboard.press("Escape");
  await choosesRecent(page, "b.tex");
  await hasKind(page, "latex");
  step("moves completed in a printed solution");

  for (const name of ["a.txt", "README", "a.log"]) {
    await chooses(page, name, `+0300.10b6a3 in ${name}`);
    await isText(page, `in ${name}`);
    await hasKind(page, "plaintext");
  }
  step("text files of other names");

  await types(page, " kept");
  await page.locator("#new").click();
  await isBlank(page);
  await page.locator("#undo").click();
  await isText(page, "in a.log kept");
  await page.locator("#undo").click();
  await page.waitForFunction(() => document.querySelector(".cm-content")?.textContent.endsWith("in a.log"));
  await types(page, " again");
  await page.locator("#new").click();
  await isBlank(page);
  await choosesRecent(page, "in a.log again");
  await isText(page, "in a.log again");
  await choosesRecent(page, "documentclass");
  await hasKind(page, "latex");
  await isRecent(page, "in a.log again");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("only this");
  await isRecent(page, "documentclass");
  await isKept(page, "only this");
  await page.reload();
  await isText(page, "only this");
  await choosesRecent(page, "documentclass");
  await isText(page, "documentclass");
  step("replaced texts, brought back by Undo and from Recent");

  await page.locator("#share").click();
  await page.locator("#dialog[open]").waitFor();
  const link = await page.locator("#dialog-text").innerText();
  assert.equal(page.url(), address);
  await page.locator("#dialog button[value=no]").click();
  const other = await browser.newContext();
  const fresh = await other.newPage();
  fresh.setDefaultTimeout(PATIENCE);
  await fresh.goto(address);
  await types(fresh, "mine");
  await isKept(fresh, "mine");
  await fresh.goto(link);
  await isText(fresh, "documentclass");
  await fresh.waitForFunction(() => !location.hash);
  await finds(fresh, "");
  await types(fresh, "more");
  await isKept(fresh, "more");
  await fresh.reload();
  await isText(fresh, "more");
  await choosesRecent(fresh, "A pawn against a rook");
  await isText(fresh, "mine");
  await other.close();
  step("a link next to a draft, edited and reloaded");

  await isReady(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await until(page, async () => (await (await caches.open("gbr-lsp-files")).keys()).some(({ url }) => url.includes("proofs.tar")));
  await context.setOffline(true);
  await page.reload();
  await finds(page, "");
  step("reloaded without a network");
  await chooses(page, "a.pdf", PRINTED);
  await finds(page, "Page 1: The class is 0411.56");
  await hasKind(page, "pdf");
  assert.ok(await page.locator("#kind").isDisabled());
  await page.locator("#undo").click();
  await hasKind(page, "latex");
  await chooses(page, "c.pdf", JAPANESE);
  await says(page, "c.pdf cannot be read: this first needs the network");
  await page.evaluate(async () => {
    const cache = await caches.open("gbr-lsp-files");
    for (const request of await cache.keys()) if (request.url.includes("proofs.tar")) await cache.delete(request);
  });
  await (await context.newCDPSession(page)).send("Network.clearBrowserCache"); // it answers without a network, too
  await chooses(page, "b.pdf", PRINTED);
  await says(page, "b.pdf cannot be read: this first needs the network");
  await isText(page, "documentclass");
  await context.setOffline(false);
  await chooses(page, "c.pdf", JAPANESE);
  await isText(page, "これ");
  step("PDFs without a network, and what first needs it");

  await context.setOffline(true);
  await chooses(page, "my book.docx", MANUSCRIPT);
  await finds(page, "Paragraph 67: The control should be 2/2");
  await finds(page, "Paragraph 135: 7.Kb4 is not legal");
  await isText(page, "h8a6 0000.11 2/3 Draw");
  await hasKind(page, "word");
  await context.setOffline(false);
  await choosesRecent(page, "documentclass");
  for (const [name, data] of [["bad.pdf", "%PDF-1.4\nnothing"], ["bad.bin", "\0\0\x01\0"], ["bad.docx", "PK\x03\x04 word/"]]) {
    await chooses(page, name, data);
    await says(page, "; still showing b.tex");
    assert.match(await page.locator("#status").innerText(), new RegExp(name));
    await isText(page, "documentclass");
  }
  step(`a Word file and damaged ones: ${await page.locator("#status").innerText()}`);

  const damaged = deflateRawSync(JSON.stringify({ name: "s.txt", kind: "plaintext", text: "a\ud800b" })).toString("base64url");
  await page.goto(`${address}#text=${damaged}`);
  await says(page, "in s.txt");
  const [mended] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
  assert.equal(readFileSync(await mended.path(), "utf8"), "a\ufffdb");
  await says(page, "1 damaged character was saved");
  await page.goto(`${address}#text=nothing`);
  await page.locator("#dialog-title", { hasText: "no text that can be read" }).waitFor();
  step("a link with half of a character, saved, and a damaged link");

  const forgetful = await (await browser.newContext()).newPage();
  await forgetful.addInitScript(() => { IDBFactory.prototype.open = () => { throw new Error("private"); }; });
  await forgetful.goto(address);
  await types(forgetful, "mine");
  for (const [answer, shown] of [["no", true], ["yes", false]]) {
    await forgetful.locator("#new").click();
    await forgetful.locator(`#dialog button[value=${answer}]`).click();
    await (shown ? isText(forgetful, "mine") : isBlank(forgetful));
  }
  step("a browser that keeps nothing");

  for (const colorScheme of ["light", "dark"]) await contrasts(colorScheme);
  for (const path of ["", "licences.html", "docs/moves/"]) await follows(path);
  assert.equal(arrived, 0);
} finally {
  await browser.close();
  server.close();
  foreign.close();
}
