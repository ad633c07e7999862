// The large files, which are known by their hashes: fetched once, and kept for the next visit and for one without a network.
export const STORE = "gbr-lsp-files";

/** The answer for an address, kept if the browser keeps anything. */
export async function stored(address: string): Promise<Response> {
  const cache = await caches.open(STORE).catch(() => undefined);
  const known = await cache?.match(address);
  if (known) return known;
  const response = await fetch(address);
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
