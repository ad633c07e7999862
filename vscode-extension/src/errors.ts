// The error message for a missing server, with buttons for the remedies, and the command that opens a setting.

import * as vscode from "vscode";
import type { Missing } from "./finding/search";

interface SettingCommand extends vscode.Command {
  readonly arguments: [{ query: string }];
}

/** Return the command that opens `setting`, a path. In a remote window paths are in the settings of the remote machine. */
export function settingCommand(setting: string): SettingCommand {
  const command = vscode.env.remoteName ? "workbench.action.openRemoteSettings" : "workbench.action.openSettings";
  return { title: "Open Settings", command, arguments: [{ query: `@id:${setting}` }] };
}

/** Open the settings at `setting`, a path. */
export function openSetting(setting: string): Thenable<unknown> {
  const { command, arguments: given } = settingCommand(setting);
  return vscode.commands.executeCommand(command, ...given);
}

type Actions = Readonly<Record<string, () => Thenable<unknown>>>;

const ACTIONS: Actions = {
  "Open Settings": () => openSetting("gbr.path"),
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
