import assert from "node:assert/strict";
import { test } from "node:test";
import { findMoves } from "../src/board/view/position";

const at = (placement: string): string => `${placement} w - - 0 1`;

test("the man that moved is found, forward and back", () => {
  const [before, after] = [at("8/8/1kP3K1/8/7p/8/8/8"), at("8/8/1kP2K2/8/7p/8/8/8")];
  assert.deepEqual(findMoves(before, after), [["g6", "f6"]]);
  assert.deepEqual(findMoves(after, before), [["f6", "g6"]]);
});

test("also where he takes, and where king and rook castle", () => {
  assert.deepEqual(findMoves(at("8/8/8/3p4/8/4N3/8/K6k"), at("8/8/8/3N4/8/8/8/K6k")), [["e3", "d5"]]);
  const castled = findMoves(at("7k/8/8/8/8/8/8/4K2R"), at("7k/8/8/8/8/8/8/5RK1"));
  assert.deepEqual(
    castled.sort(([one], [other]) => one.localeCompare(other)),
    [
      ["e1", "g1"],
      ["h1", "f1"],
    ],
  );
});

test("another position is no move", () => {
  assert.deepEqual(findMoves(at("8/8/8/3p4/8/4N3/8/K6k"), at("8/1k6/8/8/5Q2/8/8/4K3")), []);
  assert.deepEqual(findMoves("", at("8/1k6/8/8/5Q2/8/8/4K3")), []);
  const same = at("8/1k6/8/8/5Q2/8/8/4K3");
  assert.deepEqual(findMoves(same, same), []);
});
