// The message after Fix All.

/** The number of fixes, and the findings that are left. */
export interface Fixed {
  readonly fixed: number;
  readonly left: readonly unknown[];
}

/** Return the message: `1 fixed, 3 left`. */
export function formatFixed({ fixed, left }: Fixed): string {
  return fixed || left.length ? `${fixed} fixed, ${left.length} left` : "No findings";
}
