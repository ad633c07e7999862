// The only error message: what is wrong, with buttons for what can be done about it.

import * as vscode from "vscode";

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  "Open Settings": ["workbench.action.openSettings", "gbr.path"],
  "Show Log": ["gbr.showLog"],
  "Try Again": ["gbr.restartServer"],
};

export async function showError(reason: string): Promise<void> {
  const chosen = await vscode.window.showErrorMessage(`GBR codes: ${reason}`, ...Object.keys(COMMANDS));
  // What is chosen is not waited for: it may lead to the next message.
  const [command, ...given] = (chosen && COMMANDS[chosen]) || [];
  if (command) void vscode.commands.executeCommand(command, ...given);
}
