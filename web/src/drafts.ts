// Drafts in the browser's database.

import type { CheckedFile } from "./messages";

const MAX_DRAFTS = 10;

/** A PDF or Word file that is shown, with its bytes. */
export interface Proof extends CheckedFile {
  readonly data: Uint8Array<ArrayBuffer>;
}

/** A text. `storeDraft` sets `id` and `when`; it does not store `proof`. */
export interface Draft {
  name: string;
  kind: string;
  text: string;
  codec: string;
  bom: boolean;
  id?: string | undefined;
  when?: number;
  isChanged?: boolean;
  /** The kind was recognized by content, and is recognized again when the whole text is replaced. */
  isRecognized?: boolean;
  /** An example of the page that was not edited; it is not stored. */
  isExample?: boolean;
  proof?: Proof;
}

const open = (): Promise<IDBDatabase> =>
  new Promise((done, failed) => {
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

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error("not stored"));
  });

const isSame = (one: Draft, other: Draft): boolean =>
  one.name === other.name && one.kind === other.kind && one.text === other.text;

/**
 * Store `draft` and set its `id` and `when`; an equal draft is replaced. Remove the oldest drafts over `MAX_DRAFTS`.
 * Reject if the browser stores nothing.
 */
export async function storeDraft(draft: Draft): Promise<void> {
  const database = await open();
  try {
    const change = database.transaction("drafts", "readwrite");
    const drafts = change.objectStore("drafts");
    const ended = new Promise<void>((done, failed) => {
      change.oncomplete = () => done();
      change.onerror = change.onabort = () => failed(change.error ?? new Error("not stored"));
    });
    ended.catch(() => {});
    if (draft.id) {
      const stored: Draft | undefined = await resultOf(drafts.get(draft.id));
      // Another tab has changed this draft, so store the text as a new one.
      if (stored && stored.when !== draft.when) draft.id = undefined;
    }
    if (!draft.id) {
      const same = (await resultOf<Draft[]>(drafts.getAll())).find((one) => isSame(one, draft));
      draft.id = same?.id ?? `${Date.now()}-${Math.random()}`;
    }
    draft.when = Date.now();
    drafts.put({ ...draft, proof: undefined });
    // The index returns the keys of the drafts from the oldest to the newest.
    for (const id of (await resultOf(drafts.index("when").getAllKeys())).slice(0, -MAX_DRAFTS)) drafts.delete(id);
    await ended;
  } finally {
    database.close();
  }
}

/** Return the stored drafts, the newest first. Reject if the browser stores nothing. */
export async function readDrafts(): Promise<Draft[]> {
  const database = await open();
  try {
    const drafts = database.transaction("drafts").objectStore("drafts");
    return (await resultOf<Draft[]>(drafts.index("when").getAll())).reverse();
  } finally {
    database.close();
  }
}
