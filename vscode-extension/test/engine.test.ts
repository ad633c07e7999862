import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isAboutEngine, isMissing } from "../src/analysis/messages";

test("problems of the engine are told from those of the position, in the words of the server", () => {
  const own = ["../gbr_lsp/lsp/features/analysis.py", "../gbr_lsp/uci/engine.py", "../gbr_lsp/uci/analysis.py"];
  const source = own.map((file) => readFileSync(file, "utf8")).join("\n");
  const messages = [...source.matchAll(/_failed\(f?"([^"{]*)|problem = f?"([^"{]*)|_END_MESSAGE = "([^"]*)"/g)];
  const written = messages.map(([, ...found]) => found.find((text) => text !== undefined) ?? "");
  assert.ok(12 <= written.length, written.join("\n"));
  const others = written.filter((text) => !isAboutEngine(text));
  assert.deepEqual(others.sort(), [
    "The analysis was stopped",
    "The document has changed since",
    "The editor does not accept edits from the server",
    "The process that talks to the engine has ended",
    "The side to move is not known here",
  ]);
  assert.deepEqual(written.filter(isMissing).length, 1);
});
