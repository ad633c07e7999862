// The draft that survives a closed tab, and the text that an address carries.

const SHARED = "#text=";
/** Characters of an address that all common programs pass on. */
export const LONGEST = 30_000;

export interface Draft { name: string; kind: string; text: string; codec: string; bom: boolean }

const store = () => new Promise<IDBDatabase>((done, failed) => {
  const opening = indexedDB.open("gbr-lsp", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("draft");
  opening.onsuccess = () => done(opening.result);
  opening.onerror = () => failed(opening.error);
});

/** Keeps a draft. Rejects where the browser keeps nothing. */
export async function keep(draft: Draft): Promise<void> {
  const known = await store();
  await new Promise<void>((done, failed) => {
    const change = known.transaction("draft", "readwrite");
    change.objectStore("draft").put(draft, "last");
    change.oncomplete = () => done();
    change.onerror = change.onabort = () => failed(change.error);
  });
  known.close();
}

/** The draft that was kept, if there is one. */
export async function kept(): Promise<Draft | undefined> {
  const known = await store();
  return new Promise((done, failed) => {
    const asked = known.transaction("draft").objectStore("draft").get("last");
    asked.onsuccess = () => { known.close(); done(asked.result); };
    asked.onerror = () => failed(asked.error);
  });
}

const through = async (data: Uint8Array, stream: CompressionStream | DecompressionStream) =>
  new Uint8Array(await new Response(new Blob([data as BlobPart]).stream().pipeThrough(stream as never)).arrayBuffer());

/** An address with a text in its fragment, which no server sees; undefined for one that is too long. */
export async function addressOf(draft: Draft): Promise<string | undefined> {
  const { name, kind, text } = draft;
  const packed = await through(new TextEncoder().encode(JSON.stringify({ name, kind, text })), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  const said = btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return said.length <= LONGEST ? `${location.origin}${location.pathname}${SHARED}${said}` : undefined;
}

/** The text that an address carries; undefined where it has none. Rejects a damaged one. */
export async function shared(fragment: string): Promise<Draft | undefined> {
  if (!fragment.startsWith(SHARED)) return undefined;
  const binary = atob(fragment.slice(SHARED.length).replace(/-/g, "+").replace(/_/g, "/"));
  if (LONGEST < binary.length) throw new Error("too long");
  const bytes = await through(Uint8Array.from(binary, (char) => char.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  const { name, kind, text } = JSON.parse(new TextDecoder().decode(bytes));
  if (![name, kind, text].every((part) => typeof part === "string")) throw new Error("no text");
  return { name, kind, text, codec: "utf-8", bom: false };
}
