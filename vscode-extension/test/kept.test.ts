import assert from "node:assert/strict";
import { test } from "node:test";
import { type Kept, KeptTexts, type Memory } from "../src/kept";

/** A memory that, like that of VS Code, keeps values as JSON. */
function memory(): Memory {
  const values = new Map<string, string>();
  return {
    get: (key) => JSON.parse(values.get(key) ?? "null") ?? undefined,
    update: async (key, value) => void values.set(key, JSON.stringify(value)),
  };
}

const LIST: Kept = { text: "=0323.12g3g1  a.pgn:3\n", links: [[0, 14, 21, "file:///a.pgn#L3,1"]], isWritable: false };

test("after a reload the open texts are those from before it", () => {
  const kept = memory();
  new KeptTexts(kept).put("gbr:/a.txt", LIST);
  new KeptTexts(kept).put("gbr:/b.md", { ...LIST, isWritable: true, language: "markdown" });
  const again = new KeptTexts(kept);
  assert.deepEqual(again.get("gbr:/a.txt"), LIST);
  assert.equal(again.get("gbr:/b.md")?.language, "markdown");
  again.keepOnly(["gbr:/b.md", "gbr:/c.md"]);
  assert.equal(again.get("gbr:/a.txt"), undefined);
  assert.ok(again.get("gbr:/b.md"));
  again.drop("gbr:/b.md");
  assert.equal(new KeptTexts(kept).get("gbr:/b.md"), undefined);
});

test("a text that is too long is not kept, and no older one in its place", () => {
  const kept = new KeptTexts(memory());
  kept.put("gbr:/a.txt", LIST);
  kept.put("gbr:/a.txt", { ...LIST, text: "x".repeat(500_001) });
  assert.equal(kept.get("gbr:/a.txt"), undefined);
});
