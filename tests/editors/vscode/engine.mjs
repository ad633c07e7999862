// A chess engine reads along: named in the user's settings, asked at the cursor, shown under the board, ended.

import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, gone, same, until } from "./report.mjs";
import { given } from "./place.mjs";
import { boxOf, open, rest, run, webView, WINDOW } from "./page.mjs";

const STOCKFISH = ["/usr/games/stockfish", "/usr/bin/stockfish"].find((path) => existsSync(path));
const LINES = ["h8g7 h5h4 g7f6 a6b6", "h8h7 h5h4 h7g6"];
const ASKED = "1.Kg7";

/** An engine that says its lines on and on, and reads nothing more. */
function scripted() {
  const path = join(given.work, "scripted engine");
  const script = `#!${given.python} -IS
import time
while not (said := input()).startswith("go"):
    if said == "uci":
        print("id name Scripted 1.0\\noption name MultiPV type spin default 1 min 1 max 9\\nuciok", flush=True)
    if said == "isready":
        print("readyok", flush=True)
for depth in range(1, 1 << 60):
    print(f"info depth {min(depth, 30)} multipv 1 score cp -4 pv ${LINES[0]}", flush=True)
    print(f"info depth {min(depth, 30)} multipv 2 score cp -643 pv ${LINES[1]}", flush=True)
    time.sleep(0.01)
`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

export async function engine(page, picture, editor, running) {
  await page.setViewportSize({ width: 1200, height: WINDOW.height });
  const path = scripted();
  const folder = join(given.work, "manuscripts", ".vscode");
  mkdirSync(folder, { recursive: true });
  const named = { "gbr.engine": path };
  writeFileSync(join(folder, "settings.json"), JSON.stringify({ ...named, gbr: { engine: path }, "[pgn]": named }));
  const settings = join(given.work, "manuscripts", "gbr.toml");
  writeFileSync(settings, `engine = ${JSON.stringify(path)}\n[gbr]\nengine = ${JSON.stringify(path)}\n`);
  const engines = () => running.processes().filter(({ command }) => /scripted engine|stockfish|uci\.child/.test(command));
  const count = given.builtin ? 1 : 2;
  const view = webView(page);
  const said = (selector) => view.locator(selector).innerText();
  const caret = async (word) => {
    // The palette and its commands go by the text that has the keys. Lines of PGN are wrapped, so rows are no lines.
    const { x, y, height } = await boxOf(page, word);
    await page.mouse.click(x + 1, y + height / 2);
    await rest(page);
  };

  await open(page, "collection.pgn");
  await caret(ASKED);
  await run(page, "GBR: Analyze Here");
  await view.locator("#engine-problem:not(:empty)").waitFor();
  same(
    await said("#engine-problem"),
    "No engine is set: set gbr.engine to the absolute path of a UCI engine",
    "a workspace cannot name an engine",
  );
  check(!engines().length, "and nothing is started");
  const toast = page.locator(".notification-toast", { hasText: "No chess engine is set." });
  await toast.waitFor();
  const buttons = await toast.locator(".notification-list-item-buttons-container a").allInnerTexts();
  same(buttons, ["Choose Engine…", "Open Settings"], "one can be chosen");
  await run(page, "Notifications: Clear All Notifications");
  await open(page, "gbr.toml");
  await page.locator(".squiggly-error, .squiggly-warning").first().waitFor();
  check(true, "a gbr.toml that names one is told of it");
  rmSync(settings);
  await open(page, "collection.pgn");

  editor.settings({ "gbr.engine": path });
  await until("the user's setting is heeded", async () => {
    await view.locator("#analyze").click();
    return view.locator("#lines li").nth(1).waitFor({ timeout: 3000 }).then(() => true, () => false);
  });
  const rows = (await view.locator("#lines li").allInnerTexts()).map((row) => row.replaceAll(/\s+/g, " ").trim());
  check(/^-0\.04 depth \d+ 1\.Kg7 h4 2\.Kf6 Kb6 Insert$/.test(rows[0]), "the best line", rows[0]);
  check(/^-6\.43 depth \d+ 1\.Kh7 h4 2\.Kg6 Insert$/.test(rows[1]), "and the next", rows[1]);
  same(await said("#engine"), "Scripted 1.0", "the engine's name");
  check(engines().length === count, given.builtin ? "the engine runs" : "the engine runs, and who speaks with it", engines().map(({ command }) => command));

  await view.locator("#stop-analysis").click();
  await view.locator("#engine", { hasText: "stopped" }).waitFor();
  await gone("Stop ends it", engines, 5);
  await view.locator("#lines li").nth(1).waitFor();

  await caret(ASKED);
  await run(page, "GBR: Analyze Here");
  await until("it runs again", () => engines().length === count);
  await run(page, "GBR: Stop Analysis");
  await gone("so does the command", engines, 5);

  await run(page, "GBR: Analyze Here");
  await until("it runs again", () => engines().length === count);
  await view.locator("#lines li").nth(1).waitFor();
  await caret("2.Kf6");
  await gone("it ends when the cursor leaves", engines, 5);
  await view.locator("#analysis").waitFor({ state: "hidden" });
  check(true, "with what it has said");

  await caret(ASKED);
  await view.locator("#analyze").click();
  await view.locator("#lines button").nth(1).click();
  // The keys are on the board, so the text is not the active editor.
  const inserted = async () =>
    (await page.locator(".view-line").allTextContents())
      .map((line) => line.replaceAll("\u00a0", " "))
      .find((line) => line.includes("(1.Kh7 h4 2.Kg6)"));
  check(await until("a line is inserted", inserted), "a line is inserted as a variation", await inserted());
  await gone("the edit of the game ends the engine", engines, 5);
  await view.locator("#engine", { hasText: "edited" }).waitFor();
  await view.locator("#lines button").nth(0).click();
  await view.locator("#engine-problem:not(:empty)").waitFor();
  check(true, "what stands there is not inserted", await said("#engine-problem"));
  await page.locator(".editor-instance .view-lines").first().click();
  await page.keyboard.press("Control+Z");
  await until("one step takes it back", async () => !(await inserted()));
  check(true, "one step takes it back");
  await page.keyboard.press("Control+S");

  await caret(ASKED); // the click that gave the text its keys moved the cursor
  if (STOCKFISH) {
    editor.settings({ "gbr.engine": STOCKFISH });
    await until("Stockfish is asked", async () => {
      await view.locator("#analyze").click();
      return view.locator("#engine", { hasText: "Stockfish" }).waitFor({ timeout: 5000 }).then(() => true, () => false);
    });
    await view.locator("#lines li").nth(2).waitFor();
    await until("Stockfish finds the move", async () => (await said("#lines li:first-child .moves")).startsWith("1.Kg7"));
    check(true, "Stockfish reads along", (await said("#lines li:first-child")).replaceAll(/\s+/g, " "));
  } else {
    await view.locator("#analyze").click();
    await view.locator("#lines li").nth(1).waitFor();
  }
  await rest(page);
  await page.locator(".tab.active", { hasText: "GBR Board" }).locator(".codicon-close").click();
  await gone("closing the board ends the engine", engines, 5);
  await run(page, "Notifications: Clear All Notifications");
  editor.settings({});
  await page.setViewportSize(WINDOW);
}
