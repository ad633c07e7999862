// The large files. Their names contain their hashes, so each is fetched once and stored for later visits.
export const STORE = "gbr-lsp-files";
export const NEEDS_NETWORK = "this first needs the network, for a file of the page that is not kept yet";

/**
 * Return the response for `address`, from the store or the network. Store it if it is a success and the browser allows
 * it. Reject if it is not stored and there is no network.
 */
export async function stored(address: string): Promise<Response> {
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
  const packed = await stored(address);
  if (!packed.ok) throw new Error(`${address}: ${packed.status}`);
  const text = await new Response(packed.body!.pipeThrough(new DecompressionStream("gzip"))).text();
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}
