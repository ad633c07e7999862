import assert from "node:assert/strict";
import { test } from "node:test";
import { Requests, type Suggestions, type Surroundings } from "../src/requests";

/** What VS Code comes with. */
const STANDARD: Suggestions = { other: "on", comments: "off", strings: "off" };
const NONE: Suggestions = { other: "off", comments: "off", strings: "off" };

const at = (before: string, more: Partial<Surroundings> = {}): Surroundings => ({
  language: "plaintext",
  before,
  word: [/\S*$/.exec(before)![0], ""],
  suggestions: STANDARD,
  ...more,
});

/** Requests of a document that has changed at the time 1000. */
function typed(isDeletion = false): Requests {
  const requests = new Requests();
  requests.change(1000, isDeletion);
  return requests;
}

test("the first request soon after a key may be one that VS Code makes by itself", () => {
  assert.ok(typed().isAutomatic(1010, at("0323.12 a3")));
  assert.ok(!typed().isAutomatic(1200, at("0323.12 a3")));
  assert.ok(!new Requests().isAutomatic(10, at("0323.12 a3")));
});

test("the second one without a change between them is made by the user", () => {
  const requests = typed();
  assert.ok(requests.isAutomatic(1010, at("0323.12 a3")));
  assert.ok(!requests.isAutomatic(1030, at("0323.12 a3")));
  requests.change(1100, false);
  assert.ok(requests.isAutomatic(1110, at("0323.12 a3e")));
  requests.change(1200, false);
  requests.continue();
  assert.ok(!requests.isAutomatic(1230, at("0323.12 a3e1")));
});

test("VS Code makes none after a number, without a word, within one, or if its setting is off", () => {
  for (const before of ["=0323", "g3g1 0323.12", "0323.12 "]) {
    const word: [string, string] = [/[\d.]*$/.exec(before)![0], ""];
    assert.ok(!typed().isAutomatic(1010, at(before, { word })), before);
  }
  assert.ok(!typed().isAutomatic(1010, at("0323.12 a3", { word: ["a3", "e1"] })));
  assert.ok(typed().isAutomatic(1010, at("0323.12 a", { word: ["a", "3e1"] })));
  for (const suggestions of [NONE, false, { ...STANDARD, other: false }] as Suggestions[])
    assert.ok(!typed().isAutomatic(1010, at("0323.12 a3", { suggestions })));
  for (const suggestions of [true, {}, { other: "inline" }] as Suggestions[])
    assert.ok(typed().isAutomatic(1010, at("0323.12 a3", { suggestions })));
});

test("by default it makes none in strings and comments", () => {
  const pgn = (before: string, suggestions = STANDARD): boolean =>
    typed().isAutomatic(1010, at(before, { language: "pgn", suggestions }));
  assert.ok(!pgn('[Black "(=0000.11h8'));
  assert.ok(pgn('[Black "(=0000.11h8', { ...STANDARD, strings: "on" }));
  assert.ok(pgn("[Bla"));
  assert.ok(!pgn('[Event "a"]\n\n{See\n0323.12 a3'));
  assert.ok(!pgn("1.Kg7 ; a3"));
  assert.ok(pgn('[Event "a { b"]\n\n1.Kg7'));
  assert.ok(pgn("{See} 1.Kg7"));
  const latex = (before: string): boolean => typed().isAutomatic(1010, at(before, { language: "latex" }));
  assert.ok(!latex("% 0323.12 a3"));
  assert.ok(latex("50\\% 0323.12 a3"));
  // The kind is not known there.
  const json = at('"a3', { language: "json", word: ["a3", ""], suggestions: { ...NONE, strings: "on" } });
  assert.ok(typed().isAutomatic(1010, json));
});

test("after a deletion it requests only an open list again", () => {
  assert.ok(!typed(true).isAutomatic(1010, at("0323.12 a3")));
  for (const [isAutomatic, items] of [
    [true, 3],
    [true, 0],
    [false, 3],
  ] as const) {
    const requests = typed();
    requests.answer(isAutomatic, items);
    requests.change(1100, true);
    assert.equal(requests.isAutomatic(1110, at("0323.12 a3")), isAutomatic && 0 < items);
  }
});
