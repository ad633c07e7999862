// Codes, solutions and records typed at the settings that VS Code comes with: the file is what was typed.
// CODES, LISTS, SOLUTIONS and RECORDS are how many, at 120 ms a key; by default few, for the time they take.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appears, ask, close, open, run, windowOn } from "./page.mjs";
import { check, until } from "./report.mjs";

const number = (name, least) => Number(process.env[name] ?? least);
const RETI = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
/** A study whose words Enter would take for those of the next one, and one whose finding shows that a server is there. */
const ABOVE = "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5 Draw\n\ng3g1 0323.12 4/4 Draw";
const MOVES = ["1.Kg7 h4 2.Kf6 Kb6 3.Ke5 Kxc6 4.Kf4", "1.Kg7 h4 2.Kf6 h3 3.Ke7 h2 4.c7 Kb7 5.Kd7", "1.Kg7 Kb6 2.Kf6"];
const KINDS = {
  "typed-codes.md": `${ABOVE}\n\n`,
  "typed-codes.tex": `\\section{Studies}\n${ABOVE}\n\n`,
  "typed-codes.txt": `${ABOVE}\n\n`,
  "typed-codes.pgn": `[White "Reti"]\n[Black "(=0000.11h8a6)"]\n[FEN "${RETI}"]\n\n{${ABOVE}}\n*\n\n`,
};

/** The texts that are typed into, in a folder before it is opened. */
export function texts(folder) {
  for (const [file, text] of Object.entries(KINDS)) writeFileSync(join(folder, file), text);
}

/** Each kind of document in a window of its own, side by side. */
export async function types(browser, running, folder) {
  const typed = await Promise.all(
    Object.keys(KINDS).map(async (file, place) => {
      const page = await windowOn(browser, running.address, folder);
      const said = await typesIn(page, folder, file, numbers(place + 1));
      await close(page);
      return said;
    }),
  );
  for (const said of typed) check(true, "what was typed stands in the file", said);
}

async function typesIn(page, folder, file, random) {
  await open(page, file);
  await page.locator(".squiggly-error").first().waitFor();
  await page.keyboard.press("Control+End");
  const begun = KINDS[file];
  const lines = [];
  const type = async (line, delay = 120, whole = line) => {
    const end = random(3) ? "Enter" : "Tab";
    await page.keyboard.type(line, { delay });
    await page.keyboard.press(end);
    if (end === "Tab") await page.keyboard.press("Enter");
    lines.push(whole);
  };
  const wrong = () => {
    const written = readFileSync(join(folder, file), "utf8").slice(begun.length).split("\n");
    const at = lines.findIndex((line, place) => written[place]?.trimEnd() !== line);
    return at < 0 ? "" : `${lines[at]} became ${written.slice(at, at + 2).join(" ⏎ ")}`;
  };
  const saved = async (what) => {
    await page.keyboard.press("Control+S");
    await until(`${file} is saved`, async () => !(await page.locator(".tab.active.dirty").count()));
    check(!wrong(), `${file}: ${what}`, wrong());
  };
  const isGame = file.endsWith(".pgn");
  for (let count = 0; count < number("CODES", 10); count++) await type(code(random));
  for (const [delay, form] of [[40], [40], [300, 0], [300, 2]]) await type(code(random, form), delay);
  await saved("codes");
  for (let count = 0; count < number("LISTS", 1); count++) {
    // A list that is asked for and then typed over is left at the end of the code.
    const whole = code(random, 1);
    const cut = whole.indexOf(".") + 4 + 2 * random(3);
    await page.keyboard.type(whole.slice(0, cut), { delay: 120 });
    await ask(page);
    await type(whole.slice(cut), 120, whole);
  }
  // After the result of a game no squares are offered.
  for (const begun of isGame ? [] : ["g3g1 0323.12 a3", "g3g1 0323.12 "]) {
    await page.keyboard.type(begun, { delay: 120 });
    await ask(page);
    const rows = page.locator(".suggest-widget.visible .monaco-list-row");
    check(await appears(rows.first(), 5000), `${file}: Ctrl+Space soon after a key shows a list`, begun);
    await page.keyboard.press("Escape");
    await type("", 120, begun.trimEnd());
  }
  await saved("lists that were asked for");
  if (!isGame && number("SOLUTIONS", 1)) {
    await type(`${RETI}`, 10);
    for (let count = 0; count < number("SOLUTIONS", 1); count++) await type(MOVES[count % MOVES.length]);
    await saved("solutions");
  }
  for (let count = 0; isGame && count < number("RECORDS", 1); count++)
    for (const line of record(count, random)) await type(line);
  await saved("records");
  await run(page, "View: Close Editor");
  return `${file}: ${lines.length} lines`;
}

const record = (count, random) => [
  `[Event "Tourney ${count}"]`,
  '[Site "?"]',
  '[Date "1921.??.??"]',
  '[White "Kubbel"]',
  `[Black "(${code(random, 0)})"]`,
  '[Result "1/2-1/2"]',
  '[SetUp "1"]',
  `[FEN "${RETI}"]`,
  "",
  `${MOVES[count % MOVES.length]} 1/2-1/2`,
  "",
];

/** A code of men on squares by chance: with its sign first, whole, a caption, dotted or compact. */
function code(random, form = random(5)) {
  const squares = [];
  while (squares.length < 12) {
    const one = "abcdefgh"[random(8)] + (2 + random(6));
    if (!squares.includes(one)) squares.push(one);
  }
  const digits = [0, 0, 0, 0].map(() => [0, 1, 3][random(3)]);
  const pawns = [random(3), random(3)];
  const force = `${digits.join("")}.${pawns.join("")}`;
  const kings = squares.splice(0, 2).join("");
  const pieces = squares.splice(0, digits.filter(Boolean).length).join("");
  const list = squares.splice(0, pawns[0] + pawns[1]).join("");
  const forms = [
    `${"=+"[random(2)]}${force}${kings}`,
    `${kings} ${force} ${pieces}.${list} ${3 + random(3)}/4 Draw`,
    `${kings} ${force} 4/5 Win`,
    `${force}. ${kings}${pieces}. ${list}`,
    `(=${force}${kings}${pieces}${list})`,
  ];
  return forms[form].trimEnd();
}

/** Numbers that are the same in each run. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
