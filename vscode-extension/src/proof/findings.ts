// Findings as `check --output-format json` has them, and where they stand in an editor. Nothing here knows VS Code.

export const SCHEME = "gbr-proof";

/** In the order of VS Code's own. */
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

/** Where a finding begins and ends: rows and columns from one, in code points, become those of an editor. */
export function rangeOf(lineAt: (line: number) => string, finding: Finding): [Place, Place] {
  const placed = ({ row, column }: Location): Place => ({
    line: row - 1,
    character: [...lineAt(row - 1)].slice(0, column - 1).join("").length,
  });
  return [placed(finding.location), placed(finding.end_location)];
}
