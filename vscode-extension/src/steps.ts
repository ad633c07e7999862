// From finding to finding in a text, and from a list of the rules to the page of one.

import * as vscode from "vscode";

/** The folder of the rules' pages, from that of the extension. */
const PAGES = "bundled/packages/gbr_lsp/rules/pages";

/** Goes to the next finding of the text, or to the one before, round at its end, and shows it. */
export async function toFinding(step: 1 | -1): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const at = editor.selection.active;
  const found = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter(({ source }) => source === "gbr-lsp")
    .map(({ range }) => range.start)
    .sort((one, other) => step * one.compareTo(other));
  const next = found.find((place) => step * place.compareTo(at) > 0) ?? found[0];
  if (!next) {
    vscode.window.setStatusBarMessage("GBR: no findings in this text", 4000);
    return;
  }
  editor.selection = new vscode.Selection(next, next);
  editor.revealRange(new vscode.Range(next, next), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  await vscode.commands.executeCommand("editor.action.showHover");
}

/** Lets a rule be chosen, and opens its page. */
export async function openRules(extension: vscode.Uri): Promise<void> {
  const folder = vscode.Uri.joinPath(extension, PAGES);
  const pages = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name).filter((name) => name.endsWith(".md"));
  const rules = pages.map((name) => name.replace(/\.md$/, "")).sort();
  const rule = await vscode.window.showQuickPick(rules, { title: "The rules of gbr-lsp", placeHolder: "A rule" });
  if (rule) await vscode.commands.executeCommand("vscode.open", vscode.Uri.joinPath(folder, `${rule}.md`));
}
