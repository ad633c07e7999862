// The settings for the server. Settings of rules and the like are sent only if they are set, because the server would
// take a default for a choice of the user.

import * as vscode from "vscode";

const SHOWN = ["inlayHints", "codeLens", "workspaceDiagnostics", "links"];
const ENGINE = "engine";
const TABLES = "syzygy";
const OURS = ["path", "server", "board", "trace"];

/** Return the section `gbr` for the server, as configured for `scope`. */
export function readSection(scope?: vscode.Uri): Record<string, unknown> {
  const section = vscode.workspace.getConfiguration("gbr", scope);
  const values: Record<string, unknown> = { background: isDark() ? "dark" : "light" };
  for (const key of Object.keys(section)) {
    if (key === ENGINE || OURS.includes(key) || typeof section[key] === "function") continue;
    if (SHOWN.includes(key) || isSet(section, key)) values[key] = section.get(key) === "" ? null : section.get(key);
  }
  // Only the user may choose a program to run, so the engine of a workspace is ignored.
  const engine = section.inspect<string>(ENGINE)?.globalValue;
  if (engine) values[ENGINE] = engine;
  return values;
}

/**
 * Return the initialization options: the section `gbr`, the abilities of this client, and the trust in the workspace.
 * `trusted` comes last, so that no setting of the workspace can override it.
 */
export function readInitialOptions(): Record<string, unknown> {
  return {
    ...readSection(),
    supportHtml: true,
    supportAnalysis: true,
    supportSettingsProblems: true,
    trusted: vscode.workspace.isTrusted,
  };
}

/** Return `settings` with each path, of the engine and of tables, changed by `act`. */
export function withPaths(settings: Record<string, unknown>, act: (path: string) => string): Record<string, unknown> {
  const mapped = { ...settings };
  for (const key of [ENGINE, TABLES]) {
    const value = settings[key];
    if (typeof value === "string") mapped[key] = act(value);
    if (Array.isArray(value)) mapped[key] = value.map((one: unknown) => (typeof one === "string" ? act(one) : one));
  }
  return mapped;
}

function isDark(): boolean {
  const { kind } = vscode.window.activeColorTheme;
  return kind === vscode.ColorThemeKind.Dark || kind === vscode.ColorThemeKind.HighContrast;
}

/** Return true if the user has set `key`; null and the empty text are no values. */
function isSet(section: vscode.WorkspaceConfiguration, key: string): boolean {
  const found = section.inspect(key);
  const values = [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue];
  return values.some((value) => value !== undefined && value !== null && value !== "");
}
