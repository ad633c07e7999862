// Messages between the page and its worker, in addition to the strings of the language server protocol.

/** What a worker reads: texts as a server, or one PDF or Word file. */
export type Reads = "texts" | "pdf" | "word";

export type ToWorker =
  | { base: string; files: Record<string, string>; reads: Reads }
  | { id: number; name: string; open: Uint8Array }
  | { id: number; name: string; check: Uint8Array }
  | { id: number; name: string; save: string; codec: string; bom: boolean };

export type FromWorker = { ready: true } | { failed: string } | { id: number; result: any } | { id: number; trouble: string };
