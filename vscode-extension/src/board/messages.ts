// What passes between the extension and the page of the board view.

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
  readonly shapes: Readonly<Record<string, readonly [string, string]>>;
}

export interface Look {
  readonly coordinates: boolean;
  readonly highlight: boolean;
  /** Whose side is below: White's, or that of the side to move. */
  readonly orientation: "white" | "turn";
}

export type ToPage =
  | { readonly kind: "board"; readonly shown: Shown; readonly look: Look }
  | { readonly kind: "nothing"; readonly words: string };

export type FromPage =
  | { readonly kind: "ready" }
  | { readonly kind: "copyFen"; readonly fen: string }
  | { readonly kind: "copied" }
  | { readonly kind: "saveImage"; readonly png: string };
