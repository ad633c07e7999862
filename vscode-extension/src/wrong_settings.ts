// What the status item says about settings that the server cannot use.

/** The notification of the server, with an empty list when the settings are right again. */
export const NOTIFICATION = "gbr/settingsProblems";

/** Return the detail of the status item: `detail`, with the first of `messages` and their number before it. */
export function describeInStatus(detail: string, messages: readonly string[]): string {
  const first = messages[0]?.replace(/^the settings of the editor: /, "");
  if (first === undefined) return detail;
  const title = messages.length > 1 ? `${messages.length} wrong settings` : "Wrong setting";
  return `${title}: ${first}${messages.length > 1 ? " …" : ""} (${detail})`;
}
