// The list of studies that the server has found.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

type Position = { line: number; character: number };
export type Study = {
  title: string;
  how: string;
  location: { uri: string; range: { start: Position; end: Position } };
};
type Convert = LanguageClient["protocol2CodeConverter"];
type Item = vscode.QuickPickItem & { study?: Study };

/** Show `studies` in a quick pick and open the selected one; the first item opens the list as a document. */
export async function listed(title: string, studies: readonly Study[], convert: Convert): Promise<void> {
  const all: Item = { label: `$(list-flat) ${studies.length} as a document`, alwaysShow: true };
  const items = studies.map(
    (study): Item => ({ label: study.title, description: study.how, detail: place(study, convert), study }),
  );
  const chosen = await vscode.window.showQuickPick([all, ...items], { title, matchOnDescription: true, matchOnDetail: true });
  if (!chosen) return;
  if (chosen.study) return opened(chosen.study, convert);
  const content = studies.map((study) => `${written(study, convert)}\n`).join("");
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "plaintext", content }));
}

async function opened({ location }: Study, convert: Convert): Promise<void> {
  const { uri, range } = convert.asLocation(location);
  await vscode.window.showTextDocument(uri, { selection: range });
}

function written(study: Study, convert: Convert): string {
  return [study.title, study.how && `(${study.how})`, place(study, convert)].filter(Boolean).join("  ");
}

function place({ location }: Study, convert: Convert): string {
  const { uri, range } = convert.asLocation(location);
  return `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`;
}
