// What an author sees who opens a manuscript: squiggles, the hover with its board, completion, a quick fix.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import UPNG from "upng-js";
import { given } from "./place.mjs";
import { check, same, until } from "./report.mjs";
import { appears, ask, boxOf, close, colorsOf, goTo, open, rest, run, showTab, shownLines, windowOn } from "./page.mjs";

/** Underlined places, the list of problems, and the status bar. */
export async function sees(page, picture, expected) {
  await open(page, "manuscript.md", 28);
  await page.locator(".squiggly-error").nth(1).waitFor();
  const squiggle = await page.locator(".squiggly-error").nth(1).boundingBox();
  const control = await boxOf(page, "4/3 Win");
  const under = Math.abs(squiggle.x - control.x) < 2 && Math.abs(squiggle.y - control.y) < control.height;
  check(under, "a squiggle stands under the wrong control", squiggle);

  await page.keyboard.press("Control+Shift+M");
  await page.locator(".markers-panel .monaco-list-row", { hasText: "should be 5/4" }).waitFor();
  const listed = (await page.locator(".markers-panel .monaco-list-row").allTextContents())
    .map((row) => row.match(/gbr-lsp\s*(.*)\[Ln (\d+), Col (\d+)\]/))
    .filter(Boolean)
    .map(([, rule, line, column]) => `${line}:${column} ${rule}`);
  same(listed, expected, "the problems are those of check");
  await page.keyboard.press("Control+1");
  await picture(page, "diagnostics", { x: 0, y: 35, width: 640, height: 620 });
  await page.keyboard.press("Control+J");
}

/** The words and the board under the mouse. */
export async function hovers(page, picture) {
  await open(page, "manuscript.md", 54, 1);
  const code = await boxOf(page, "0323.12 a3a2");
  const image = page.locator(".monaco-hover img");
  await pointAt(page, code, image, "the hover has a board");
  const painted = await image.evaluate(async (image) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight, image.width, image.height];
  });
  check(
    painted.every((size) => 100 < size),
    "the hover paints a board",
    painted,
  );
  const colors = await colorsWithin(page, await image.boundingBox());
  check(8 < colors, "with squares and men", `${colors} colors`);
  const row = page.locator(".monaco-hover:visible .hover-row").first();
  await boardAndWords(row);
  const words = await row.innerText();
  check(/rook/.test(words) && /2 bishops/.test(words), "and says it in words", words.replaceAll(/\s*\n\s*/g, " / "));
  const hover = await page.locator(".monaco-hover:visible").first().boundingBox();
  await picture(page, "hover", { x: 0, y: hover.y - 60, width: 640, height: hover.height + 130 });
  await rest(page);
  await page.keyboard.press("Escape");

  // As wide as the hover of an editor beside another one.
  const size = page.viewportSize();
  await page.setViewportSize({ ...size, width: 400 });
  await pointAt(page, await boxOf(page, "0323.12 a3a2"), image, "the hover of a narrow editor has a board");
  await boardAndWords(row);
  await rest(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize(size);
}

/** The board and the words beside each other, and nothing of them out of sight. */
async function boardAndWords(row) {
  const cut = await row.evaluate((row) => {
    const seen = row.closest(".monaco-hover").getBoundingClientRect();
    const cells = [...row.querySelectorAll("td")].map((cell) => cell.getBoundingClientRect());
    return { seen, cells: cells.map(({ left, right, top, bottom }) => ({ left, right, top, bottom })) };
  });
  const [board, said] = cut.cells;
  check(said && board.right <= said.left && said.top < board.bottom, "the words stand right of the board", cut);
  const within = ({ left, right, top, bottom }) =>
    cut.seen.left <= left && right <= cut.seen.right && cut.seen.top <= top && bottom <= cut.seen.bottom;
  check(cut.cells.every(within), "and all of both is seen without scrolling", cut);
}

/** The next squares of a list that is being written. */
export async function completes(page, picture) {
  await open(page, "article.md");
  await page.keyboard.press("Control+End");
  const rows = page.locator(".suggest-widget.visible .monaco-list-row");
  const slots = page.locator(".parameter-hints-widget.visible", { hasText: "bishops" });
  await typeSlowly(page, "g3g1 0323");
  // The server may still be starting.
  await until("slots are shown", async () => {
    await page.keyboard.type(".");
    if (await appears(slots, 5000)) return true;
    await page.keyboard.press("Backspace");
    return false;
  });
  check(true, "the slots come by themselves behind the point");
  await typeSlowly(page, "12 a3");
  check(await appears(slots, 1000), "and stay while the list of squares is typed");
  await ask(page);
  await rows.nth(1).waitFor();
  const labels = await rows.evaluateAll((rows) => rows.map((row) => row.querySelector(".label-name").textContent));
  check(
    labels.every((label) => /^[a-h][1-8]/.test(label)),
    "completion offers squares",
    labels.join(" "),
  );
  await picture(page, "completion", { x: 0, y: 140, width: 640, height: 460 });
  const chosen = labels[1];
  await rows.filter({ hasText: chosen }).first().click();
  const typed = `g3g1 0323.12 a3${chosen}`;
  const shown = await until(`${chosen} is inserted`, async () =>
    (await shownLines(page)).find((line) => line.startsWith(typed)),
  );
  check(shown, "the chosen one is inserted", shown);
}

/** Codes that may be whole are typed at the end of a line, with Enter behind them: nothing is written but the line end. */
export async function typesCodes(page) {
  await open(page, "manuscript.md", 28);
  await page.locator(".squiggly-error").first().waitFor();
  await open(page, "article.md");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\n");
  const rows = page.locator(".suggest-widget.visible .monaco-list-row");
  for (const code of WHOLE) {
    await typeSlowly(page, code);
    check(!(await appears(rows.first(), 1000)), `nothing opens behind ${code}`);
    await page.keyboard.press("Enter");
  }
  await until("the codes stand on lines of their own", async () =>
    (await shownLines(page)).join("\n").includes(`\n${WHOLE.join("\n")}\n`),
  ).catch(async () => check(false, "Enter behind a code makes a line", await shownLines(page)));
  check(true, "Enter behind a code makes a line", WHOLE.join(" / "));
  const slots = page.locator(".parameter-hints-widget.visible", { hasText: "bishop 1" });
  await typeSlowly(page, "=0323.12g3g1 a3");
  // A busy machine may answer the one request for them when the next key is there.
  await until("the slots are there", async () => {
    if (await appears(slots, 5000)) return true;
    await page.keyboard.press("Backspace");
    return typeSlowly(page, "3");
  });
  check(true, "behind the first square of a list its slots are there by themselves");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await until("the list is left as it is", async () =>
    (await shownLines(page)).join("\n").includes("\n=0323.12g3g1 a3\n"),
  );
  check(true, "and Enter makes a line");
  // One undo for each word and line would take long; the file is left as it was on disk.
  await run(page, "File: Revert File");
}

/**
 * A list that is open while the server is too busy to answer: VS Code leaves it open behind what is typed on, and Enter
 * takes its row. It writes nothing then.
 */
export async function typesAhead(page, running) {
  if (given.builtin) return check(true, "no process can be stopped without the editor");
  const rows = page.locator(".suggest-widget.visible .monaco-list-row");
  for (const file of ["manuscript.tex", "article.md"]) {
    await open(page, file);
    const server = await until("a server runs", () => running.servers()[0]);
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n\n");
    for (const [begun, more] of AHEAD) {
      await typeSlowly(page, begun);
      await ask(page);
      await rows.first().waitFor();
      const row = await page.locator(".suggest-widget .monaco-list-row.focused .label-name").innerText();
      process.kill(server.pid, "SIGSTOP");
      try {
        await page.keyboard.type(more);
        await page.keyboard.press("Enter");
        const typed = begun + more;
        const seen = async () => (await shownLines(page)).filter((line) => line.startsWith(begun)).at(-1);
        await until("the list is gone", async () => !(await rows.count()));
        await until(`${file}: ${typed} is left as it is`, async () => (await seen()) === typed);
        check(true, `${file}: ${typed} is left as it is`, `behind the row ${row}`);
      } finally {
        process.kill(server.pid, "SIGCONT");
      }
      await page.keyboard.press("Escape");
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
    }
    await run(page, "File: Revert File");
    // One more tab would be seen in the pictures that are taken later.
    if (file === "manuscript.tex") await run(page, "View: Close Editor");
  }
}

/** With several cursors no list opens, for its row would be written at each of them. */
export async function typesTwice(page) {
  const rows = page.locator(".suggest-widget.visible .monaco-list-row");
  await open(page, "manuscript.md", 28);
  await page.locator(".squiggly-error").first().waitFor();
  await open(page, "manuscript.tex");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\n");
  const [[begun, more]] = AHEAD;
  await typeSlowly(page, begun);
  await ask(page);
  await rows.first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type("\n\n");
  await run(page, "Add Cursor Above");
  await typeSlowly(page, begun);
  await ask(page);
  check(!(await appears(rows.first(), 1000)), "with two cursors no list opens");
  await page.keyboard.type(more);
  await page.keyboard.press("Enter");
  const typed = begun + more;
  await until("both lines are as they were typed", async () =>
    (await shownLines(page)).join("\n").includes(`\n${begun}\n${typed}\n\n${typed}\n`),
  ).catch(async () => check(false, "both lines are as they were typed", await shownLines(page)));
  check(true, "and Enter makes a line at both");
  await page.keyboard.press("Escape");
  await run(page, "File: Revert File");
  await run(page, "View: Close Editor");
}

const AHEAD = [
  ["g3g1 0323.12 a3a2e1g8.h6c", "3c6"],
  ["g3g1 0323.12 a3a2", "e1g8"],
];

const WHOLE = ["=0323.12", "0323.12", "g3g1 0323.12", "=0323.12g3g1", "(=0323.12g3g1)", "GBR class 0410.11", "g3g1 0323.12 4/5"];

// As fast as somebody types who knows the code by heart.
const typeSlowly = (page, text) => page.keyboard.type(text, { delay: 90 });

/** The light bulb and its fixes. */
export async function fixes(page, picture) {
  await open(page, "manuscript.md", 31, 15);
  await page.locator(".squiggly-error").nth(1).waitFor();
  await page
    .locator(".codicon-light-bulb, .codicon-lightbulb-autofix, .codicon-gutter-lightbulb-auto-fix")
    .first()
    .waitFor();
  await page.keyboard.press("Control+Period");
  const fix = page.locator(".action-widget .monaco-list-row", { hasText: "Change 4/3 to 5/4" });
  await fix.waitFor();
  await picture(page, "quick-fix", { x: 0, y: 250, width: 960, height: 400 });
  await page.locator(".action-widget .monaco-list-row.focused", { hasText: "Change 4/3 to 5/4" }).waitFor();
  await page.keyboard.press("Enter");
  const changed = "a1a7 0000.43 5/4 Win";
  await until("the fix is applied", async () => (await shownLines(page)).includes(changed));
  check(true, "the quick fix is applied", changed);
  await until("the squiggle goes", async () => (await page.locator(".squiggly-error").count()) === 1);
  check(true, "and the squiggle is gone");
}

/** Fix All with its message and button, and another text for the code of a heading. */
export async function fixesAll(page) {
  await open(page, "manuscript.md", 42, 1);
  await page.locator(".squiggly-error").first().waitFor({ state: "attached" });
  const lines = async () => (await shownLines(page)).join("\n");
  const before = await lines();
  await run(page, "GBR: Fix All");
  const message = page.locator(".notification-toast", { hasText: "1 fixed, 2 left" });
  await message.waitFor();
  const said = (await message.innerText()).replaceAll(/\s*\n\s*/g, " / ");
  check(true, "Fix All shows one line", said);
  check((await lines()) !== before, "and changes the text");
  await message.getByRole("button", { name: "Next Finding" }).click();
  await page.locator("#status\\.editor\\.selection", { hasText: /Ln (22|31), / }).waitFor();
  check(true, "and leads to the next finding");
  await page.keyboard.press("Escape");
  await run(page, "Notifications: Clear All Notifications");
  await run(page, "GBR: Fix All");
  const nothing = page.locator(".notification-toast", { hasText: "0 fixed, 2 left" });
  await nothing.getByRole("button", { name: "Show Problems" }).click();
  await page.locator(".markers-panel .monaco-list-row").first().waitFor();
  check(true, "and shows the problems");
  await page.keyboard.press("Control+J");
  await page.keyboard.press("Control+1");
  await run(page, "File: Revert File");

  await open(page, "article.md");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("## Kubbel =0323.12g3g1");
  await page.keyboard.press("ArrowLeft");
  const box = page.locator(".rename-box input");
  await until("the name of the code is asked for", async () => {
    await page.keyboard.press("F2");
    return appears(box, 3000);
  });
  const name = await box.inputValue();
  check(name === "=0323.12g3g1", "F2 on a code in a heading asks for the code", name);
  await box.fill("=0323.12g3h1");
  await page.keyboard.press("Enter");
  await until("the code is renamed", async () => (await lines()).includes("## Kubbel =0323.12g3h1"));
  check(true, "and writes it");
  await run(page, "File: Revert File");
  await run(page, "View: Close Editor");
}

/** The group of the context menu and the button of the title bar: in documents with codes only. */
export async function menus(page) {
  const menu = page.locator(".context-view .monaco-menu");
  const rows = async () => {
    await menu.waitFor();
    return (await menu.locator(".action-label").allInnerTexts()).map((row) => row.trim());
  };
  const button = page.locator(".editor-actions .action-label[aria-label*='Show Board']");
  const rightClick = async (text) => {
    const box = await boxOf(page, text);
    await page.mouse.click(box.x + 20, box.y + 8, { button: "right" });
    return rows();
  };
  for (const [file, line, text] of [["manuscript.md", 54, "0323.12 a3a2"], ["collection.pgn", 94, "0410.00d6d8"]]) {
    await open(page, file, line, 1);
    await button.waitFor();
    check(true, `${file}: the title bar has a button for the board`);
    const own = ["Show Board", "Search Studies Like This", "New Board Here", "Explain This Code"];
    // The server may still be starting.
    const group = await until(`${file}: the menu has a group of its own`, async () => {
      const seen = await rightClick(text);
      await page.keyboard.press("Escape");
      return seen.includes(own[0]) && seen.slice(seen.indexOf(own[0])).slice(0, 4);
    });
    same(group, own, `${file}: the menu has a group of its own`);
  }
  await open(page, "manuscript.md", 53, 1);
  const explanation = page.locator(".tab.active", { hasText: "Explanation of" });
  // VS Code ignores a click that follows too soon after the one that has opened the menu.
  await until("the row of the menu is clicked", async () => {
    if (!(await menu.isVisible())) await rightClick("0323.12 a3a2");
    await menu.locator(".action-item", { hasText: "Explain This Code" }).click();
    return appears(explanation, 2000);
  });
  check(true, "and the menu works at the place of the click", await explanation.innerText());
  await run(page, "View: Close Editor");

  await open(page, "plain.md");
  check(!(await appears(button, 1000)), "a text without codes has no button");
  const plain = await rightClick((await shownLines(page)).find((one) => 4 < one.length).slice(0, 4));
  check(!plain.includes("Show Board"), "and no group in the menu", plain.join(", "));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\n=0323.12g3g1");
  await button.waitFor();
  check(true, "until a code is typed");
  await run(page, "File: Revert File");
  await run(page, "View: Close All Editors"); // A tab below the resting mouse would show its tooltip in pictures.
}

/** The editors of VS Code for the settings: lists, severities, and names without the prefix. */
export async function setsSettings(page) {
  await run(page, "Preferences: Open Settings (UI)");
  const field = page.locator(".settings-editor .search-container .monaco-editor");
  await field.waitFor();
  const finds = async (words) => {
    await field.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type(`@ext:gbr-lsp.gbr-lsp ${words}`);
  };
  const row = (name) => page.locator(`.settings-editor .setting-item-contents[data-key="gbr.${name}"], .settings-editor [data-key="gbr.${name}"]`).first();
  for (const [name, kind] of [["ignore", "list"], ["select", "list"], ["severity", "object"]]) {
    await finds(name);
    await row(name).waitFor();
    const shown = (await row(name).innerText()).replaceAll(/\s*\n\s*/g, " / ");
    check(/Add Item/.test(shown) && !/settings\.json/.test(shown), `gbr.${name} has the editor of a ${kind}`, shown.slice(0, 80));
  }
  await finds("form");
  await row("form").waitFor();
  const forms = await row("form").locator("select option").allInnerTexts();
  check(forms.length === 7 && !forms.includes("null"), "gbr.form offers no null", forms.join(", "));
  await field.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  const groups = page.locator(".settings-toc-container .monaco-list-row");
  await groups.filter({ hasText: "Commonly Used" }).waitFor();
  await page.waitForTimeout(500); // the rows are still moving
  for (const name of ["Extensions", "GBR codes", "Rules"]) await groups.filter({ hasText: name }).last().click();
  await row("ignore").waitFor();
  const name = row("ignore").locator(".setting-item-title");
  check((await name.innerText()).trim() === "Ignore", "in its group a setting has a name without the prefix", await name.innerText());
  await run(page, "View: Close Editor");
}

/** From finding to finding by the command and by keys, and from a rule's name to its page. */
export async function steps(page) {
  await open(page, "manuscript.md", 1, 1);
  await page.locator(".squiggly-error").first().waitFor({ state: "attached" });
  const caret = (place) => page.locator("#status\\.editor\\.selection", { hasText: place }).waitFor();
  await run(page, "GBR: Go to Next Finding");
  await caret("Ln 22, Col 1");
  await page.keyboard.press("Escape");
  const press = async (key) => {
    await page.keyboard.press("Control+Alt+KeyG");
    await page.keyboard.press(key);
  };
  await press("n");
  await caret("Ln 31, Col 14");
  await press("p");
  await caret("Ln 22, Col 1");
  check(true, "the next finding and the one before have a command and keys");
  await page.keyboard.press("Escape");
  await run(page, "GBR: Read About a Rule");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "control-mismatch" }).first().click();
  await page.locator(".tab.active", { hasText: "control-mismatch" }).waitFor();
  check(true, "the page of a rule is opened");
  await run(page, "View: Close Editor");
}

async function pointAt(page, box, shown, what) {
  await until(what, async () => {
    await rest(page);
    await page.mouse.move(box.x + 20, box.y + 8);
    await page.mouse.move(box.x + 24, box.y + 10);
    return appears(shown, 3000);
  });
}

async function colorsWithin(page, clip) {
  const picture = UPNG.decode(await page.screenshot({ clip }));
  return new Set(new Uint32Array(UPNG.toRGBA8(picture)[0])).size;
}

/** Colors that do not come from the server, the status item and the walkthrough. */
export async function tells(page, editor) {
  await open(page, "manuscript.md", 22, 1);
  await page.locator("#status\\.languageStatus").click();
  const item = page.locator(".hover-language-status", { hasText: "GBR" });
  await item.waitFor();
  const told = await until(
    "the status tells a version",
    async () => /GBR \d/.test(await item.innerText()) && item.innerText(),
  );
  const origin = given.builtin ? /the built-in server, without Python/ : /the copy in the extension/;
  check(origin.test(told), "the language status", told.replaceAll(/\s*\n\s*/g, " / "));
  await page.keyboard.press("Escape");
  await run(page, "GBR: Show Log");
  const log = page.locator(".part.panel .view-line", { hasText: given.builtin ? "builtin:" : "bundled:" });
  await log.first().waitFor();
  check(true, "the log", (await log.first().innerText()).replaceAll("\u00a0", " "));
  await page.keyboard.press("Control+J");

  editor.settings({ "editor.semanticHighlighting.enabled": false });
  for (const [file, line, code, prose] of COLORED) {
    await open(page, file, line, 1);
    const seen = async () => [await colorsOf(page, code), await colorsOf(page, prose)];
    const differ = ([inside, outside]) =>
      inside.length && outside.length && inside.every((color) => !outside.includes(color));
    await until(`${file}: ${code} has colors`, async () => differ(await seen())).catch(async () =>
      check(false, file, await seen()),
    );
    const [inside, outside] = await seen();
    check(true, `${file}: the grammar colors ${code}`, `${[...new Set(inside)]}, not ${[...new Set(outside)]}`);
  }
  editor.settings({});

  await run(page, "Welcome: Open Walkthrough...");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "GBR" }).first().click();
  const steps = page.locator(".gettingStartedContainer .getting-started-step .step-title");
  await steps.first().waitFor();
  const titles = await steps.allInnerTexts();
  check(5 < titles.length, "the walkthrough opens", titles.join("; "));
  const text = await page.locator(".gettingStartedContainer .step-list-container").innerText();
  check(!text.includes("`"), "without backticks");
  await run(page, "View: Close Editor");
}

/** A game file that VS Code gives to no extension is named once. */
export async function namesLarge(browser, running, folder) {
  const record = '[Event "?"]\n[Result "*"]\n\n1.e4 e5 2.Nf3 Nc6 *\n\n';
  writeFileSync(join(folder, "large.pgn"), record.repeat(Math.ceil((51 * 1024 * 1024) / record.length)));
  const page = await windowOn(browser, running.address, folder);
  await open(page, "collection.pgn");
  const toast = page.locator(".notification-toast", { hasText: "large.pgn is larger than 50 MB" });
  for (let times = 0; times < 2; times++) {
    await showTab(page, "large.pgn");
    if (times) break;
    await toast.waitFor();
    check(true, "a file of more than 50 MB is named", (await toast.innerText()).replaceAll(/\s+/g, " "));
    await run(page, "Notifications: Clear All Notifications");
    await run(page, "View: Close Editor");
  }
  check(!(await appears(toast, 2000)), "once");
  await close(page);
}

/** The example, and generated texts: they are not dirty, not checked, and no text of the collection. */
export async function opensTexts(page, editor) {
  await open(page, "manuscript.md", 22, 1);
  await page.locator(".squiggly-error").first().waitFor();
  editor.settings({ "breadcrumbs.enabled": true });
  const breadcrumbs = page.locator(".breadcrumbs-control");
  await until("the breadcrumbs have the heading", async () => /Réti 1921/.test(await breadcrumbs.innerText()));
  check(true, "the breadcrumbs of Markdown have its headings", (await breadcrumbs.innerText()).replaceAll(/\s*\n\s*/g, " / "));
  editor.settings({});
  await run(page, "GBR: Open an Example");
  await page.locator("#status\\.editor\\.selection", { hasText: "Ln 8, Col 1" }).waitFor();
  check(true, "the example opens with the caret on its first code");
  await page.locator(".squiggly-error").first().waitFor();
  check(!(await page.locator(".tab.active.dirty").count()), "its mistakes are underlined, and it is not dirty");
  await Promise.all([page.waitForEvent("load"), run(page, "Developer: Reload Window")]);
  await page.locator(".tab.active", { hasText: "Four old studies" }).waitFor();
  await until("the example is there again", async () => (await shownLines(page)).join().includes("Kubbel 1925"));
  await page.locator(".squiggly-error").first().waitFor();
  check(true, "after a reload of the window it is there again, with its findings");
  await page.locator(".view-lines").first().click();
  await goTo(page, 8, 1);
  await run(page, "GBR: Explain the Code at the Cursor");
  const explanation = page.locator(".tab.active", { hasText: "Explanation of" });
  await explanation.waitFor();
  await page.keyboard.type("x");
  check(!(await page.locator(".tab.active.dirty").count()), "an explanation is read-only", await explanation.innerText());
  const before = (await shownLines(page)).join("\n");
  await Promise.all([page.waitForEvent("load"), run(page, "Developer: Reload Window")]);
  await until("the explanation is there again", async () => (await shownLines(page)).join("\n") === before);
  check(true, "after a reload of the window the explanation is there again");
  await run(page, "View: Close Editor");
  await run(page, "View: Close Editor");
  check(!(await page.locator(".monaco-dialog-box").count()), "closing them does not ask to save");
}

const COLORED = [
  ["manuscript.md", 59, "0001.01", "Of all studies"],
  ["manuscript.tex", 24, "0323.12", "The draw rests"],
  ["collection.pgn", 94, "0410.00d6d8", "Theory of endings."],
];
