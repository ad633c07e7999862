// Files that the user opens, drops, saves and shares.

import { Client } from "./client";
import { ask } from "./dialogs";
import { type Draft, type Proof } from "./drafts";
import { byId, formatCount, make } from "./elements";
import { isTextKind } from "./kinds";
import { MAX_LINK, linkTo } from "./links";
import type { CheckedFile } from "./messages";

const PROOF_SECONDS = 120;
/** Milliseconds after a download has begun, before its data is freed. */
const FREE_AFTER = 60_000;

/** Offer `data` as a download of the file `name`. */
export function download(name: string, data: BlobPart, type = "application/octet-stream"): void {
  const link = make("a", { href: URL.createObjectURL(new Blob([data], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FREE_AFTER);
}

const READER = ["proofs.tar"];
const MARKER = [...READER, "marking.tar"];

/** Read a PDF or Word file in a worker of its own with `act`, and end the worker after `PROOF_SECONDS`. */
async function inWorker<T>(archives: readonly string[], act: (reader: Client) => Promise<T>): Promise<T> {
  const reader = new Client(archives);
  const limit = setTimeout(() => reader.end(`it takes longer than ${PROOF_SECONDS} seconds`), PROOF_SECONDS * 1000);
  try {
    return await act(reader);
  } finally {
    clearTimeout(limit);
    reader.onFailure = () => {};
    reader.end("");
  }
}

/** A file that was read, or the reason why it was not. */
export type ReadFile = { readonly draft: Draft; readonly unread?: string | null } | { readonly trouble: string };

/** Read `file` as a text, or as a PDF or Word file; `client` decodes texts, and `say` gets what takes long. */
export async function readFile(client: Client, file: File, say: (text: string) => void): Promise<ReadFile> {
  const name = file.name.replace(/[\\/\0]/g, "_") || "text";
  try {
    const data = new Uint8Array(await file.arrayBuffer());
    const head = new TextDecoder("latin1").decode(data.subarray(0, 1024));
    if (head.includes("%PDF-")) return await readProof(/\.pdf$/i.test(name) ? name : `${name}.pdf`, "pdf", data, say);
    if (/\.doc[xm]$/i.test(name)) return await readProof(name, "word", data, say);
    const opened = await client.open(name, data);
    if (opened.trouble) return { trouble: `${name} ${opened.trouble}` };
    const { text, language, codec, bom } = opened;
    return { draft: { name, kind: isTextKind(language) ? language : "plaintext", text, codec, bom } };
  } catch (error) {
    return { trouble: `${name} cannot be read: ${(error as Error).message}` };
  }
}

async function readProof(
  name: string,
  kind: "pdf" | "word",
  data: Uint8Array<ArrayBuffer>,
  say: (text: string) => void,
): Promise<ReadFile> {
  say(`Reading ${name}…`);
  const checked: CheckedFile = await inWorker(READER, (reader) => reader.check(name, data));
  if (checked.trouble) return { trouble: `${name} ${checked.trouble}` };
  const proof: Proof = { ...checked, data };
  return { draft: { name, kind, text: checked.text, codec: "utf-8", bom: false, proof }, unread: checked.unread };
}

/** Save the copy of a PDF file with its findings as remarks. */
export async function saveMarked({ name, proof }: Draft, say: (text: string) => void): Promise<void> {
  if (!proof) return;
  say(`Marking ${name}…`);
  try {
    const { data } = await inWorker(MARKER, (reader) => reader.mark(name, proof.data));
    const [, stem, ending] = /^(.*)(\.\w+)$/.exec(name) ?? ["", name, ""];
    download(`${stem}-marked${ending}`, data);
    say(`Saved ${stem}-marked${ending}`);
  } catch (error) {
    say(`${name} cannot be marked: ${(error as Error).message}`);
  }
}

/** Save `text` of `draft` in the encoding of its file; return what the user has to know. */
export async function saveText(client: Client, draft: Draft, text: string): Promise<string> {
  try {
    const saved = await client.save(draft.name, text, draft.codec, draft.bom);
    const notes = saved.codec === draft.codec ? [] : ["Saved as UTF-8: windows-1252 lacks some characters"];
    if (saved.replaced)
      notes.push(
        `${formatCount(saved.replaced, "damaged character")} ${saved.replaced === 1 ? "was" : "were"} saved as \ufffd`,
      );
    draft.codec = saved.codec;
    download(draft.name, saved.data);
    return notes.join(". ");
  } catch {
    download(draft.name, text, "text/plain");
    return "";
  }
}

/** Copy a link with the text of `draft`, and show it; return what the user has to know instead. */
export async function share(draft: Draft): Promise<string> {
  const address = await linkTo(draft);
  if (!address)
    return `Too long to share by link (limit: ${MAX_LINK.toLocaleString("en")} characters after compression)`;
  const isCopied = await navigator.clipboard?.writeText(address).then(
    () => true,
    () => false,
  );
  await ask(
    `${isCopied ? "Link copied. It" : "This link"} contains your whole text.`,
    make("pre", { textContent: address }),
    null,
  );
  return "";
}

/** Call `read` with files that are chosen or dropped on the page. */
export function onFiles(read: (files: readonly File[]) => void): void {
  const input = byId<HTMLInputElement>("open-input");
  input.onchange = () => {
    if (input.files?.length) read([...input.files]);
    input.value = ""; // so that the same file can be opened again
  };
  const over = (isOver: boolean): void => void document.body.classList.toggle("over", isOver);
  window.addEventListener("dragover", (event) => {
    event.preventDefault();
    over(true);
  });
  window.addEventListener("dragleave", (event) => event.relatedTarget ?? over(false));
  window.addEventListener(
    "drop",
    (event) => {
      over(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!files.length) return;
      event.preventDefault();
      event.stopPropagation();
      read(files);
    },
    true,
  );
}
