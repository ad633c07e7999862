// Rows of a list that has become old: VS Code leaves a list open while it waits for the next one, and Enter takes a row
// of it, whatever was typed since (microsoft/vscode#147830). So each row looks at the line when it is taken.

import * as vscode from "vscode";
import { unlessChanged } from "./snippet";

type Answer = vscode.CompletionItem[] | vscode.CompletionList | null | undefined;

/**
 * The answer to a request at a place, as rows that leave the line as it is if it has changed since. With several cursors
 * it is empty: VS Code would write the row at each of them, though what is offered belongs to the code at one.
 */
export async function current(
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
  answered: () => vscode.ProviderResult<Answer>,
): Promise<Answer> {
  if ((vscode.window.activeTextEditor?.selections.length ?? 1) > 1) return undefined;
  // Before the answer is waited for: later the document is ahead of it.
  const text = document.lineAt(line).text;
  const answer = await answered();
  if (!answer) return answer;
  for (const item of Array.isArray(answer) ? answer : answer.items) {
    const { range, insertText } = item;
    if (typeof insertText !== "string" || !(range instanceof vscode.Range) || character < range.start.character) continue;
    item.insertText = new vscode.SnippetString(
      unlessChanged(text, range.start.character, range.end.character, insertText),
    );
  }
  return answer;
}
