// Texts in links: the fragment of an address, which is sent to no server.

import type { Draft } from "./drafts";
import { isTextKind } from "./kinds";

const SHARED = "#text=";
/** Maximum number of characters of encoded text in a link; all common programs accept such a link. */
export const MAX_LINK = 30_000;

const pass = async (data: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([data as BlobPart]).stream().pipeThrough(stream as never)).arrayBuffer());

/** Return a link with `draft` in its fragment; undefined if it is too long. */
export async function linkTo({ name, kind, text }: Draft): Promise<string | undefined> {
  const body = new TextEncoder().encode(JSON.stringify({ name, kind, text }));
  const packed = await pass(body, new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  const encoded = btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return encoded.length <= MAX_LINK ? `${location.origin}${location.pathname}${SHARED}${encoded}` : undefined;
}

/** Return the text in `fragment`; undefined if it has none. Reject if it is damaged or too long. */
export async function draftIn(fragment: string): Promise<Draft | undefined> {
  if (!fragment.startsWith(SHARED)) return undefined;
  const binary = atob(fragment.slice(SHARED.length).replace(/-/g, "+").replace(/_/g, "/"));
  if (MAX_LINK < binary.length) throw new Error("too long");
  const packed = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const { name, kind, text } = JSON.parse(
    new TextDecoder().decode(await pass(packed, new DecompressionStream("deflate-raw"))),
  );
  if (![name, kind, text].every((part) => typeof part === "string")) throw new Error("no text");
  return { name, kind: isTextKind(kind) ? kind : "plaintext", text, codec: "utf-8", bom: false };
}
