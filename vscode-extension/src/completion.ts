// Changes completion requests and answers, so that Enter and Tab after typed text do not accept an outdated item.

import * as vscode from "vscode";
import { beginsCode } from "./signs";
import { unlessChanged } from "./snippet";

type Answer = vscode.CompletionItem[] | vscode.CompletionList | null | undefined;
type Next = (context: vscode.CompletionContext) => vscode.ProviderResult<Answer>;

/**
 * Maximum time between a change and a request that VS Code makes by itself, in ms. VS Code does not distinguish such a
 * request from a manual one.
 */
const BY_ITSELF = 200;

/** Time of the last change of each document, in ms. */
const changed = new WeakMap<vscode.TextDocument, number>();

export const watchChanges = (): vscode.Disposable =>
  vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length) changed.set(document, Date.now());
  });

/**
 * Return the answer of `next`, with items that leave the line unchanged if the user has typed since the request.
 *
 * VS Code keeps a list open until the next one arrives, and Enter accepts an item of the old list
 * (microsoft/vscode#147830). With several cursors `next` is not called: VS Code would insert the item at each cursor,
 * but it fits the code at one cursor only. If there are no items for an unfinished code or move, the list has one
 * hidden item.
 */
export async function current(
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
  context: vscode.CompletionContext,
  next: Next,
): Promise<Answer> {
  const single = (vscode.window.activeTextEditor?.selections.length ?? 1) < 2;
  // Read before the `await`: the document may change before the answer arrives.
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

/** Return the context of an automatic request: `Invoke` becomes the trigger character `typed`. */
function opening(context: vscode.CompletionContext, typed: string | undefined): vscode.CompletionContext {
  if (context.triggerKind !== vscode.CompletionTriggerKind.Invoke) return context;
  return { triggerKind: vscode.CompletionTriggerKind.TriggerCharacter, triggerCharacter: typed };
}

/**
 * Return an item for `range` that matches no text, so that VS Code does not show it. Without any item VS Code would
 * suggest words of the document, and Enter would accept one.
 */
function unseen(range: vscode.Range): vscode.CompletionItem {
  const item = new vscode.CompletionItem("\u0001");
  item.filterText = "\u0001";
  item.insertText = "";
  item.range = range;
  return item;
}
