// The only error message: what is wrong, with buttons for what can be done about it.

import * as vscode from "vscode";
import type { Missing } from "./finding/search";

/** In a window on another machine `gbr.path` is one of that machine's settings, which the user's do not list. */
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
  // What is chosen is not waited for: it may lead to the next message.
  if (chosen) void actions[chosen]?.();
}
