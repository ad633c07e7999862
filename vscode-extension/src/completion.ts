// Changes completion requests and answers, so that Enter and Tab after typed text do not accept an outdated item.

import * as vscode from "vscode";
import { Requests, type Suggestions } from "./requests";
import { beginsCode } from "./signs";
import { writeUnlessChanged } from "./snippet";

type Answer = vscode.CompletionItem[] | vscode.CompletionList | null | undefined;
type Next = (context: vscode.CompletionContext) => vscode.ProviderResult<Answer>;

/** Number of lines above the cursor, and maximum length, of the text that may show that it is in a comment. */
const ABOVE = 60;
const LONGEST = 10_000;

const requests = new WeakMap<vscode.TextDocument, Requests>();

function requestsIn(document: vscode.TextDocument): Requests {
  const known = requests.get(document) ?? new Requests();
  requests.set(document, known);
  return known;
}

export const watchChanges = (): vscode.Disposable =>
  vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (!contentChanges.length) return;
    requestsIn(document).change(
      Date.now(),
      contentChanges.every(({ text }) => !text),
    );
  });

/**
 * Return the answer of `next`, with items that leave the line unchanged if the user has typed since the request.
 *
 * VS Code keeps a list open until the next one arrives, and Enter accepts an item of the old list
 * (microsoft/vscode#147830). With several cursors `next` is not called: VS Code would insert the item at each cursor,
 * but it fits the code at one cursor only. If there are no items for an unfinished code or move, the list has one
 * hidden item.
 */
export async function provideItems(
  document: vscode.TextDocument,
  position: vscode.Position,
  context: vscode.CompletionContext,
  next: Next,
): Promise<Answer> {
  const { line, character } = position;
  const single = (vscode.window.activeTextEditor?.selections.length ?? 1) < 2;
  // Read before the `await`: the document may change before the answer arrives.
  const text = document.lineAt(line).text;
  const known = requestsIn(document);
  const byItself = isAutomatic(known, document, position, context);
  const answer = single ? await next(byItself ? toAutomatic(context, text[character - 1]) : context) : undefined;
  const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
  known.answer(byItself, items.length);
  const codeLength = items.length ? 0 : beginsCode(text.slice(0, character));
  if (codeLength)
    return new vscode.CompletionList(
      [createHiddenItem(new vscode.Range(line, character - codeLength, line, character))],
      true,
    );
  for (const item of items) {
    const { range, insertText } = item;
    if (typeof insertText !== "string" || !(range instanceof vscode.Range) || character < range.start.character)
      continue;
    item.insertText = new vscode.SnippetString(
      writeUnlessChanged(text, range.start.character, range.end.character, insertText),
    );
  }
  return answer;
}

/** Record the request in `known`, and return true if it is one that VS Code makes by itself. */
function isAutomatic(
  known: Requests,
  document: vscode.TextDocument,
  position: vscode.Position,
  { triggerKind }: vscode.CompletionContext,
): boolean {
  if (triggerKind === vscode.CompletionTriggerKind.TriggerCharacter) return true;
  if (triggerKind === vscode.CompletionTriggerKind.TriggerForIncompleteCompletions) {
    known.continue();
    return known.isListAutomatic;
  }
  const word = document.getWordRangeAtPosition(position);
  const part = (from: vscode.Position, to: vscode.Position): string => document.getText(new vscode.Range(from, to));
  return known.isAutomatic(Date.now(), {
    language: document.languageId,
    before: part(new vscode.Position(Math.max(0, position.line - ABOVE), 0), position).slice(-LONGEST),
    word: word ? [part(word.start, position), part(position, word.end)] : ["", ""],
    suggestions: vscode.workspace.getConfiguration("editor", document).get<Suggestions>("quickSuggestions", {}),
  });
}

/** Return the context of an automatic request: `Invoke` becomes the trigger character `typed`. */
function toAutomatic(context: vscode.CompletionContext, typed: string | undefined): vscode.CompletionContext {
  if (context.triggerKind !== vscode.CompletionTriggerKind.Invoke) return context;
  return { triggerKind: vscode.CompletionTriggerKind.TriggerCharacter, triggerCharacter: typed };
}

/**
 * Return an item for `range` that matches no text, so that VS Code does not show it. Without any item VS Code would
 * suggest words of the document, and Enter would accept one.
 */
function createHiddenItem(range: vscode.Range): vscode.CompletionItem {
  const item = new vscode.CompletionItem("\u0001");
  item.filterText = "\u0001";
  item.insertText = "";
  item.range = range;
  return item;
}
