import assert from "node:assert/strict";
import { test } from "node:test";
import { writeUnlessChanged } from "../src/snippet";

/** The line behind `before` and `typed` when the snippet for it is taken after `typed` has become `now`. */
function accept(before: string, typed: string, now: string, behind: string, text: string): string {
  const snippet = writeUnlessChanged(before + typed + behind, before.length, before.length + typed.length, text);
  const [, pattern, format] = snippet.match(/^\$\{TM_CURRENT_LINE\/((?:\\.|[^\\/])*)\/(.*)\/\}$/s)!;
  const fits = new RegExp(pattern!.replaceAll("\\/", "/"));
  const written = (before + now + behind).replace(fits, (_, ...groups) => applyFormat(format!, groups));
  return before + written + behind;
}

/** What VS Code makes of a format: `$1`, `${1:+text if group 1 is not empty}` and `${1:-text if it is empty}`. */
function applyFormat(format: string, groups: string[]): string {
  return format.replace(/\$(\d)|\$\{(\d):([+-])((?:\\.|[^\\}])*)\}/gs, (_, plain, number, sign, text = "") => {
    const found = groups[(plain ?? number) - 1] ?? "";
    const written = text.replace(/\\([\\$}])/g, "$1");
    return plain ? found : sign === "+" ? (found ? written : "") : found || written;
  });
}

const LISTS = [
  ["g3g1 0323.12 a3a2e1g8.", "h6c", "", "h6c2"],
  ["", "a3a2", " Draw. See a3a2 and a3a2e1", "a3a2e1"],
  ["5000 \\ {letters} / ", "=0323.", ")", "=0323.12g3g1"],
  ["\u{1F389} 1.", "K", " $1 {}", "Kg5"],
  ["| ", "", " |", "g3g1 0323.12 4/5 \\$1}/$2${3}"],
] as const;

test("a row of a list writes its text where the line is as it was", () => {
  for (const [before, typed, behind, text] of LISTS)
    assert.equal(accept(before, typed, typed, behind, text), before + text + behind);
});

test("and nothing where more was typed, or something taken back", () => {
  for (const [before, typed, behind, text] of LISTS)
    for (const now of [`${typed}3`, `${typed}3c6`, `${typed}$1`, typed.slice(0, -1), `${typed.slice(0, -1)}d`])
      if (now !== typed) assert.equal(accept(before, typed, now, behind, text), before + now + behind);
});

test("nothing is written in a line that has become shorter than what was around the text, or in another line", () => {
  const snippet = (line: string): string => writeUnlessChanged(line, 5, 8, "h6c2");
  const [, pattern, format] = snippet("a1b2 h6c.").match(/^\$\{TM_CURRENT_LINE\/(.*)\/(\$.*)\/\}$/)!;
  for (const now of ["", "a1b", "a1b2 ."])
    assert.equal(
      now.replace(new RegExp(pattern!), (_, ...groups) => applyFormat(format!, groups)),
      "",
      now,
    );
});

test("on an empty line it is written, unless something was typed", () => {
  assert.equal(accept("", "", "", "", "g3g1"), "g3g1");
  assert.equal(accept("", "", "x", "", "g3g1"), "x");
});

test("a line of a megabyte is looked at once", () => {
  const behind = "x".repeat(1 << 20);
  assert.equal(accept("g3g1 0323.12 a3a2e1g8.", "h6c", "h6c3c6", behind, "h6c2").length, 28 + behind.length);
});
