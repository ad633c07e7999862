// The board writes: positions are changed and set, moves played and squares typed, by mouse and by keys alone.

import { given } from "./place.mjs";
import { check, same, until } from "./report.mjs";
import { goTo, open, rest, run, webView, WINDOW } from "./page.mjs";

/** A place in the text, to give it the keys. */
const TEXT = [500, 400];
const WIDE = { width: 1200, height: 900 };

/** Files that hold data, and where the code stands in each. */
const DATA = [
  ["study.html", 1, 6],
  ["studies.csv", 2, 4],
  ["studies.json", 1, 14],
  ["studies.yaml", 1, 12],
];
const WITH_ROOK = ["=0300.11h8a6", "r6K/8/k1P5/7p/8/8/8/8 w - - 0 1"];

/** By the mouse: each time one undo takes back what was written. */
export async function byMouse(page, picture) {
  await page.setViewportSize(WIDE);
  await open(page, "manuscript.md", 42, 3);
  await run(page, "GBR: Show Board");
  const view = webView(page);
  await view.locator("#board").waitFor();
  await stands(view, "a4 e4 f6 g4 g7", "the board of the study");
  const before = await lines(page);

  await view.locator("#edit").click();
  await view.locator("#palette button").first().waitFor();
  await drag(page, view, "g7", "h8");
  await stands(view, "a4 e4 f6 g4 h8", "a man is dragged");
  await view.locator('#palette [data-tool="N"]').click();
  await view.locator('#squares [data-square="b1"]').click();
  await stands(view, "a4 b1 e4 f6 g4 h8", "another is put on a square");
  const { x, y, width, height } = await view.locator("#stage").boundingBox();
  await dragFrom(page, [x + 3, y + 3], [x + width - 3, y + height - 3]);
  await dragFrom(page, await middle(page, view, "#board text >> nth=5"), TEXT);
  check((await lines(page)) === before, "nothing is written yet, and what is dragged out of the board is no text");
  await rest(page);
  await picture(page, "writing", { x: 600, y: 35, width: 600, height: 790 });
  await view.locator("#write").click();
  await wrote(page, ["e4f6 0031.20e4f6 4/2 Win", "7b/8/5k2/8/P3K1P1/8/8/1N6 w - - 0 1"], "code, control and FEN");
  await takenBack(page);

  await goTo(page, 42, 3);
  await stands(view, "a4 e4 f6 g4 g7", "the board of the study again");
  await view.locator("#edit").click();
  await view.locator('#palette [data-tool="x"]').click();
  await view.locator('#squares [data-square="g7"]').click();
  await stands(view, "a4 e4 f6 g4", "a man is taken away");
  await view.locator("#discard").click();
  await stands(view, "a4 e4 f6 g4 g7", "and is back when that is discarded");

  await page.mouse.click(...TEXT);
  await goTo(page, 47, 1);
  await view.locator("#new").click();
  await stands(view, "", "an empty board");
  same(await view.locator("#write").isDisabled(), true, "which cannot be inserted");
  await drag(page, view, '#palette [data-tool="K"]', "a1");
  await view.locator("#write").click();
  await said(view, "The board has no black king.");
  await drag(page, view, '#palette [data-tool="k"]', "c2");
  await drag(page, view, '#palette [data-tool="R"]', "b8");
  const offered = await view.locator("#as option:not([disabled])").evaluateAll((all) => all.map((one) => one.value));
  same(offered, ["code", "fen", "pgn", "fence", "diagram"], "what Markdown can take is offered");
  same(await view.locator("#as").inputValue(), "fence", "a fence first");
  await view.locator("#write").click();
  await wrote(page, ["```fen", "1R6/8/8/8/8/8/2k5/K7 w - - 0 1"], "a new board");
  await takenBack(page);

  for (const [file, line, column] of DATA) {
    await open(page, file, line, column);
    await stands(view, "a6 c6 h5 h8", `the study of ${file}`);
    await view.locator("#edit").click();
    await view.locator('#palette [data-tool="r"]').click();
    await view.locator('#squares [data-square="a8"]').click();
    await view.locator("#write").click();
    await wrote(page, WITH_ROOK, file);
    await takenBack(page);
  }

  await open(page, "collection.pgn", 12, 72);
  await stands(view, "a6 c6 g7 h5", "behind a move");
  await drag(page, view, "a6", "b6");
  await wrote(page, ["1...h4 (1...Kb6) 2.Kf6"], "a variation");
  await takenBack(page);
  await goTo(page, 12, 72);
  await stands(view, "a6 c6 g7 h5", "behind the move again");
  await view.locator('#squares [data-square="h5"]').click();
  await view.locator('#squares [data-square="h4"]').click();
  await stands(view, "a6 c6 g7 h4", "a move that is printed is gone to");
  check(!(await page.locator(".tab.dirty", { hasText: "collection.pgn" }).count()), "and not written again");

  await page.mouse.click(...TEXT);
  await open(page, "plain.md", 2, 1);
  await page.keyboard.type("g3g1 0323.12 ");
  await page.keyboard.press("Escape");
  await stands(view, "g1 g3", "the men of a code so far");
  check(/black rook, 7 to come/.test(await view.locator("#waits").innerText()), "the next one waits");
  await view.locator('#squares [data-square="a3"]').click();
  await stands(view, "a3 g1 g3", "a click types his square");
  await view.locator('#squares [data-square="a2"]').click();
  await stands(view, "a2 a3 g1 g3", "and the next");
  await wrote(page, ["g3g1 0323.12 a3a2"], "two squares");
  await view.locator('#squares [data-square="a2"]').click();
  await said(view, "The white bishop 2 of 2 cannot stand on a2");
  await page.mouse.click(...TEXT);
  await page.keyboard.press("Control+Z");
  await wrote(page, ["g3g1 0323.12 a3"], "one undo takes back one square", "a3a2");
  await ends(page);
}

/** A record, a board of LaTeX, a caption and a fence, each from an empty board; positions that cannot arise are refused. */
export async function newBoards(page) {
  await page.setViewportSize(WIDE);
  await open(page, "manuscript.tex", 12, 1);
  await run(page, "GBR: Show Board");
  const view = webView(page);
  for (const [file, line, as, expected] of NEW) {
    await page.mouse.click(...TEXT);
    await open(page, file, line, 1);
    await run(page, "GBR: New Board");
    await focused(view);
    if (!as) await setsAtOnce(view);
    for (const [square, key] of [["h8", "Shift+K"], ["h7", "k"], ["c6", "Shift+P"]]) {
      await walkTo(page, view, square);
      await page.keyboard.press(key);
    }
    await page.keyboard.press("Enter");
    await said(view, "The kings stand next to each other");
    await walkTo(page, view, "h7");
    await page.keyboard.press("Delete");
    await walkTo(page, view, "a6");
    await page.keyboard.press("k");
    if (as) {
      await view.locator("#as").selectOption(as);
      await view.locator("#form").selectOption("caption");
      await view.locator("#write").click();
    } else {
      await page.keyboard.press("Enter");
    }
    await wrote(page, expected, `${file}: a new board`);
    if (file === "manuscript.tex") {
      const text = await lines(page);
      check(text.indexOf(expected[0]) < text.indexOf("\\end{document}"), "before the end of the document");
    }
    await takenBack(page);
  }
  await ends(page);
}

/** A FEN that is put in, and all men moved at once; then the board is empty again. */
async function setsAtOnce(view) {
  const field = view.locator("#set-fen");
  const is = async (fen, what) => {
    await until(`${what}: ${fen}`, async () => (await field.inputValue()) === fen);
    check(true, what, fen);
  };
  same(await view.locator("#write").isDisabled(), true, "an empty board cannot be inserted");
  await field.fill("7K/8/k1P5/7p/8/8/8/8 b - - 0 1");
  same(await view.locator("#turn").inputValue(), "black", "a FEN brings its side to move");
  await until("the forms show it", async () => /0000\.11/.test(await view.locator("#form option").first().innerText()));
  check(true, "the forms show the position", (await view.locator("#form option").allInnerTexts()).join(" "));
  await view.locator("#mirror").click();
  await is("K7/8/5P1k/p7/8/8/8/8", "mirrored");
  await view.locator("#shift-right").click();
  await is("K7/8/5P1k/p7/8/8/8/8", "no man leaves the board");
  await view.locator("#shift-down").click();
  await is("8/K7/8/5P1k/p7/8/8/8", "moved down");
  await view.locator("#turn").selectOption("white");
  await view.locator("#empty").click();
  await is("8/8/8/8/8/8/8/8", "empty");
  await view.locator('#squares button[data-square="e4"]').focus();
}

const NEW = [
  ["collection.pgn", 13, "", ['[SetUp "1"]', '[FEN "7K/8/k1P5/8/8/8/8/8 w - - 0 1"]']],
  ["manuscript.tex", 61, "", ["\\chessboard[setfen="]],
  ["manuscript.tex", 61, "code", ["h8a6 0000.10 2/1"]],
  ["article.md", 9, "", ["```fen", "7K/8/k1P5/8/8/8/8/8 w - - 0 1"]],
];

/** By keys alone, in every kind of document. */
export async function byKeys(page, running) {
  await page.setViewportSize(WIDE);
  const KINDS = [
    ["manuscript.md", 42, 3, "b1", "Shift+N", ["e4f6 0031.20e4f6 4/2 Win", "8/6b1/5k2/8/P3K1P1/8/8/1N6 w - - 0 1"]],
    ["manuscript.tex", 43, 40, "a8", "r", ["0300.11~h8a6", "\\fen{r6K/8/k1P5/7p/8/8/8/8 w - - 0 1}"]],
    ["collection.pgn", 6, 14, "c6", "Delete", ['[Black "(=0000.01h8a6)"]', "7K/8/k7/7p/8/8/8/8 w - - 0 1"]],
    ["compact.txt", 1, 5, "h1", "Shift+Q", ["(=1323.12g3g1h1a3a2e1g8h6c3c6)"]],
    ...DATA.map((place) => [...place, "a8", "r", WITH_ROOK]),
  ];
  await open(page, "manuscript.md");
  await run(page, "GBR: Show Board");
  await webView(page).locator("#edit").waitFor();
  for (const [file, line, column, square, key, expected] of KINDS) {
    await open(page, file, line, column);
    await command(page, "GBR: Change the Position on the Board");
    const view = webView(page);
    await focused(view);
    await walkTo(page, view, square);
    await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    await wrote(page, expected, `${file} by keys`);
    await undone(page, view);
  }
  const view = webView(page);

  await open(page, "manuscript.md", 42, 3);
  const text = await lines(page);
  await command(page, "GBR: Change the Position on the Board");
  await focused(view);
  await walkTo(page, view, "g7");
  await page.keyboard.press("Space");
  await said(view, "black bishop picked up from g7");
  await walkTo(page, view, "h8");
  await page.keyboard.press("Space");
  await stands(view, "a4 e4 f6 g4 h8", "a man is moved by keys");
  await page.keyboard.press("Escape");
  await stands(view, "a4 e4 f6 g4 g7", "Escape discards it");
  await page.keyboard.press("Escape");
  await until("Escape leads back to the text", () => page.evaluate(() => document.activeElement?.tagName !== "IFRAME"));
  check((await lines(page)) === text, "and nothing was written");

  await goTo(page, 47, 1);
  await command(page, "GBR: New Board");
  await focused(view);
  for (const [square, key] of [["a1", "Shift+K"], ["c2", "k"], ["b8", "Shift+R"]]) {
    await walkTo(page, view, square);
    await page.keyboard.press(key);
  }
  await view.locator("#as").selectOption("code");
  await view.locator("#form").selectOption("prefixed");
  await page.keyboard.press("Enter");
  await wrote(page, ["+0100.00a1c2"], "a new code by keys");
  await undone(page, view);

  await open(page, "collection.pgn", 12, 72);
  await stands(view, "a6 c6 g7 h5", "behind a move");
  await toSquares(page, view);
  await walkTo(page, view, "a6");
  await page.keyboard.press("Enter");
  await walkTo(page, view, "b6");
  await page.keyboard.press("Enter");
  await wrote(page, ["1...h4 (1...Kb6) 2.Kf6"], "a variation by keys");
  await undone(page, view);

  await open(page, "plain.md", 2, 1);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("g3g1 0323.12 ");
  await page.keyboard.press("Escape");
  await stands(view, "g1 g3", "the men of a code so far");
  await toSquares(page, view);
  await walkTo(page, view, "a3", ", free for the black rook");
  await page.keyboard.press("Enter");
  await stands(view, "a3 g1 g3", "Enter types the square");
  await wrote(page, ["g3g1 0323.12 a3"], "a square by keys");

  await page.mouse.click(...TEXT);
  await open(page, "manuscript.md", 42, 3);
  await stands(view, "a4 e4 f6 g4 g7", "the board of the study");
  if (given.builtin) return ends(page); // no process can be stopped without the editor
  const [server] = running.servers();
  process.kill(server.pid, "SIGSTOP");
  try {
    await command(page, "GBR: Change the Position on the Board");
    await until("the keys go to the board", () => view.locator("body").evaluate(() => document.hasFocus()));
    await page.mouse.click(...TEXT);
  } finally {
    process.kill(server.pid, "SIGCONT");
  }
  await view.locator('body[data-mode="edit"]').waitFor();
  await page.keyboard.type("Knight");
  await wrote(page, ["Knight"], "what is typed into the text when the server answers late");
  await stands(view, "a4 e4 f6 g4 g7", "and not onto the board");
  await view.locator("#discard").click();
  await ends(page);
}

const squaresOf = (found) => found.map((one) => one.dataset.square).sort();

/** The text as the editor shows it, from top to bottom, also while the board has the keys. */
const lines = (page) =>
  page.locator(".editor-group-container .view-line").evaluateAll((found) =>
    found
      .map((line) => [Number.parseFloat(line.style.top), line.textContent.replaceAll("\u00a0", " ").trimEnd()])
      .sort((one, other) => one[0] - other[0])
      .map(([, text]) => text)
      .join("\n"),
  );

async function stands(view, squares, what) {
  const now = async () => (await view.locator("#board .man").evaluateAll(squaresOf)).join(" ");
  await until(what, async () => (await now()) === squares).catch(async () => check(false, what, `${await now()}, not ${squares}`));
  check(true, what, squares);
}

async function said(view, words) {
  const now = () => view.locator("#said").innerText();
  await until(words, async () => (await now()) === words).catch(async () => check(false, words, await now()));
  check(true, "it says", words);
}

async function wrote(page, expected, what, never = undefined) {
  const holds = async () => {
    const text = await lines(page);
    return expected.every((one) => text.includes(one)) && !(never && text.includes(never));
  };
  await until(what, holds).catch(async () => check(false, what, `${expected} is not in\n${await lines(page)}`));
  check(true, `written: ${what}`, expected.join(" … "));
}

/** Whether one undo in the text takes back what was written: VS Code then knows that the file is as it was saved. */
async function takenBack(page) {
  await page.mouse.click(...TEXT);
  await undoOnce(page);
}

/** The same by keys: Escape leads to the text. */
async function undone(page, view) {
  // The page hears a moment after the text that it was written; till then Escape would discard.
  await view.locator('body[data-mode="look"]').waitFor();
  await page.keyboard.press("Escape");
  await until("Escape leads back to the text", () => page.evaluate(() => document.activeElement?.tagName !== "IFRAME"));
  await undoOnce(page);
}

async function undoOnce(page) {
  const changed = page.locator(".editor-group-container .tab.active.dirty");
  await changed.waitFor();
  await page.keyboard.press("Control+Z");
  await until("one undo takes it back", async () => !(await changed.count())).catch(async () =>
    check(false, "one undo takes it back", await lines(page)),
  );
  check(true, "one undo takes it back");
}

async function middle(page, view, what) {
  const where = /^[a-h][1-8]$/.test(what) ? `#squares [data-square="${what}"]` : what;
  const { x, y, width, height } = await view.locator(where).boundingBox();
  return [x + width / 2, y + height / 2];
}

async function drag(page, view, from, to) {
  await dragFrom(page, await middle(page, view, from), await middle(page, view, to));
}

async function dragFrom(page, start, end) {
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, { steps: 4 });
  await page.mouse.move(...end, { steps: 4 });
  await page.mouse.up();
}

/** Runs a command by its title with keys alone. */
async function command(page, title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title }).waitFor();
  await page.keyboard.press("Enter");
}

/** From the text to the squares: the board gets the keys, and Tab leads on. */
async function toSquares(page, view) {
  await command(page, "GBR: Step Through the Moves on the Board");
  await until("the keys go to the board", () => view.locator("body").evaluate(() => document.hasFocus()));
  await until("Tab leads to the squares", async () => {
    await page.keyboard.press("Tab");
    return view.locator("#squares button:focus").count();
  });
}

async function focused(view) {
  await until("a square has the focus", () => view.locator("#squares button:focus").count());
  await until("the keys go to the board", () => view.locator("body").evaluate(() => document.hasFocus()));
}

/** Goes to a square with the arrow keys, by way of a1. */
async function walkTo(page, view, square, more = "") {
  const keys = ["Home", ...Array(7).fill("ArrowDown")];
  keys.push(...Array(Number(square[1]) - 1).fill("ArrowUp"), ...Array("abcdefgh".indexOf(square[0])).fill("ArrowRight"));
  for (const key of keys) await page.keyboard.press(key);
  const label = await until(`the focus is on ${square}`, () =>
    view.locator(`#squares [data-square="${square}"]:focus`).getAttribute("aria-label"),
  );
  check(label.startsWith(`${square}, `) && label.endsWith(more), "a square says what stands on it", label);
}

async function ends(page) {
  await page.locator(".tab", { hasText: "GBR Board" }).first().click();
  await page.locator(".tab.active", { hasText: "GBR Board" }).locator(".codicon-close").click();
  await page.locator("iframe.webview").waitFor({ state: "detached" });
  await page.setViewportSize(WINDOW);
}
