import assert from "node:assert/strict";
import { test } from "node:test";
import { unlessChanged } from "../src/snippet";

/** The line behind `before` and `typed` when the snippet for it is taken after `typed` has become `now`. */
function taken(before: string, typed: string, now: string, behind: string, text: string): string {
  const snippet = unlessChanged(before + typed + behind, before.length, before.length + typed.length, text);
  const [, pattern, otherwise] = snippet.match(/^\$\{TM_CURRENT_LINE\/((?:\\.|[^\\/])*)\/\$\{1:-((?:\\.|[^\\}])*)\}\/\}$/s)!;
  const fits = new RegExp(pattern!.replaceAll("\\/", "/"));
  const written = (before + now + behind).replace(fits, (_, found) => found || otherwise!.replace(/\\([\\$}])/g, "$1"));
  return before + written + behind;
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
    assert.equal(taken(before, typed, typed, behind, text), before + text + behind);
});

test("and nothing where more was typed, or something taken back", () => {
  for (const [before, typed, behind, text] of LISTS)
    for (const now of [`${typed}3`, `${typed}3c6`, `${typed}$1`, typed.slice(0, -1), `${typed.slice(0, -1)}d`])
      if (now && now !== typed) assert.equal(taken(before, typed, now, behind, text), before + now + behind);
});

test("a line of a megabyte is looked at once", () => {
  const behind = "x".repeat(1 << 20);
  assert.equal(taken("g3g1 0323.12 a3a2e1g8.", "h6c", "h6c3c6", behind, "h6c2").length, 28 + behind.length);
});
