// Starts the server at the first game file, text with signs of codes, or settings file.

import * as vscode from "vscode";
import { isRead } from "./languages";
import { hasSigns } from "./signs";

const PAUSE = 400;
const LONGEST_LOOK = 5_000;
const SETTINGS = "**/{gbr,.gbr}.toml";
const NOT_IN = "**/{node_modules,.git,.venv}/**";

/** Call `start` once, when an open document may have codes or the workspace has settings. */
export function activateOnce(start: () => void): vscode.Disposable {
  const waiting = new Map<vscode.TextDocument, NodeJS.Timeout>();
  const listeners: vscode.Disposable[] = [];
  let activated = false;

  const end = (): void => {
    activated = true;
    for (const timer of waiting.values()) clearTimeout(timer);
    waiting.clear();
    vscode.Disposable.from(...listeners.splice(0)).dispose();
  };
  const startOnce = (): void => {
    if (activated) return;
    end();
    start();
  };
  const look = (document: vscode.TextDocument): void => {
    waiting.delete(document);
    if (!activated && isRead(document) && (document.languageId === "pgn" || hasSigns(document.getText()))) startOnce();
  };
  const lookSoon = ({ document }: vscode.TextDocumentChangeEvent): void => {
    // Later changes do not restart the timer, so that continuous typing does not delay the server.
    if (isRead(document) && !waiting.has(document)) waiting.set(document, setTimeout(look, PAUSE, document));
  };

  listeners.push(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(lookSoon),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void hasSettings().then((has) => has && startOnce())),
  );
  vscode.workspace.textDocuments.forEach(look);
  if (!activated) void hasSettings().then((has) => has && startOnce());
  return { dispose: end };
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
