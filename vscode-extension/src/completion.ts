// What VS Code asks of completion and what it is answered, so that Enter and Tab behind what is typed write themselves.

import * as vscode from "vscode";
import { beginsCode } from "./signs";
import { unlessChanged } from "./snippet";

type Answer = vscode.CompletionItem[] | vscode.CompletionList | null | undefined;
type Next = (context: vscode.CompletionContext) => vscode.ProviderResult<Answer>;

/** So many milliseconds after a change of a document a list opens by itself: VS Code does not say so of a request. */
const BY_ITSELF = 200;

/** When documents were changed last. */
const changed = new WeakMap<vscode.TextDocument, number>();

export const watchChanges = (): vscode.Disposable =>
  vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length) changed.set(document, Date.now());
  });

/**
 * The answer to a request at a place, as rows that leave the line as it is if it has changed since: VS Code leaves a
 * list open while it waits for the next one, and Enter takes a row of it, whatever was typed since
 * (microsoft/vscode#147830). With several cursors it is empty: VS Code would write the row at each of them, though what
 * is offered belongs to the code at one.
 */
export async function current(
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
  context: vscode.CompletionContext,
  next: Next,
): Promise<Answer> {
  const single = (vscode.window.activeTextEditor?.selections.length ?? 1) < 2;
  // Before the answer is waited for: later the document is ahead of it.
  const text = document.lineAt(line).text;
  const byItself = Date.now() - (changed.get(document) ?? 0) < BY_ITSELF;
  const answer = single ? await next(byItself ? opening(context, text[character - 1]) : context) : undefined;
  const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
  const begun = items.length ? 0 : beginsCode(text.slice(0, character));
  if (begun) return new vscode.CompletionList([unseen(new vscode.Range(line, character - begun, line, character))], true);
  for (const item of items) {
    const { range, insertText } = item;
    if (typeof insertText !== "string" || !(range instanceof vscode.Range) || character < range.start.character) continue;
    item.insertText = new vscode.SnippetString(
      unlessChanged(text, range.start.character, range.end.character, insertText),
    );
  }
  return answer;
}

/** A request that VS Code makes while somebody types, as one that nobody has asked for. */
function opening(context: vscode.CompletionContext, typed: string | undefined): vscode.CompletionContext {
  if (context.triggerKind !== vscode.CompletionTriggerKind.Invoke) return context;
  return { triggerKind: vscode.CompletionTriggerKind.TriggerCharacter, triggerCharacter: typed };
}

/**
 * A row that nothing typed fits, for the range of what is typed: VS Code asks nobody else for words of the document
 * then, one of which Enter would take.
 */
function unseen(range: vscode.Range): vscode.CompletionItem {
  const item = new vscode.CompletionItem("\u0001");
  item.filterText = "\u0001";
  item.insertText = "";
  item.range = range;
  return item;
}
