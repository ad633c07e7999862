import assert from "node:assert/strict";
import { test } from "node:test";
import { fenOf, describe, menOf, nameOf } from "../src/board/view/position";

const KUBBEL = "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1";

test("the men of a FEN stand where it has them", () => {
  const men = menOf(KUBBEL);
  assert.equal(men.map((man) => man.letter + man.square).join(" "), "ng8 pc6 Ph6 ra3 pc3 Kg3 Ba2 Be1 kg1");
  assert.equal(men.filter((man) => man.white).length, 4);
  assert.equal(menOf("").length, 0);
});

test("a reader of the screen says them side by side, and what the code names", () => {
  assert.equal(
    describe(menOf(KUBBEL), ["g3", "g1"]),
    "White: king g3, bishops a2 and e1, pawn h6. " +
      "Black: king g1, rook a3, knight g8, pawns c3 and c6. The code names g3 and g1.",
  );
  assert.equal(describe(menOf("8/8/8/8/8/8/8/K1k5"), []), "White: king a1. Black: king c1.");
});

test("men on squares make a FEN again", () => {
  const men = new Map(menOf(KUBBEL).map((man) => [man.square, man.letter]));
  assert.equal(fenOf(men), KUBBEL.split(" ")[0]);
  assert.equal(fenOf(new Map()), "8/8/8/8/8/8/8/8");
  assert.deepEqual(["K", "n"].map(nameOf), ["white king", "black knight"]);
});
