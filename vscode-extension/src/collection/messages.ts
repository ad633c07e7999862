// The requests of the collection, and the messages between the extension and the page of the field.

import type { Range } from "../board/messages";

export type Grouping = "class" | "composer" | "file" | "finding";
export type Only = "win" | "draw" | "findings";

/** The studies to show, and the order of their groups. */
export interface Question {
  readonly query: string;
  readonly only: readonly Only[];
  readonly group: Grouping;
}

/** The argument of `gbr.collection`: `path` is `[]` for the groups, `[key]` for the studies of one group. */
export interface PageRequest extends Question {
  readonly path: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

export interface Group {
  readonly key: string;
  readonly title: string;
  /** The men in words for a class, else "". */
  readonly detail: string;
  readonly count: number;
}

/** The finding with the highest severity; "uncompared" if there is neither a board nor a solution. */
export type State = "error" | "warning" | "information" | "hint" | "uncompared" | null;

export interface Study {
  readonly id: string;
  readonly code: string;
  readonly composer: string | null;
  readonly year: number | null;
  readonly source: string | null;
  /** The path relative to the folder of the workspace. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly status: State;
  readonly messages: readonly string[];
  readonly fen: string | null;
  readonly location: { readonly uri: string; readonly range: Range };
}

/** The answer of `gbr.collection`. */
export interface Answer {
  /** The query in the query language, "" for an empty query. */
  readonly readAs: string;
  /** Number of studies that match. */
  readonly total: number;
  /** Number of studies in the workspace. */
  readonly all: number;
  /** Files are still read, findings are not complete yet, or everything is done. */
  readonly state: "reading" | "checking" | "ready";
  readonly groups: readonly Group[] | null;
  readonly studies: readonly Study[] | null;
  /** There are rows after `offset + limit`. */
  readonly more: boolean;
}

export type ToField =
  /** The text and the chips of the field. */
  | { readonly kind: "set"; readonly query: string; readonly only: readonly Only[] }
  /** The line below the chips, the reading of `query` or "", and the error or "". */
  | {
      readonly kind: "answer";
      readonly query: string;
      readonly count: string;
      readonly isComplete: boolean;
      readonly readAs: string;
      readonly problem: string;
    };

export type FromField =
  | { readonly kind: "ready" }
  | { readonly kind: "ask"; readonly query: string; readonly only: readonly Only[] }
  /** Give the focus to the tree. */
  | { readonly kind: "down" };
