// Drafts in the browser's database, and texts in links.

const SHARED = "#text=";
/** Maximum number of characters of encoded text in a link; all common programs accept such a link. */
export const LONGEST = 30_000;
const MAX_DRAFTS = 10;

/** A text. `id` and `when` are set by `keep`; `proof` contains the findings in a PDF or Word file, and is not stored. */
export interface Draft {
  name: string; kind: string; text: string; codec: string; bom: boolean;
  id?: string; when?: number; isChanged?: boolean; proof?: { report: string; found: any[] };
}

const store = () => new Promise<IDBDatabase>((done, failed) => {
  const opening = indexedDB.open("gbr-lsp", 2);
  opening.onupgradeneeded = ({ oldVersion }) => {
    const drafts = opening.result.createObjectStore("drafts", { keyPath: "id" });
    drafts.createIndex("when", "when");
    if (!oldVersion) return;
    const last = opening.transaction!.objectStore("draft").get("last");
    last.onsuccess = () => {
      if (last.result) drafts.put({ ...last.result, id: "last", when: Date.now() });
      opening.result.deleteObjectStore("draft");
    };
  };
  opening.onsuccess = () => done(opening.result);
  opening.onerror = opening.onblocked = () => failed(opening.error ?? new Error("blocked"));
});

const result = <T>(request: IDBRequest<T>) => new Promise<T>((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

const isSame = (one: Draft, other: Draft) => one.name === other.name && one.kind === other.kind && one.text === other.text;

/**
 * Store `draft` and set its `id` and `when`; an equal draft is replaced. Remove the oldest drafts over `MAX_DRAFTS`.
 * Reject if the browser stores nothing.
 */
export async function keep(draft: Draft): Promise<void> {
  const known = await store();
  try {
    const change = known.transaction("drafts", "readwrite"), drafts = change.objectStore("drafts");
    const ended = new Promise<void>((done, failed) => {
      change.oncomplete = () => done();
      change.onerror = change.onabort = () => failed(change.error);
    });
    ended.catch(() => {});
    if (draft.id) {
      const stored: Draft | undefined = await result(drafts.get(draft.id));
      // Another tab has changed this draft, so store the text as a new one.
      if (stored && stored.when !== draft.when) draft.id = undefined;
    }
    if (!draft.id) {
      const same = (await result<Draft[]>(drafts.getAll())).find((one) => isSame(one, draft));
      draft.id = same?.id ?? `${Date.now()}-${Math.random()}`;
    }
    draft.when = Date.now();
    drafts.put({ ...draft, proof: undefined });
    // The index returns the keys of the drafts from the oldest to the newest.
    for (const id of (await result(drafts.index("when").getAllKeys())).slice(0, -MAX_DRAFTS)) drafts.delete(id);
    await ended;
  } finally { known.close(); }
}

/** Return the drafts, the newest first. Reject if the browser stores nothing. */
export async function kept(): Promise<Draft[]> {
  const known = await store();
  try {
    return (await result<Draft[]>(known.transaction("drafts").objectStore("drafts").index("when").getAll())).reverse();
  } finally { known.close(); }
}

const through = async (data: Uint8Array, stream: CompressionStream | DecompressionStream) =>
  new Uint8Array(await new Response(new Blob([data as BlobPart]).stream().pipeThrough(stream as never)).arrayBuffer());

/** Return a link with `draft` in its fragment, which is sent to no server; undefined if it is too long. */
export async function addressOf(draft: Draft): Promise<string | undefined> {
  const { name, kind, text } = draft;
  const packed = await through(new TextEncoder().encode(JSON.stringify({ name, kind, text })), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  const said = btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return said.length <= LONGEST ? `${location.origin}${location.pathname}${SHARED}${said}` : undefined;
}

/** Return the text in `fragment`; undefined if it has none. Reject if it is damaged or too long. */
export async function shared(fragment: string): Promise<Draft | undefined> {
  if (!fragment.startsWith(SHARED)) return undefined;
  const binary = atob(fragment.slice(SHARED.length).replace(/-/g, "+").replace(/_/g, "/"));
  if (LONGEST < binary.length) throw new Error("too long");
  const bytes = await through(Uint8Array.from(binary, (char) => char.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  const { name, kind, text } = JSON.parse(new TextDecoder().decode(bytes));
  if (![name, kind, text].every((part) => typeof part === "string")) throw new Error("no text");
  return { name, kind, text, codec: "utf-8", bom: false };
}
