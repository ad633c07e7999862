// Messages between the page and its worker, in addition to the strings of the language server protocol.

export type ToWorker =
  | { base: string; files: Record<string, string>; proofs: boolean }
  | { id: number; name: string; open: Uint8Array }
  | { id: number; name: string; check: Uint8Array }
  | { id: number; name: string; save: string; codec: string; bom: boolean };

export type FromWorker = { ready: true } | { failed: string } | { id: number; result: any } | { id: number; trouble: string };
