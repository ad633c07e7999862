// Which open documents have signs of codes: a context key for menus, and the start of the server.

import * as vscode from "vscode";
import { isRead } from "./languages";
import { findChangedLines, type LineChange } from "./lines";
import { hasSigns } from "./signs";

const PAUSE = 400;
/** The context key with the paths of the documents. */
const DOCUMENTS = "gbr.documents";

/**
 * Keep the context key of the open documents that have signs of codes, and call `onFound` for each new one. A document
 * stays among them until it is closed.
 */
export function watchDocuments(onFound: () => void): vscode.Disposable {
  const documents = new Set<vscode.TextDocument>();
  const waiting = new Map<vscode.TextDocument, { timer: NodeJS.Timeout; changes: LineChange[] }>();

  const publish = (): void => {
    // In a remote window VS Code compares the path, in a local one that of the file system.
    const paths = [...documents].flatMap(({ uri }) => [uri.path, uri.fsPath]);
    void vscode.commands.executeCommand("setContext", DOCUMENTS, [...new Set(paths)]);
  };
  const isUnknown = (document: vscode.TextDocument): boolean => !documents.has(document) && isRead(document);
  const look = (document: vscode.TextDocument, lines?: vscode.Range): void => {
    if (!isUnknown(document) || (document.languageId !== "pgn" && !hasSigns(document.getText(lines)))) return;
    documents.add(document);
    publish();
    onFound();
  };
  const lookAgain = (document: vscode.TextDocument): void => {
    const changes = waiting.get(document)?.changes ?? [];
    waiting.delete(document);
    if (document.isClosed) return;
    const [first, end] = findChangedLines(document.lineCount, changes);
    look(document, new vscode.Range(first, 0, end, 0));
  };
  const lookSoon = ({ document, contentChanges }: vscode.TextDocumentChangeEvent): void => {
    if (!contentChanges.length || !isUnknown(document)) return;
    // Later changes do not restart the timer, so that continuous typing does not delay the server.
    const entry = waiting.get(document) ?? { timer: setTimeout(lookAgain, PAUSE, document), changes: [] };
    waiting.set(document, entry);
    for (const { range, text } of contentChanges)
      entry.changes.push({ first: range.start.line, last: range.end.line, added: text.split(/\r\n|\r|\n/).length - 1 });
  };
  const forget = (document: vscode.TextDocument): void => {
    clearTimeout(waiting.get(document)?.timer);
    waiting.delete(document);
    if (documents.delete(document)) publish();
  };

  const listening = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument((document) => look(document)),
    vscode.workspace.onDidChangeTextDocument(lookSoon),
    vscode.workspace.onDidCloseTextDocument(forget),
  );
  for (const document of vscode.workspace.textDocuments) look(document);
  return {
    dispose: () => {
      listening.dispose();
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
