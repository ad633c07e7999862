import assert from "node:assert/strict";
import { test } from "node:test";
import MarkdownIt from "markdown-it";
import { extendMarkdownIt } from "../src/preview/plugin";
import { positionOf } from "../src/preview/board";

const FEN = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
const plain = new MarkdownIt();
const drawing = extendMarkdownIt(new MarkdownIt());

/** The men of a picture by their squares, with the color that they are filled with. */
function men(html: string): string[] {
  const found = html.matchAll(/translate\((\d+) (\d+)\) scale\(0\.4\)"><path d="[^"]+" fill="(#\w+)"/g);
  return [...found].map(([, x, y, fill]) => `${"abcdefgh"[Number(x) / 40]}${8 - Number(y) / 40}${fill}`);
}

test("a fence of FEN is a board, with who moves", () => {
  const html = drawing.render("```fen\n" + FEN + "\n```\n");
  assert.equal(html.match(/<svg /g)?.length, 1);
  assert.deepEqual(men(html), ["h8#fff", "a6#222", "c6#fff", "h5#222"]);
  assert.ok(html.includes("<figcaption>White to move</figcaption>"));
  assert.ok(html.includes(`aria-label="Board: ${FEN}"`));
  const black = drawing.render("```fen\n7K/8/k1P5/7p/8/8/8/8 b - -\n\n8/8/8/8/8/8/8/K1k5\n```\n");
  assert.equal(black.match(/<svg /g)?.length, 2);
  assert.equal(black.match(/to move/g)?.length, 1);
  assert.ok(black.includes("Black to move"));
});

test("a fence of PGN is the board of its tag, who made it, and the moves as text", () => {
  const pgn = `[White "R\\"é\\"ti <b>"]\n[Black "?"]\n[FEN "${FEN}"]\n\n1.Kg7 {<i>} h4\n(1...Kb6) *\n`;
  const html = drawing.render("```pgn\n" + pgn + "```\n");
  assert.equal(men(html).length, 4);
  assert.ok(html.includes('<p class="gbr-names">R&quot;é&quot;ti &lt;b&gt;</p>'));
  assert.ok(html.includes('<p class="gbr-moves">1.Kg7 {&lt;i&gt;} h4<br>(1...Kb6) *</p>'));
  assert.ok(!html.includes("[FEN"));
  const two = drawing.render("```pgn\n" + pgn + '\n[Event "x"]\n\n1.e4 *\n\n' + pgn.replaceAll("\n", "\r\n") + "```\n");
  assert.equal(two.match(/<svg /g)?.length, 2);
  assert.equal(two.match(/gbr-moves/g)?.length, 3);
});

test("what is not understood is shown as before", () => {
  const fences = [
    ["fen", "8/8/8/8/8/8/8/K1k6"],
    ["fen", "8/8/8/8/8/8/K1k5"],
    ["fen", `${FEN}\nand words`],
    ["fen", ""],
    ["pgn", "1.e4 e5 *"],
    ["pgn", '[FEN "<script>"]\n\n1.e4'],
    ["js", FEN],
    ["", FEN],
    ["fenced", FEN],
  ];
  for (const [info, content] of fences) {
    const text = "```" + info + "\n" + content + "\n```\n";
    assert.equal(drawing.render(text), plain.render(text));
  }
  assert.equal(drawing.render("# A\n\ntext"), plain.render("# A\n\ntext"));
});

test("another plugin's fences stay, and lines of the source are kept for scrolling", () => {
  const md = new MarkdownIt();
  md.renderer.rules.fence = () => "theirs";
  md.core.ruler.push("lines", ({ tokens }) => {
    for (const token of tokens) token.attrSet("data-line", String(token.map?.[0]));
    return true;
  });
  const html = extendMarkdownIt(md).render("```js\n```\n\n```fen\n" + FEN + "\n```\n");
  assert.ok(html.startsWith("theirs"));
  assert.ok(html.includes('data-line="3"'));
  assert.ok(html.includes('class="gbr-fence"'));
});

test("a FEN has eight ranks of eight squares", () => {
  assert.deepEqual(positionOf(" 8/8/8/8/8/8/8/K1k5 ")?.ranks.at(-1), "K.k.....");
  for (const fen of ["", "9/8/8/8/8/8/8/8", "8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8/8", "x", "8/8/8/8/8/8/8/7 w"]) {
    assert.equal(positionOf(fen), undefined, fen);
  }
});
