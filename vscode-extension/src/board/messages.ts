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

/** The place in the moves that the board shows. */
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
  /** The reason why the position is unknown; the board is then the last known one. */
  readonly lost: string | null;
  /** The result of the position by tablebases; missing from older servers. */
  readonly tables?: Mark | null;
}

/** The line in the answer of `gbr.showBoard`: also the moves up to the cursor, and those from there. */
export interface LineAnswer extends Line {
  readonly path: readonly { readonly text: string; readonly range: Range; readonly tables?: Mark | null }[];
  readonly first: Range | null;
  readonly choices: readonly { readonly san: string; readonly range: Range; readonly tables?: Mark | null }[];
}

/** A board of a study: one in its text, or the position of its code. */
export interface StudyBoard {
  /** `FEN`, `FEN and diagram` for equal boards, `code`. */
  readonly name: string;
  /** Null if only the kings are known, which are in `placement`. */
  readonly fen: string | null;
  readonly placement: string;
  readonly turn: "white" | "black" | null;
  /** The squares where board and code differ, and in words what differs. */
  readonly disputed: readonly string[];
  readonly differences: readonly string[];
}

/** The answer of the server's command `gbr.showBoard`, or the same board at another move of its line. */
export interface Shown<L extends Line = Line> {
  readonly fen: string | null;
  readonly orientation: "white" | "black";
  readonly squares: readonly string[];
  readonly title: string;
  readonly turn: "white" | "black" | null;
  readonly words: readonly string[];
  /** The origin of the board if the cursor is on neither a code nor a board; missing from older servers. */
  readonly note?: string;
  /** Null if the cursor is not among moves; missing from older servers. */
  readonly line?: L | null;
  readonly shapes: Readonly<Record<string, readonly [string, string]>>;
  /** The version of the document at the time of the answer. */
  readonly version?: number;
  readonly draft?: Draft | null;
  /** The boards of the study, and the index of the one in `fen`; missing from older servers, like `places`. */
  readonly boards?: readonly StudyBoard[];
  readonly board?: number | null;
  /** The ranges of the code and its boards if the cursor is on one of them. */
  readonly places?: readonly Range[];
  /** The men to draw if `fen` is null, and the squares to mark as different; set by the page. */
  readonly partial?: string;
  readonly disputed?: readonly string[];
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
  /** The signs of its glyphs, such as `!`, and their meanings; missing from older servers, like the comments. */
  readonly signs?: readonly string[];
  readonly meanings?: readonly (string | null)[];
  /** The comments before and after the move. */
  readonly before?: string | null;
  readonly comment?: string | null;
}

/** The answer of the server's command `gbr.moves`: parents come first, and the continuation before its variations. */
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

export interface Board<L extends Line = Line> {
  readonly kind: "board";
  readonly shown: Shown<L>;
  readonly look: Look;
  /** The number of the last step on the board that this answers. */
  readonly step: number;
}

/** What the server can write for a new position here: notations, the default first, and the default form of a code. */
export interface Choices {
  readonly as: readonly string[];
  readonly form: string;
  /** The code of a position in each form, if one was in the request; missing from older servers. */
  readonly forms?: Readonly<Record<string, string>>;
}

export type ToPage =
  | Board<LineAnswer>
  /** The moves around the cursor; null if they are not known. `isRequested` if another message with them follows. */
  | { readonly kind: "moves"; readonly moves: Moves | null; readonly isRequested?: boolean }
  /** The titles of the fixes of the study. */
  | { readonly kind: "fixes"; readonly titles: readonly string[] }
  | { readonly kind: "nothing"; readonly words: string }
  | {
      readonly kind: "mode";
      readonly mode: "edit" | "new";
      readonly shapes: Shown["shapes"];
      readonly look: Look;
      /** Missing for an older server, which accepts all. */
      readonly choices?: Choices | undefined;
    }
  /** The code of the position being set, by form. */
  | { readonly kind: "examples"; readonly forms: Readonly<Record<string, string>> }
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
  | { readonly kind: "fix"; readonly number: number }
  | { readonly kind: "leave" }
  | { readonly kind: "begin"; readonly mode: "edit" | "new" }
  | { readonly kind: "discard" }
  | { readonly kind: "change"; readonly fen: string }
  | { readonly kind: "examples"; readonly fen: string; readonly goal: string | null; readonly turn: string }
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
