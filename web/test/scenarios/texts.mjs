// Texts: their kinds, undo, the last texts, links, and a browser that stores nothing.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { openPage, sendElsewhere, step } from "../page.mjs";
import { TEXTS } from "../samples.mjs";

const RECORD = '[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]\n[Black "(+0300.10b6a3)"]\n\n*\n';
const LATEX =
  "\\documentclass{article}\n\\begin{document}\n+0300.10b6a3 2/2 \\fen{8/8/1KP5/3r4/8/8/8/k7 w - - 0 1}\n\\end{document}\n";

export async function texts({ browser, address, foreign }) {
  const { context, page } = await openPage(browser, address);
  await page.finds("The kings are exchanged");
  await page.says("page.md: 2 codes, 2 compared, 1 finding");
  await page.isRecognized("markdown");
  await page.at("#name").fill("my page.md");
  await page.page.keyboard.press("Enter");
  await page.at("#kind").selectOption("markdown");
  assert.equal(await page.at(".card").count(), 1);
  for (const [kind, text] of Object.entries(TEXTS)) {
    await page.pasteOver(text);
    await page.isRecognized(kind);
    await page.at(".card").first().waitFor();
  }
  await page.hasName("my page.pgn");
  step("four texts, each pasted over the one before and recognized");

  await page.at("#new").click();
  await page.isBlank();
  await page.says("Paste or type a text");
  await page.pasteOver(TEXTS.markdown);
  await page.isRecognized("markdown");
  await page.says("3 findings");
  await page.hasName("text.md");
  await page.at("#kind").selectOption("latex");
  await page.isRecognized("latex", false);
  await page.hasName("text.tex");
  await page.pasteOver("Two kings and a pawn; nothing else.");
  await page.isRecognized("plaintext");
  await page.says("no codes found. A code looks like =0323.12g3g1");
  step("kinds recognized and chosen, and a text without a code");

  await page.at("#new").click();
  await page.isBlank();
  await page.pasteOver(RECORD);
  await page.hasKind("pgn");
  await page.finds("a1");
  await page.drop(["b.tex", LATEX]);
  await page.hasKind("latex");
  await page.at(".card").first().waitFor();
  for (const name of ["a.txt", "README", "a.log"]) {
    await page.choose([name, `+0300.10b6a3 in ${name}`]);
    await page.hasText(`in ${name}`);
    await page.hasKind("plaintext");
  }
  await page.choose(["long.txt", `${"\n".repeat(500)}+0300.10b6a3`]);
  await page.hasName("long.txt");
  assert.equal(await page.at(".cm-scroller").evaluate(({ scrollTop }) => scrollTop), 0);
  step("a game pasted, a TeX file dropped, and text files of other names");

  await page.choose(["a.log", "+0300.10b6a3 in a.log"]);
  await page.hasName("a.log");
  await page.type(" kept");
  await page.at("#new").click();
  await page.isBlank();
  await page.at("#undo").click();
  await page.hasText("in a.log kept");
  await page.at("#undo").click();
  await page.page.waitForFunction(() => document.querySelector(".cm-content")?.textContent.endsWith("in a.log"));
  await page.type(" again");
  await page.at("#new").click();
  await page.isBlank();
  await page.chooseRecent("in a.log again");
  await page.hasText("in a.log again");
  await page.chooseRecent("documentclass");
  await page.hasKind("latex");
  await page.at(".cm-content").focus();
  await page.page.keyboard.press("Control+a");
  await page.page.keyboard.insertText("only this");
  await page.isStored("only this");
  await page.page.reload();
  await page.hasText("only this");
  await page.chooseRecent("documentclass");
  await page.hasText("documentclass");
  step("replaced texts, restored by Undo and from the last texts");
  await links({ browser, address, page });
  await sendElsewhere(page, foreign);
  await context.close();
  await forgetful({ browser, address });
}

async function links({ browser, address, page }) {
  await page.at("#share").click();
  await page.at("#dialog[open]").waitFor();
  assert.match(await page.at("#dialog-title").innerText(), /contains your whole text\.$/);
  const link = await page.at("#dialog-content").innerText();
  assert.equal(page.page.url(), address);
  await page.at("#dialog button[value=no]").click();
  const { context, page: fresh } = await openPage(browser, address);
  await fresh.finds("");
  await fresh.type("mine");
  await fresh.isStored("mine");
  await fresh.page.goto(link);
  await fresh.hasText("documentclass");
  await fresh.page.waitForFunction(() => !location.hash);
  await fresh.finds("");
  await fresh.type("more");
  await fresh.isStored("more");
  await fresh.page.reload();
  await fresh.hasText("more");
  await fresh.chooseRecent("Pawns and steps");
  await fresh.hasText("mine");
  step("a link next to a draft, edited and reloaded");

  const half = JSON.stringify({ name: "s.txt", kind: "plaintext", text: "a\ud800b" });
  await fresh.page.goto(`${address}#text=${deflateRawSync(half).toString("base64url")}`);
  await fresh.hasName("s.txt");
  await fresh.says("s.txt: no codes");
  const saved = await fresh.download("#save");
  assert.equal(readFileSync(await saved.path(), "utf8"), "a\ufffdb");
  await fresh.says("1 damaged character was saved");
  await fresh.page.goto(`${address}#text=nothing`);
  await fresh.at("#dialog-title", { hasText: "no text that can be read" }).waitFor();
  await context.close();
  step("a link with half of a character, saved, and a damaged link");
}

async function forgetful({ browser, address }) {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new Error("private");
    };
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new Error("private");
      },
    });
  });
  const { page } = await openPage({ newContext: () => context }, address);
  await page.type("mine");
  for (const [answer, isKept] of [
    ["no", true],
    ["yes", false],
  ]) {
    await page.at("#new").click();
    await page.at(`#dialog button[value=${answer}]`).click();
    await (isKept ? page.hasText("mine") : page.isBlank());
  }
  await context.close();
  step("a browser that stores nothing");
}
