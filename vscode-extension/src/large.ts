// Names a file that VS Code gives to no extension because of its size, and what still works for it.

import * as vscode from "vscode";
import { isReadFile } from "./languages";

/** VS Code's limit in bytes. */
const LIMIT = 50 * 1024 * 1024;

const named = new Set<string>();

/** Show a message for the file of each tab in `tabs` that is too large for extensions, once per file. */
export async function nameLargeFiles(tabs: readonly vscode.Tab[]): Promise<void> {
  for (const { input } of tabs) {
    if (!(input instanceof vscode.TabInputText) || !isReadFile(input.uri) || named.has(input.uri.toString())) continue;
    const { uri } = input;
    const size = await vscode.workspace.fs.stat(uri).then(
      (stat) => stat.size,
      () => 0,
    );
    if (size <= LIMIT || named.has(uri.toString())) continue;
    named.add(uri.toString());
    const name = uri.path.split("/").at(-1);
    void show(
      `${name} is larger than 50 MB, so VS Code gives it to no extension: it is not checked here. ${AVAILABLE}`,
    );
  }
}

const AVAILABLE =
  "Its studies are in the collection and in the search, with their boards, and gbr-lsp check in a terminal checks it.";
const COLLECTION = "Show the Collection";

async function show(message: string): Promise<void> {
  const chosen = await vscode.window.showInformationMessage(message, COLLECTION);
  if (chosen) await vscode.commands.executeCommand("gbr.openIndex");
}
