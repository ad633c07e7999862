// The only error message: what is wrong, with buttons for what can be done about it.

import * as vscode from "vscode";
import type { Missing } from "./finding/search";

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  "Open Settings": ["workbench.action.openSettings", "@id:gbr.path"],
  "Show Log": ["gbr.showLog"],
  "Try Again": ["gbr.restartServer"],
};

const GET = "Get Python";

export async function showError({ reason, python }: Missing): Promise<void> {
  const buttons = [...(python ? [GET] : []), ...Object.keys(COMMANDS)];
  const chosen = await vscode.window.showErrorMessage(`GBR codes: ${reason}`, ...buttons);
  if (chosen === GET && python) return void vscode.env.openExternal(vscode.Uri.parse(python));
  // What is chosen is not waited for: it may lead to the next message.
  const [command, ...given] = (chosen && COMMANDS[chosen]) || [];
  if (command) void vscode.commands.executeCommand(command, ...given);
}
