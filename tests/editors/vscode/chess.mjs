// Games in VS Code: moves that are typed, games that are formatted, and fences in the preview of Markdown.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { appears, ask, open, run, shownLines, webView } from "./page.mjs";
import { check, same, until } from "./report.mjs";

const START = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
const TAGS = `[White "Reti=R"]\n[FEN "${START}"]\n\n`;

/** The texts of these parts, in a folder before it is opened. */
export function games(folder) {
  const files = {
    "typed.pgn": TAGS,
    "reti.pgn": TAGS,
    "solution.md": `# Réti\n\n\`${START}\`\n\n=0000.11h8a6\n\n`,
    "solution.tex": `\\section{Réti}\n\n\\fen{${START}}\n\n=0000.11h8a6\n\n`,
    "formatted.pgn": `${TAGS}1.Kg7\nh4   (1...Kb6\n2.Kf6 ) 2. Kf6 {so\n it is} *\n`,
    "fences.md": `# Fences\n\n\`\`\`fen\n${START}\n\`\`\`\n\n\`\`\`pgn\n${TAGS}1.Kg7 <b>h4\n\`\`\`\n\n\`\`\`js\n1 < 2\n\`\`\`\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** Moves open behind the number that is due and on a first letter, and Enter behind a move makes a line. */
export async function typesMoves(page) {
  await open(page, "typed.pgn", 4, 1);
  const rows = page.locator(".suggest-widget.visible .monaco-list-row");
  const type = (text) => page.keyboard.type(text, { delay: 120 });
  await type("1");
  // The server may still be starting.
  await until("moves are offered", async () => {
    await type(".");
    if (await appears(rows.filter({ hasText: "Kg7" }).first(), 5000)) return true;
    await page.keyboard.press("Backspace");
    return false;
  });
  check(true, "moves open behind the number that is due");
  await type("Kg7");
  check(await closes(rows), "a move that is whole closes the list");
  await type(" ");
  check(!(await appears(rows.first(), 1500)), "nothing opens behind a blank");
  await type("h");
  await rows.filter({ hasText: "h4" }).first().waitFor();
  check(true, "and moves open on a first letter");
  await type("4");
  await closes(rows);
  await page.keyboard.press("Enter");
  await type("2.Kf6");
  await closes(rows);
  await page.keyboard.press("Enter");
  await type("2...");
  await rows.filter({ hasText: "Kb6" }).first().waitFor();
  await type("Kb6");
  await closes(rows);
  const written = ["1.Kg7 h4", "2.Kf6", "2...Kb6"];
  await until("the moves are written", async () => (await shownLines(page)).slice(3).join() === written.join());
  same((await shownLines(page)).slice(3), written, "Enter behind a move makes a line");
}

/** Ctrl+Space among moves: the legal ones, and in a game the results after them. */
export async function completesMoves(page) {
  const rows = page.locator(".suggest-widget.visible .monaco-list-row");
  const offered = async (file, line, typed) => {
    await open(page, file, line, 1);
    await page.locator(".monaco-editor.focused").first().waitFor();
    await page.keyboard.type(typed);
    await page.keyboard.press("Escape");
    // The server may still be starting: until then there are only the words of the text.
    await until(`${file}: h4 is offered after ${typed}`, async () => {
      await ask(page);
      if (await appears(rows.filter({ hasText: /^h4/ }).first(), 3000)) return true;
      await page.keyboard.press("Escape");
      return false;
    });
    const labels = await rows.evaluateAll((rows) =>
      rows
        .sort((one, other) => one.dataset.index - other.dataset.index)
        .map((row) => row.querySelector(".label-name").textContent),
    );
    await page.keyboard.press("Escape");
    await run(page, "File: Revert File");
    return labels;
  };
  // After the rows of the server come the snippets of Markdown, and that of a study.
  const replies = ["Ka5", "Ka7", "Kb5", "Kb6", "h4"];
  const snippet = /^(?:bold|italic|quote|code|link|image|strikethrough|heading|fenced|inline|ordered|unordered|horizontal|study)/;
  for (const file of ["solution.md", "solution.tex"]) {
    for (const [typed, moves] of [["1.Kg7 ", replies], ["1.Kg7 h", ["h4"]]]) {
      const labels = await offered(file, 7, typed);
      same(labels.slice(0, moves.length), moves, `${file}: after ${typed} the legal moves come first`);
      check(labels.slice(moves.length).every((label) => snippet.test(label)), "and nothing else of the text", labels);
    }
  }
  const labels = await offered("reti.pgn", 4, "1.Kg7 ");
  same(labels.slice(0, 5), replies, "reti.pgn: moves come first");
  check(labels.slice(5).some((label) => label.endsWith("*")), "and results after them", labels);
}

/** The code actions at a move, all of which need what a packaged server imports late. */
export async function acts(page) {
  await open(page, "reti.pgn", 4, 1);
  await page.locator(".monaco-editor.focused").first().waitFor();
  await page.keyboard.type("1.Kg7 h4 *");
  await page.keyboard.press("Escape");
  const row = page.locator(".action-widget .monaco-list-row", { hasText: "Rewrite this game in PGN export format" });
  await until("the code actions of a game are offered", async () => {
    await page.keyboard.press("Control+Period");
    if (await appears(row, 5000)) return true;
    await page.keyboard.press("Escape");
    return false;
  });
  const focused = page.locator(".action-widget .monaco-list-row.focused", { hasText: "PGN export format" });
  await until("the action is selected", async () => {
    if (await focused.count()) return true;
    await page.keyboard.press("ArrowDown");
    return appears(focused, 500);
  });
  await page.keyboard.press("Enter");
  const written = "1. Kg7 h4 *";
  await until("the game is rewritten", async () => (await shownLines(page)).includes(written));
  check(true, "a code action rewrites a game", written);
  await run(page, "File: Revert File");
}

/** `Format Document` for PGN, when it is switched on. */
export async function formats(page, editor) {
  editor.settings({ "gbr.format": true });
  await open(page, "formatted.pgn", 4, 1);
  const wanted = ["1.Kg7 h4 (1...Kb6 2.Kf6) 2.Kf6 {so", " it is} *"];
  await until("the game is formatted", async () => {
    await run(page, "Format Document");
    return appears(page.locator(".view-line", { hasText: "2.Kf6) 2.Kf6" }), 2000);
  });
  same((await shownLines(page)).slice(3, 5), wanted, "the moves of a game are laid out");
  editor.settings({});
}

/** Fences of FEN and PGN in the preview of Markdown. */
export async function previews(page) {
  await open(page, "fences.md");
  await run(page, "Markdown: Open Preview to the Side");
  const view = webView(page);
  await view.locator("svg.gbr-board").nth(1).waitFor();
  const seen = await view.locator("svg.gbr-board").evaluateAll((boards) =>
    boards.map((board) => ({ width: board.getBoundingClientRect().width, men: board.querySelectorAll("g g").length })),
  );
  check(seen.length === 2 && seen.every(({ width, men }) => 100 < width && men === 4), "the preview has boards", seen);
  same(await view.locator(".gbr-moves").innerText(), "1.Kg7 <b>h4", "with the moves as text");
  same(await view.locator("figcaption").allInnerTexts(), ["White to move", "White to move"], "and who moves");
  check(await view.locator("pre code", { hasText: "1 < 2" }).isVisible(), "other fences are as they were");
  await run(page, "View: Close Editor");
}

const closes = (rows) =>
  rows.first().waitFor({ state: "hidden", timeout: 5000 }).then(
    () => true,
    () => false,
  );
