// Navigation: to the next finding of a text, and to the page of a rule.

import * as vscode from "vscode";

/** Folder of the rules' pages, relative to the folder of the extension. */
const PAGES = "bundled/packages/gbr_lsp/rules/pages";

/**
 * Move the cursor to the next finding (`step` 1) or the previous one (-1), and show its hover. After the last finding
 * continue with the first.
 */
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

/** Show a list of the rules, and open the page of the selected one. */
export async function openRules(extension: vscode.Uri): Promise<void> {
  const folder = vscode.Uri.joinPath(extension, PAGES);
  const pages = (await vscode.workspace.fs.readDirectory(folder))
    .map(([name]) => name)
    .filter((name) => name.endsWith(".md"));
  const rules = pages.map((name) => name.replace(/\.md$/, "")).sort();
  const rule = await vscode.window.showQuickPick(rules, { title: "The rules of gbr-lsp", placeHolder: "A rule" });
  if (rule) await vscode.commands.executeCommand("vscode.open", vscode.Uri.joinPath(folder, `${rule}.md`));
}
