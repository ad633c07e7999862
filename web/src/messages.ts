// Messages between the page and its worker, in addition to the strings of the language server protocol.

/** What a worker is started with: the address of the site, and the names of its files. */
export interface Start {
  readonly base: string;
  readonly files: Readonly<Record<string, string>>;
  /** The archives that are loaded besides that of the server; a worker with one of them is no server. */
  readonly archives: readonly string[];
  /** The worker stores a snapshot of Python's memory and ends. */
  readonly makes?: true;
}

export type Request = { readonly id: number } & (
  | { readonly open: Uint8Array; readonly name: string }
  | { readonly check: Uint8Array; readonly name: string }
  | { readonly mark: Uint8Array; readonly name: string }
  | { readonly save: string; readonly name: string; readonly codec: string; readonly bom: boolean }
  | { readonly rule: string }
  | { readonly choices: true }
);

export type ToWorker = Start | Request;

/** The steps of a start, in their order. */
export const STEPS = ["Loading Python", "Starting Python", "Loading the checker", "Starting the checker"] as const;

export type FromWorker =
  | { readonly step: number }
  | { readonly ready: true }
  | { readonly failed: string }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly trouble: string };

/** A file that the page has opened; a file that is no text only has `trouble`. */
export interface OpenedFile {
  readonly text: string;
  readonly language: string;
  readonly codec: string;
  readonly bom: boolean;
  readonly trouble?: string;
}

export interface SavedFile {
  readonly codec: string;
  readonly replaced: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** A finding of `check --output-format json`; `spot` is its place in a document, such as `p12:y340` or `par67`. */
export interface FileFinding {
  readonly code: string;
  readonly message: string;
  readonly severity: string;
  readonly spot: string;
  readonly location: { readonly row: number; readonly column: number };
  readonly end_location: { readonly row: number; readonly column: number };
  /** The board of the code and the one in the file, if they are known. */
  readonly boards: readonly FileBoard[];
}

/** A board at a finding: the diagram of the file, or that of the code; `placement` is the first field of a FEN. */
export interface FileBoard {
  readonly name: string;
  readonly placement: string;
  readonly disputed: readonly string[];
  readonly only_kings: boolean;
}

/** A file that was checked; one that cannot be read only has `trouble`. */
export interface CheckedFile {
  readonly text: string;
  readonly findings: readonly FileFinding[];
  readonly report: string;
  /** The pages that were not read, in words. */
  readonly unread: string | null;
  readonly trouble?: string;
}

/** What settings can be: rules with severity and summary, forms, languages with names. */
export interface SettingChoices {
  readonly rules: readonly (readonly [name: string, severity: string, summary: string])[];
  readonly forms: readonly string[];
  readonly letters: readonly (readonly [value: string, name: string])[];
}

export interface MarkedFile {
  readonly data: Uint8Array<ArrayBuffer>;
}
