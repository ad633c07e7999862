// The large files. Their names contain their hashes, so each is fetched once and stored for later visits.
export const STORE = "gbr-lsp-files";
export const NEEDS_NETWORK = "this first needs the network, for a file of the page that is not kept yet";

/**
 * Return the response for `address`, from the store or the network. Store it if it is a success and the browser allows
 * it. Reject if it is not stored and there is no network.
 */
export async function fetchStored(address: string): Promise<Response> {
  const cache = await self.caches?.open(STORE).catch(() => undefined);
  const known = await cache?.match(address);
  if (known) return known;
  const response = await fetch(address).catch(() => {
    throw new Error(NEEDS_NETWORK);
  });
  if (response.ok) await cache?.put(address, response.clone()).catch(() => {});
  return response;
}

/** Return a blob URL of the gzipped script at `address`. Reject if it cannot be fetched. */
export async function scriptOf(address: string): Promise<string> {
  const packed = await fetchStored(address);
  if (!packed.ok) throw new Error(`${address}: ${packed.status}`);
  const text = await new Response(packed.body!.pipeThrough(new DecompressionStream("gzip"))).text();
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}

const SNAPSHOTS = "gbr-lsp-snapshot";

/** Return the address of the snapshot for `files`: another build has another one. */
const snapshotAddress = (base: string, files: Readonly<Record<string, string>>): string =>
  `${base}snapshot?${["pyodide.asm.wasm", "python_stdlib.zip", "app.tar", "worker.js"].map((name) => files[name]).join("&")}`;

/** Return true if a snapshot for `files` is stored. */
export async function hasSnapshot(base: string, files: Readonly<Record<string, string>>): Promise<boolean> {
  const cache = await self.caches?.open(SNAPSHOTS).catch(() => undefined);
  return (await cache?.match(snapshotAddress(base, files))) !== undefined;
}

/** Return the stored snapshot of Python's memory for `files`; undefined if there is none. */
export async function readSnapshot(
  base: string,
  files: Readonly<Record<string, string>>,
): Promise<Uint8Array | undefined> {
  const cache = await self.caches?.open(SNAPSHOTS).catch(() => undefined);
  const known = await cache?.match(snapshotAddress(base, files));
  return known && new Uint8Array(await known.arrayBuffer());
}

/** Remove the snapshots, and store `snapshot` for `files`, if given. */
export async function storeSnapshot(
  base: string,
  files: Readonly<Record<string, string>>,
  snapshot?: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await self.caches?.delete(SNAPSHOTS);
  if (snapshot) await (await caches.open(SNAPSHOTS)).put(snapshotAddress(base, files), new Response(snapshot));
}
