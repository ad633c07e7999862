// The part of the language server protocol that the page uses.

export interface Position {
  readonly line: number;
  readonly character: number;
}
export interface Range {
  readonly start: Position;
  readonly end: Position;
}
export interface Related {
  readonly location: { readonly uri: string; readonly range: Range };
  readonly message: string;
}
export interface Diagnostic {
  readonly range: Range;
  readonly message: string;
  readonly severity?: number;
  readonly code?: string;
  readonly relatedInformation?: readonly Related[];
}
export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}
export interface WorkspaceEdit {
  readonly changes?: Readonly<Record<string, readonly TextEdit[]>>;
}
export interface CodeAction {
  readonly title: string;
  readonly kind?: string;
  readonly isPreferred?: boolean;
  readonly edit?: WorkspaceEdit;
}
export interface DocumentSymbol {
  readonly name: string;
  readonly detail?: string;
  readonly range: Range;
  readonly children?: readonly DocumentSymbol[];
}
export interface CompletionItem {
  readonly label: string;
  readonly detail?: string;
  readonly insertText?: string;
  readonly textEdit?: TextEdit;
  readonly additionalTextEdits?: readonly TextEdit[];
}
/** The answer of `gbr.coverage`. */
export interface Coverage {
  readonly version: number;
  readonly codes: number;
  readonly compared: number;
  readonly findings: number;
}

/** The severities of diagnostics by their numbers. */
export const SEVERITIES = ["", "error", "warning", "info", "hint"] as const;

/** Return the name of the severity of `diagnostic`. */
export const severityOf = ({ severity }: Diagnostic): "error" | "warning" | "info" | "hint" =>
  SEVERITIES[severity ?? 1] || "error";

/** Return true if `one` comes before `other`. */
export const isBefore = (one: Position, other: Position): boolean =>
  one.line < other.line || (one.line === other.line && one.character < other.character);

/** Return true if `position` is in `range`, its end included. */
export const isIn = (range: Range, position: Position): boolean =>
  !isBefore(position, range.start) && !isBefore(range.end, position);
