// The snapshot of the built-in server: made, used, and dropped where it is damaged: snapshot.mjs BUNDLED
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { builtIn, startOf } from "./clients.mjs";

const bundled = resolve(process.argv[2]);
const work = mkdtempSync(join(tmpdir(), "gbr-snapshot-")),
  texts = join(work, "texts"),
  kept = join(work, "kept");
const snapshot = join(kept, "snapshot-1"),
  start = startOf(bundled, join(work, "cache"), snapshot);

/** Start a server, and return the number of its findings and the milliseconds that it took. */
async function findings(given = start) {
  const begun = performance.now(),
    client = builtIn(bundled, given),
    uri = pathToFileURL(join(texts, "a.md")).href;
  await client.begin(texts);
  client.send({
    method: "textDocument/didOpen",
    params: { textDocument: { uri, languageId: "markdown", version: 1, text: "g3g1 0323.12 4/4 Draw\n" } },
  });
  const { items } = await client.request("textDocument/diagnostic", { textDocument: { uri } });
  const took = Math.round(performance.now() - begun);
  const read = await client.command("gbr.search", "0323.12");
  client.end();
  assert.equal(items.length, 1);
  assert.equal(read.found.length, 1);
  return took;
}

const made = () =>
  new Promise((done, failed) => {
    const worker = new Worker(join(bundled, "server", "server.js"), { workerData: { ...start, makes: true } });
    worker.on("message", ({ failed: reason }) => reason && failed(new Error(reason))).on("exit", done);
  });

try {
  for (const folder of [texts, kept]) mkdirSync(folder);
  writeFileSync(join(kept, "snapshot-0"), "of another bundle");
  const without = await findings();
  assert.ok(!existsSync(snapshot), "a server makes no snapshot");
  await made();
  assert.deepEqual(readdirSync(kept), ["snapshot-1"]);
  const whole = readFileSync(snapshot);
  const within = await findings();
  assert.ok(existsSync(snapshot), "a whole snapshot stays");
  assert.ok(within < without, `${within} ms with the snapshot, ${without} ms without`);
  const damages = {
    cut: () => truncateSync(snapshot, 1_000_000),
    changed: () =>
      writeFileSync(
        snapshot,
        whole.with ? whole.with(9_000_000, whole[9_000_000] ^ 1) : Buffer.from(whole).fill(7, 9_000_000, 9_000_001),
      ),
    empty: () => writeFileSync(snapshot, ""),
    foreign: () => writeFileSync(snapshot, readFileSync(join(bundled, "server", "pyodide.asm.wasm"))),
  };
  for (const [damage, act] of Object.entries(damages)) {
    act();
    await findings();
    assert.ok(!existsSync(snapshot), `the snapshot is dropped: ${damage}`);
  }
  console.log(
    `first findings after ${without} ms, ${within} ms with a snapshot of ${(whole.length / 1e6).toFixed(0)} MB; damaged ones are dropped`,
  );
} finally {
  rmSync(work, { recursive: true });
}
process.exit(0);
