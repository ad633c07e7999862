// The list of studies that the server has found.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Texts } from "./texts";
import { pathOf } from "./titles";

type Position = { line: number; character: number };
export type Study = {
  title: string;
  how: string;
  location: { uri: string; range: { start: Position; end: Position } };
};
type Convert = LanguageClient["protocol2CodeConverter"];
type Item = vscode.QuickPickItem & { study?: Study };

/** Show `studies` in a quick pick and open the selected one; the first item opens the list as a document. */
export async function listStudies(
  title: string,
  studies: readonly Study[],
  convert: Convert,
  texts: Texts,
): Promise<void> {
  const all: Item = { label: `$(list-flat) ${studies.length} as a document`, alwaysShow: true };
  const items = studies.map((study): Item => ({
    label: study.title,
    description: study.how,
    detail: placeOf(study, convert),
    study,
  }));
  const chosen = await vscode.window.showQuickPick([all, ...items], {
    title,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!chosen) return;
  if (chosen.study) return openStudy(chosen.study, convert);
  const lines = studies.map((study) => formatStudy(study, convert));
  const links = studies.map((study, row) => createLink(study, row, lines[row] ?? "", convert));
  const document = await texts.open(pathOf(title), lines.map((line) => `${line}\n`).join(""), { links });
  await vscode.window.showTextDocument(document);
}

async function openStudy({ location }: Study, convert: Convert): Promise<void> {
  const { uri, range } = convert.asLocation(location);
  await vscode.window.showTextDocument(uri, { selection: range });
}

function formatStudy(study: Study, convert: Convert): string {
  return [study.title, study.how && `(${study.how})`, placeOf(study, convert)].filter(Boolean).join("  ");
}

/** Return the link at the end of `line`, from the place of `study` to its text. */
function createLink(study: Study, row: number, line: string, convert: Convert): vscode.DocumentLink {
  const { uri, range } = convert.asLocation(study.location);
  const { line: first, character } = range.start;
  const target = uri.with({ fragment: `L${first + 1},${character + 1}` });
  return new vscode.DocumentLink(
    new vscode.Range(row, line.length - placeOf(study, convert).length, row, line.length),
    target,
  );
}

function placeOf({ location }: Study, convert: Convert): string {
  const { uri, range } = convert.asLocation(location);
  return `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`;
}
