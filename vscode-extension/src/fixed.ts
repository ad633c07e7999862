// The message after Fix All.

/** A finding that is left, and why it was not fixed. */
export interface Left {
  readonly range: { readonly start: { readonly line: number } };
  readonly message: string;
  readonly why: string;
}

/** The number of fixes, and the findings that are left. */
export interface Fixed {
  readonly fixed: number;
  readonly left: readonly Left[];
}

/** Maximum number of findings in the message. */
const NAMED = 3;

/** Return the message: `2 findings fixed; 1 is left: line 22: No king (no fix is known)`. */
export function fixedMessage({ fixed, left }: Fixed): string {
  if (!fixed && !left.length) return "No findings.";
  const done = fixed ? `${fixed} ${fixed === 1 ? "finding" : "findings"} fixed` : "Nothing was fixed";
  if (!left.length) return `${done}; none is left.`;
  const named = left.slice(0, NAMED).map(({ range, message, why }) => `line ${range.start.line + 1}: ${message} (${why})`);
  const more = left.length - named.length;
  const rest = more ? `; and ${more} more` : "";
  return `${done}; ${left.length} ${left.length === 1 ? "is" : "are"} left: ${named.join("; ")}${rest}`;
}
