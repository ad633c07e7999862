// Findings in the format of `check --output-format json`, and their ranges in an editor. Independent of VS Code.

/** The language of the texts of proofs. */
export const LANGUAGE = "gbr-proof";

/** The index is the value of VS Code's `DiagnosticSeverity`. */
export const SEVERITIES: readonly string[] = ["error", "warning", "information", "hint"];

interface Location {
  readonly row: number;
  readonly column: number;
}

export interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly spot: string;
  readonly url: string;
  readonly location: Location;
  readonly end_location: Location;
}

export interface Place {
  readonly line: number;
  readonly character: number;
}

/**
 * Return the start and end of `finding` in an editor: lines and UTF-16 units from zero. The finding has rows and
 * columns from one, in code points.
 */
export function rangeOf(lineAt: (line: number) => string, finding: Finding): [Place, Place] {
  const toPlace = ({ row, column }: Location): Place => ({
    line: row - 1,
    character: [...lineAt(row - 1)].slice(0, column - 1).join("").length,
  });
  return [toPlace(finding.location), toPlace(finding.end_location)];
}
