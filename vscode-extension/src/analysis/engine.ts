// The choice of a chess engine: a message about the setting, with buttons for the remedies.

import * as vscode from "vscode";
import { openSetting } from "../errors";
import { isAboutEngine, isMissing } from "./messages";

const SETTING = "gbr.engine";
const CHOOSE = "Choose Engine…";
const OPEN = "Open Settings";

let isShown = false;

/** Report `problem` if its cause is the engine. Return true if the user has then chosen an engine. */
export async function offerEngine(problem: string): Promise<boolean> {
  if (isShown || !isAboutEngine(problem)) return false;
  isShown = true;
  try {
    const chosen = isMissing(problem)
      ? await vscode.window.showWarningMessage("No chess engine is set.", CHOOSE, OPEN)
      : await vscode.window.showErrorMessage(`GBR codes: ${problem}`, CHOOSE, OPEN);
    if (chosen === OPEN) await openSetting(SETTING);
    return chosen === CHOOSE && (await choose());
  } finally {
    isShown = false;
  }
}

/** Write the program that the user selects to the user's settings; return false if there is none. */
async function choose(): Promise<boolean> {
  const filters = process.platform === "win32" ? { filters: { Programs: ["exe"] } } : {};
  const selected = await vscode.window.showOpenDialog({
    title: "Choose a Chess Engine",
    openLabel: "Choose",
    ...filters,
  });
  const program = selected?.[0];
  if (!program) return false;
  await vscode.workspace.getConfiguration().update(SETTING, program.fsPath, vscode.ConfigurationTarget.Global);
  return true;
}
