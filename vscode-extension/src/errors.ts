// The error message for a missing server, with buttons for the remedies.

import * as vscode from "vscode";
import type { Missing } from "./finding/search";

/** Open the setting `gbr.path`. In a remote window it belongs to the settings of the remote machine. */
const openSettings = () =>
  vscode.commands.executeCommand(
    vscode.env.remoteName ? "workbench.action.openRemoteSettings" : "workbench.action.openSettings",
    { query: "@id:gbr.path" },
  );

type Actions = Readonly<Record<string, () => Thenable<unknown>>>;

const ACTIONS: Actions = {
  "Open Settings": openSettings,
  "Show Log": () => vscode.commands.executeCommand("gbr.showLog"),
  "Try Again": () => vscode.commands.executeCommand("gbr.restartServer"),
};

const GET = "Get Python";

export async function showError({ reason, python }: Missing): Promise<void> {
  const get: Actions = python ? { [GET]: () => vscode.env.openExternal(vscode.Uri.parse(python)) } : {};
  const actions: Actions = { ...get, ...ACTIONS };
  const chosen = await vscode.window.showErrorMessage(`GBR codes: ${reason}`, ...Object.keys(actions));
  // No `await`: the action may show the next message.
  if (chosen) void actions[chosen]?.();
}
