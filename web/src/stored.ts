// The large files, which are known by their hashes: fetched once, and kept for the next visit and for one without a network.
export const STORE = "gbr-lsp-files";
export const NEEDS_NETWORK = "this first needs the network, for a file of the page that is not kept yet";

/** Return the answer for `address`, kept if the browser keeps anything. Reject if it is not kept and there is no network. */
export async function stored(address: string): Promise<Response> {
  const cache = await self.caches?.open(STORE).catch(() => undefined);
  const known = await cache?.match(address);
  if (known) return known;
  const response = await fetch(address).catch(() => { throw new Error(NEEDS_NETWORK); });
  if (response.ok) await cache?.put(address, response.clone()).catch(() => {});
  return response;
}

/** The address of a script that was gzipped when the page was built. */
export async function scriptOf(address: string): Promise<string> {
  const packed = await stored(address);
  if (!packed.ok) throw new Error(`${address}: ${packed.status}`);
  const text = await new Response(packed.body!.pipeThrough(new DecompressionStream("gzip"))).text();
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}
