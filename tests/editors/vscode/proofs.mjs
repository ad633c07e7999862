// PDF and Word files: chosen in the dialog, shown as text with findings beside the report page, or refused in one line.

import { copyFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { check, same, until } from "./report.mjs";
import { given } from "./place.mjs";
import { run, shownLines, webView, WINDOW } from "./page.mjs";

const COMMAND = "GBR: Check a PDF or Word File…";
/** What is said besides that a file is being read. */
const messages = (page) =>
  page.locator(".notification-toast .notification-list-item-message", { hasNotText: "Reading" });

/** Chooses a file as its user does, by typing its name into the dialog. */
async function choose(page, path) {
  await run(page, COMMAND);
  const dialog = page.locator(".quick-input-widget:visible");
  const input = dialog.locator("input").first();
  await dialog.locator(".monaco-list-row", { hasText: ".." }).first().waitFor();
  // Whatever the dialog still writes into its line while it lists a folder, it is asked again.
  await until(`${path} is chosen`, async () => {
    if (!(await dialog.count())) return true;
    await input.fill(path);
    await dialog.locator(".monaco-list-row", { hasText: basename(path) }).first().waitFor({ timeout: 5000 });
    if ((await input.inputValue()) === path) await page.keyboard.press("Enter");
    return gone(dialog);
  });
}

/** Chooses a file until something is shown: a dialog that loses the focus to what closes beside it is gone, too. */
async function chosen(page, path, shown) {
  await until(`${path} is chosen`, async () => {
    await choose(page, path);
    return is(shown, "visible", 30_000);
  }, 90);
}

const is = (locator, state, timeout) =>
  locator.waitFor({ state, timeout }).then(
    () => true,
    () => false,
  );
const gone = (locator) => is(locator, "hidden", 3000);

/** With the readers: what is found stands in the text, which nobody can change, and the page opens beside it. */
export async function proofs(page, folder) {
  const path = join(folder, "page.pdf");
  copyFileSync(join(given.examples, "../printed/page.pdf"), path);
  await page.setViewportSize({ width: 1400, height: WINDOW.height });
  await chosen(page, path, page.locator(".tab", { hasText: "page.pdf" }).first());
  await page.locator(".squiggly-error").nth(2).waitFor();
  check(true, "the findings stand in the text", `${await page.locator(".squiggly-error").count()} squiggles`);
  const view = webView(page);
  await view.locator("article").first().waitFor();
  const found = await view.locator("article").count();
  check(found === 3, "the report page opens", await view.locator("h1").innerText());
  check((await view.locator("svg.board").count()) >= found, "with its boards");
  check(await view.locator("form").isVisible(), "and its filter");
  const lines = await shownLines(page);
  check(lines.some((line) => line.includes("a2f1 0411.56 10/9 Win")), "the text is as it was read", lines[2]);
  await page.locator(".editor-group-container .view-line", { hasText: "a2f1" }).first().click();
  await page.keyboard.type("x");
  same(await shownLines(page), lines, "nobody can change it");
  await choose(page, path);
  await until("the file is read again", async () => (await view.locator("article").count()) === 3);
  same((await page.locator(".tab", { hasText: "findings" }).count()), 1, "a file that is checked again has one page");
  await page.setViewportSize(WINDOW);
}

/** Word files are read, and `.doc` is refused by name. */
export async function words(page, folder) {
  const manuscript = join(folder, "manuscript.docx");
  copyFileSync(join(given.examples, "../printed/manuscript.docx"), manuscript);
  await chosen(page, manuscript, page.locator(".tab", { hasText: "manuscript.docx" }).first());
  const caption = page.locator(".view-line", { hasText: "h8a6 0000.11 2/3 Draw" }).first();
  await caption.waitFor();
  check(true, "a Word file is read without any package", await caption.innerText());
  const word = join(folder, "old.doc");
  writeFileSync(word, "hello");
  await chosen(page, word, messages(page).first());
  const said = await messages(page).allInnerTexts();
  same(said, ["old.doc is in the format of Word 97; save it as .docx or print it to a PDF"], "a .doc is refused by name");
  await run(page, "Notifications: Clear All Notifications");
}
