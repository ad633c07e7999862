// The board: disputes and their fixes, moves, hovers, and positions that are set and written.

import assert from "node:assert/strict";
import { openPage, sendElsewhere, step } from "../page.mjs";

const STUDY = "`7K/8/k1P5/7p/8/8/8/8 w - - 0 1`\n\n=0000.11h8a6\n\n1.Kg7 h4 2.Kf6 Kb6 (2...h3 3.Ke7) 3.Ke5\n";

/** Wait until the board has `men`, such as `Ke6` for White's king on e6, and `kg6` for Black's on g6. */
const hasMen = async (page, ...men) => {
  for (const [letter, ...square] of men)
    await page.board.locator(`svg#board .man[data-man="${letter}"][data-square="${square.join("")}"]`).waitFor();
};

export async function board({ browser, address, foreign }) {
  const { context, page } = await openPage(browser, address);
  await page.finds("The kings are exchanged");
  await hasMen(page, "Ke6", "kg6");
  assert.equal(await page.board.locator(".disputed").count(), 2);
  await page.board.locator("#differences", { hasText: "White king: g6 in the code, e6 in the FEN" }).waitFor();
  await page.board.locator("#boards button", { hasText: "Code" }).click();
  await hasMen(page, "Kg6");
  await page.board.locator("#fixes button", { hasText: "Change the kings to e6g6" }).click();
  await page.says("nothing found");
  assert.match(await page.text(), /e6g6 0040\.22/);
  await page.at("#undo").click();
  await page.finds("The kings are exchanged");
  step("the boards of a contradiction, and its fix");

  await page.at(".cm-line", { hasText: "0040.22" }).locator("span").first().hover();
  const hover = page.at(".cm-tooltip .hover");
  await hover.waitFor();
  assert.equal(await hover.locator("img").evaluate((image) => image.decode().then(() => image.naturalWidth > 0)), true);
  const [tip, editor] = [await hover.boundingBox(), await page.at("#editor").boundingBox()];
  assert.ok(editor.y <= tip.y, "a hover covers the tools");
  await page.page.mouse.move(5, 5);
  await hover.waitFor({ state: "detached" });
  step("a hover with a board, within the text");

  await page.putCaret("1.c7 Rd6+");
  await page.board.locator("#tree .move", { hasText: "Rd6+" }).waitFor();
  await page.board.locator("#tree [data-node='0']").click();
  await hasMen(page, "Pc6");
  await page.page.keyboard.press("ArrowRight");
  await hasMen(page, "Pc7");
  await page.at(".shown-move", { hasText: "c7" }).waitFor();
  await page.board.locator("#last").click();
  await hasMen(page, "Kb3");
  await page.page.keyboard.press("f");
  await page.board.locator("svg#board[data-turned='true']").waitFor();
  await page.page.keyboard.press("f");
  await page.page.keyboard.press("Escape");
  await page.page.waitForFunction(() => document.activeElement?.classList.contains("cm-content"));
  step("the moves of a solution, by keys and buttons");

  await page.at("#new").click();
  await page.isBlank();
  await page.pasteOver(STUDY);
  await page.putCaret("3.Ke5");
  await page.page.keyboard.press("End");
  await page.board.locator("button[data-square='h4']").waitFor();
  await page.board.locator("button[data-square='h4']").focus();
  await page.page.keyboard.press(" ");
  await page.board.locator("button[data-square='h3']").focus();
  await page.page.keyboard.press(" ");
  await page.hasText("3.Ke5 h3");
  step("a move played on the board by keys");

  await page.at("#new").click();
  await page.isBlank();
  await page.board.locator("#new").click();
  await page.board.locator("#set-fen").fill("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1");
  await hasMen(page, "Kb6");
  await page.board.locator("#form").selectOption("full");
  await page.board.locator("#write").click();
  await page.hasText("b6a1 0300.10 d5.c6");
  await page.says("1 code");
  await page.board.locator("button[data-square='a1']").waitFor();
  assert.equal(await page.board.locator("button[data-square='b6']").getAttribute("aria-label"), "b6, white king");
  await page.pasteOver(STUDY);
  await page.putCaret("=0000.11");
  await hasMen(page, "Kh8");
  await page.board.locator("#edit").click();
  await page.board.locator("button[data-square='h8']").focus();
  await page.page.keyboard.press("Delete");
  await page.board.locator("button[data-square='g8']").focus();
  await page.page.keyboard.press("Shift+K");
  await page.page.keyboard.press("Enter");
  await page.hasText("6K1/8/k1P5");
  step("positions set and changed on the board");
  await sendElsewhere(page, foreign);
  await context.close();
}
