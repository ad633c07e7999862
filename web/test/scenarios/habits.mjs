// What users of other editors expect: keys, filters, pages of rules, a difference before many fixes, several files.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { openPage, sendElsewhere, step } from "../page.mjs";
import { PRINTED, TEXTS } from "../samples.mjs";

const TWO = "f1h1 0001.04f1h1 2/5 Win\n\na6c5 4375.16a6c5 6/12 Draw\n\ng3g1 0323.12 4/4 Draw\n";

export async function habits({ browser, address, foreign }) {
  const { context, page } = await openPage(browser, address);
  const keyboard = page.page.keyboard;
  await page.finds("The kings are exchanged");
  await page.at(".rule", { hasText: "king-mismatch" }).click();
  await page.at("#dialog-title", { hasText: "king-mismatch" }).waitFor();
  assert.match(await page.at("#dialog-content").innerText(), /Severity: error/);
  await keyboard.press("Escape");
  await page.at("#dialog[open]").waitFor({ state: "detached" });
  step("the page of a rule, in place");

  await page.at("#new").click();
  await page.isBlank();
  await page.at("#kind").selectOption("plaintext");
  await page.pasteOver(TWO);
  await page.finds("The control should be");
  const [rule] = (await page.at("#filters .chip").allInnerTexts()).map((text) => text.split(" ")[0]);
  const all = await page.at(".card").count();
  await page.at("#filters .chip").first().click();
  await page.page.waitForFunction(
    ([rule, all]) =>
      document.querySelectorAll(".card").length < all &&
      ![...document.querySelectorAll(".card .rule")].some((one) => one.textContent === rule),
    [rule, all],
  );
  await page.at("#filters .chip").first().click();
  await page.page.waitForFunction((all) => document.querySelectorAll(".card").length === all, all);
  step("findings filtered by rule");

  await page.at(".cm-content").focus();
  await keyboard.press("Control+Home");
  const lineAtCaret = () => page.page.evaluate(() => document.querySelector(".cm-activeLineGutter")?.textContent);
  const lines = [];
  for (const key of ["F8", "F8", "Shift+F8"]) {
    await keyboard.press(key);
    lines.push(await lineAtCaret());
  }
  assert.deepEqual(lines, ["1", "3", "1"]);
  await page.at("#fix-all").click();
  await page.at("#dialog .diff del mark").first().waitFor();
  assert.match(await page.at("#dialog .diff").innerText(), /f1h1/);
  await page.at("#dialog-yes").click();
  await page.page.waitForFunction(() => !document.querySelector(".cm-content").textContent.includes("0001.04f1h1"));
  await page.says("1 finding");
  await keyboard.press("F8");
  await keyboard.press("Control+Enter");
  await page.hasText("g3g1 0323.12 4/5 Draw");
  const [saved] = await Promise.all([page.page.waitForEvent("download"), keyboard.press("Control+s")]);
  assert.match(readFileSync(await saved.path(), "utf8"), /4\/5 Draw/);
  step("keys for findings, fixes and saving; a difference before many fixes");

  await page.at("#new").click();
  await page.isBlank();
  await page.pasteOver("g3g1 0323.12 4/4 Draw\n");
  await page.finds("The control should be");
  await page.at("#settings").click();
  await page.at("#dialog label", { hasText: "control-mismatch:" }).locator("input").uncheck();
  await page.at("#dialog select").first().selectOption("dark");
  await page.at("#dialog-yes").click();
  await page.says("nothing found");
  assert.equal(await page.at("html").getAttribute("data-theme"), "dark");
  assert.equal(await page.board.locator("html").getAttribute("data-theme"), "dark");
  await page.isStored("0323.12 4/4 Draw");
  await page.page.reload();
  await page.says("text.txt: 1 code, 0 compared, nothing found");
  await page.at("#settings").click();
  await page.at("#dialog label", { hasText: "control-mismatch:" }).locator("input").check();
  await page.at("#dialog-yes").click();
  await page.finds("The control should be");
  step("settings, which last");

  await page.drop(["one.md", TEXTS.markdown], ["two.txt", TWO], ["three.txt", "nothing here"]);
  await page.at("#files .row", { hasText: "one.md" }).locator(".dim", { hasText: "3 findings" }).waitFor();
  await page.at("#files .row", { hasText: "three.txt" }).locator(".dim", { hasText: "nothing found" }).waitFor();
  await page.at("#files .row", { hasText: "two.txt" }).click();
  await page.hasName("two.txt");
  await page.choose(["page.pdf", PRINTED], ["four.txt", "g3g1 0323.12 4/5 Draw"]);
  await page.at("#files .row", { hasText: "page.pdf" }).locator(".dim", { hasText: "3 findings" }).waitFor();
  await page.at("#files .link", { hasText: "Close the list" }).click();
  assert.ok(await page.at("#files").isHidden());
  step("lists of several files with their findings");
  await sendElsewhere(page, foreign);
  await context.close();
}
