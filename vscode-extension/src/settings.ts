// What the server is told of the user's settings. Rules and the like are told only where somebody has set them,
// for a default that is told would count as the user's choice.

import * as vscode from "vscode";

const SHOWN = ["inlayHints", "codeLens", "workspaceDiagnostics", "links"];
const ENGINE = "engine";
const OURS = ["path", "board", "trace"];

/** The section `gbr` for the server. */
export function told(scope?: vscode.Uri): Record<string, unknown> {
  const section = vscode.workspace.getConfiguration("gbr", scope);
  const told: Record<string, unknown> = { background: isDark() ? "dark" : "light" };
  for (const key of Object.keys(section)) {
    if (key === ENGINE || OURS.includes(key) || typeof section[key] === "function") continue;
    if (SHOWN.includes(key) || isSet(section, key)) told[key] = section.get(key);
  }
  // What runs on a machine is chosen by its user alone, whatever a workspace says.
  const engine = section.inspect<string>(ENGINE)?.globalValue;
  if (engine) told[ENGINE] = engine;
  return told;
}

/**
 * The same at the start, that hovers show HTML, that an engine may be told of, and whether the workspace is trusted: last, so that no settings of it
 * can say so.
 */
export function initial(): Record<string, unknown> {
  return { ...told(), supportHtml: true, supportAnalysis: true, trusted: vscode.workspace.isTrusted };
}

/** Whether the theme of the window shows light words on a dark ground. */
function isDark(): boolean {
  const { kind } = vscode.window.activeColorTheme;
  return kind === vscode.ColorThemeKind.Dark || kind === vscode.ColorThemeKind.HighContrast;
}

function isSet(section: vscode.WorkspaceConfiguration, key: string): boolean {
  const found = section.inspect(key);
  const values = [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue];
  return values.some((value) => value !== undefined && value !== null);
}
