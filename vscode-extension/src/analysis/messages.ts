// What an engine says, as the server tells it, and what the page of the board shows of it.

export interface EngineLine {
  readonly text: string;
  readonly moves: readonly string[];
  readonly evaluation: string;
  readonly depth: number | null;
}

/** The notification `gbr/analysis`. */
export interface Report {
  readonly id: number;
  readonly fen: string;
  readonly engine: string;
  readonly lines: readonly EngineLine[];
  readonly ended: "finished" | "failed" | "stopped" | "edited" | "closed" | "replaced" | null;
  readonly problem: string | null;
}

/** What stands under the board: nothing without a report or a problem. */
export interface AnalysisShown {
  readonly kind: "analysis";
  readonly report: Report | null;
  readonly problem: string;
}

export type FromAnalysis =
  | { readonly kind: "analyze" }
  | { readonly kind: "stopAnalysis" }
  | { readonly kind: "insertLine"; readonly fen: string; readonly moves: readonly string[] };
