// Starts the server at the first game file, text with signs of codes, or settings file.

import * as vscode from "vscode";
import { watchDocuments } from "./documents";

const LONGEST_LOOK = 5_000;
const SETTINGS = "**/{gbr,.gbr}.toml";
const NOT_IN = "**/{node_modules,.git,.venv}/**";

/** Call `start` once, when an open document has signs of codes or the workspace has settings. */
export function activateOnce(start: () => void): vscode.Disposable {
  let isActivated = false;
  const startOnce = (): void => {
    if (isActivated) return;
    isActivated = true;
    folders.dispose();
    start();
  };
  const folders = vscode.workspace.onDidChangeWorkspaceFolders(() => void lookForSettings());
  const lookForSettings = async (): Promise<void> => {
    if (await hasSettings()) startOnce();
  };
  const documents = watchDocuments(startOnce);
  if (!isActivated) void lookForSettings();
  return {
    dispose: () => {
      isActivated = true;
      vscode.Disposable.from(folders, documents).dispose();
    },
  };
}

/**
 * Return true if the workspace contains a settings file, or one of its folders a pyproject.toml with our section. The
 * search for settings files ends after `LONGEST_LOOK` ms.
 */
async function hasSettings(): Promise<boolean> {
  const looking = new vscode.CancellationTokenSource();
  const timer = setTimeout(() => looking.cancel(), LONGEST_LOOK);
  const found = await vscode.workspace.findFiles(SETTINGS, NOT_IN, 1, looking.token);
  clearTimeout(timer);
  if (found.length) return true;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const own = folders.map((folder) => isOurs(vscode.Uri.joinPath(folder.uri, "pyproject.toml")));
  return (await Promise.all(own)).includes(true);
}

async function isOurs(project: vscode.Uri): Promise<boolean> {
  try {
    return /^\s*\[tool\.gbr-lsp[\].]/m.test(new TextDecoder().decode(await vscode.workspace.fs.readFile(project)));
  } catch {
    return false;
  }
}
