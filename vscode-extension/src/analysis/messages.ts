// Messages about engine analysis: from the server, and to and from the page of the board.

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

/** The analysis under the board, which is hidden without a report or a problem. */
export interface AnalysisShown {
  readonly kind: "analysis";
  readonly report: Report | null;
  readonly problem: string;
}

export type FromAnalysis =
  | { readonly kind: "analyze" }
  | { readonly kind: "stopAnalysis" }
  | { readonly kind: "insertLine"; readonly fen: string; readonly moves: readonly string[] };

/** Return true if the server's `problem` is that no engine is set. */
export const isMissing = (problem: string): boolean => problem.startsWith("No engine is set");

/** Return true if the cause of the server's `problem` is the setting `gbr.engine` or the program that it names. */
export const isAboutEngine = (problem: string): boolean =>
  isMissing(problem) || /^(gbr\.engine|The engine)\b/.test(problem);
