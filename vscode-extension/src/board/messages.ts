// What passes between the extension and the page of the board view.

/** A place in the document, as the protocol has it. */
export interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** The line of moves that the cursor stands in. */
export interface Line {
  readonly version: number;
  readonly start: string | null;
  readonly move: {
    readonly san: string;
    readonly words: string;
    readonly from: string | null;
    readonly to: string | null;
    readonly range: Range;
  } | null;
  readonly path: readonly { readonly text: string; readonly range: Range }[];
  readonly previous: Range | null;
  readonly next: Range | null;
  readonly first: Range | null;
  readonly last: Range | null;
  readonly choices: readonly { readonly san: string; readonly range: Range }[];
  /** Why the position is not known; the board is then the last one that is. */
  readonly lost: string | null;
}

/** The answer of the server's command `gbr.showBoard`. */
export interface Shown {
  readonly fen: string | null;
  readonly orientation: "white" | "black";
  readonly squares: readonly string[];
  readonly title: string;
  readonly turn: "white" | "black" | null;
  readonly words: readonly string[];
  /** Whose board it is, where the cursor is on neither a code nor a board; older servers do not say. */
  readonly note?: string;
  /** Where the cursor is not among moves it is null; older servers do not say. */
  readonly line?: Line | null;
  readonly shapes: Readonly<Record<string, readonly [string, string]>>;
}

export interface Look {
  readonly coordinates: boolean;
  readonly highlight: boolean;
  /** Whose side is below: White's, or that of the side to move. */
  readonly orientation: "white" | "turn";
  /** Whether a man is seen to move from square to square. */
  readonly animation: boolean;
}

export type ToPage =
  | { readonly kind: "board"; readonly shown: Shown; readonly look: Look }
  | { readonly kind: "nothing"; readonly words: string };

export type FromPage =
  | { readonly kind: "ready" }
  | { readonly kind: "copyFen"; readonly fen: string }
  | { readonly kind: "copied" }
  | { readonly kind: "go"; readonly range: Range; readonly version: number }
  | { readonly kind: "leave" }
  | { readonly kind: "saveImage"; readonly png: string };
