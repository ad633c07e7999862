import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../src/finding/run";

test("a program answers with its status and what it wrote", async () => {
  const script = "console.log('out'); console.error('error'); process.exitCode = 3";
  assert.deepEqual(await run(process.execPath, ["-e", script]), { status: 3, out: "out\n", error: "error\n" });
  assert.equal((await run(process.execPath, ["--version"])).status, 0);
});

test("a program that is not there, or is none, says why", async () => {
  const missing = await run("/nowhere/gbr-lsp", ["--version"]);
  assert.equal(missing.status, "ENOENT");
  assert.match(missing.error, /ENOENT/);
  assert.equal((await run(process.cwd(), [])).status, "EACCES");
});

test("a program that waits for input is given none", async () => {
  const script = "process.stdin.resume(); process.stdin.on('end', () => console.log('ended'))";
  assert.equal((await run(process.execPath, ["-e", script])).out, "ended\n");
});
