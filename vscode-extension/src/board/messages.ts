// Messages between the extension and the page of the board view.

import type { AnalysisShown, FromAnalysis } from "../analysis/messages";

/** A range of the document in the protocol's units: lines and UTF-16 units, from zero. */
export interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** The result by tablebases from White's view: `+`, `=` or `−`, and in words. */
export interface Mark {
  readonly sign: string;
  readonly words: string;
}

/** The line of moves at the cursor. */
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
  readonly path: readonly { readonly text: string; readonly range: Range; readonly tables?: Mark | null }[];
  readonly previous: Range | null;
  readonly next: Range | null;
  readonly first: Range | null;
  readonly last: Range | null;
  readonly choices: readonly { readonly san: string; readonly range: Range; readonly tables?: Mark | null }[];
  /** The reason why the position is unknown; the board is then the last known one. */
  readonly lost: string | null;
  /** The result of the position by tablebases; missing from older servers. */
  readonly tables?: Mark | null;
}

/** The answer of the server's command `gbr.showBoard`. */
export interface Shown {
  readonly fen: string | null;
  readonly orientation: "white" | "black";
  readonly squares: readonly string[];
  readonly title: string;
  readonly turn: "white" | "black" | null;
  readonly words: readonly string[];
  /** The origin of the board if the cursor is on neither a code nor a board; missing from older servers. */
  readonly note?: string;
  /** Null if the cursor is not among moves; missing from older servers. */
  readonly line?: Line | null;
  readonly shapes: Readonly<Record<string, readonly [string, string]>>;
  /** The version of the document at the time of the answer. */
  readonly version?: number;
  readonly draft?: Draft | null;
}

/** A move with the position after it, or the start of a line. */
export interface MoveNode {
  /** Its index in `Moves.nodes`. */
  readonly id: number;
  /** The id of the node before it; null for the first node. */
  readonly parent: number | null;
  /** The move as printed; null at the start. */
  readonly text: string | null;
  readonly number: string | null;
  /** Null, like the rest of the move, at the start and after a move that cannot be played. */
  readonly san: string | null;
  readonly words: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly range: Range;
  readonly fen: string | null;
  readonly lost: string | null;
  readonly tables: Mark | null;
}

/** The answer of the server's command `gbr.moves`: parents come first, and children in the order of `Line.choices`. */
export interface Moves {
  readonly version: number;
  readonly nodes: readonly MoveNode[];
}

/** The board of an unfinished code at the cursor. */
export interface Draft {
  /** The first field of a FEN; kings may be missing. */
  readonly placement: string;
  /** The letter of the man whose square is next, such as `r`; `words` is `black rook 1 of 2`. */
  readonly waits: string;
  readonly words: string;
  readonly free: readonly string[];
  readonly lacking: number | null;
}

export interface Look {
  readonly coordinates: boolean;
  readonly highlight: boolean;
  /** The side at the bottom: White, or the side to move. */
  readonly orientation: "white" | "turn";
  readonly animation: boolean;
}

export interface Board {
  readonly kind: "board";
  readonly shown: Shown;
  readonly look: Look;
  /** The number of the last step on the board that this answers. */
  readonly step: number;
}

export type ToPage =
  | Board
  /** The moves around the cursor; null if they are not known. */
  | { readonly kind: "moves"; readonly moves: Moves | null }
  | { readonly kind: "nothing"; readonly words: string }
  | { readonly kind: "mode"; readonly mode: "edit" | "new"; readonly shapes: Shown["shapes"]; readonly look: Look }
  | { readonly kind: "refused"; readonly words: string }
  | { readonly kind: "written" }
  | AnalysisShown;

export type FromPage =
  | FromAnalysis
  | { readonly kind: "ready" }
  | { readonly kind: "copyFen"; readonly fen: string }
  | { readonly kind: "copyText"; readonly text: string; readonly what: string }
  | { readonly kind: "copied" }
  /** A step to `range`, with the number of steps on the board. */
  | { readonly kind: "go"; readonly range: Range; readonly version: number; readonly step: number }
  | { readonly kind: "leave" }
  | { readonly kind: "begin"; readonly mode: "edit" | "new" }
  | { readonly kind: "discard" }
  | { readonly kind: "change"; readonly fen: string }
  | {
      readonly kind: "insert";
      readonly fen: string;
      readonly as: string;
      readonly form: string;
      readonly goal: string | null;
      readonly turn: string;
    }
  | {
      readonly kind: "play";
      readonly from: string;
      readonly to: string;
      readonly promotion?: string;
      readonly version: number;
    }
  | { readonly kind: "type"; readonly square: string; readonly version: number }
  | { readonly kind: "saveImage"; readonly png: string };
