// Checks PDF and Word files: shows the text that the server has read, its findings and the report page.

import { homedir } from "node:os";
import { basename } from "node:path";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Texts } from "../texts";
import { type Finding, LANGUAGE, rangeOf, SEVERITIES } from "./findings";

const KINDS = { "PDF and Word files": ["pdf", "docx", "doc"] };
// A message may end with a colon and the command that installs the reader of PDFs.
const INSTALL = /: (.*pip install .*)$/;
const COPY = "Copy the Command";

type Answer =
  | { trouble: string }
  | { trouble?: undefined; text: string; findings: Finding[]; report: string; unread: string | null };

export class Proofs implements vscode.Disposable {
  private readonly panels = new Map<string, vscode.WebviewPanel>();
  private readonly diagnostics = vscode.languages.createDiagnosticCollection(LANGUAGE);

  constructor(
    private readonly client: () => Promise<LanguageClient | undefined>,
    private readonly texts: Texts,
  ) {}

  /** Check the file `given`, or one from a dialog, and show its text, findings and report. */
  async check(given: unknown): Promise<void> {
    const file = given instanceof vscode.Uri ? given : await askFile();
    const client = file && (await this.client());
    if (!file || !client) return;
    const name = basename(file.fsPath);
    const answer = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: `Reading ${name}`, cancellable: true },
      (_, token) => read(client, file, token),
    );
    if (!answer) return;
    if (answer.trouble !== undefined) return refuse(name, answer.trouble);
    const shown = await this.open(file, answer.text);
    this.diagnostics.set(
      shown.uri,
      answer.findings.map((finding) => createDiagnostic(shown, finding)),
    );
    this.showReport(file, name, answer.report);
    if (answer.unread) void vscode.window.showWarningMessage(`${name}: ${answer.unread}`);
  }

  dispose(): void {
    for (const panel of this.panels.values()) panel.dispose();
    this.diagnostics.dispose();
  }

  /** Show `text` of `file` in a read-only document, and return the document. */
  private async open(file: vscode.Uri, text: string): Promise<vscode.TextDocument> {
    const document = await this.texts.open(file.path, text, { language: LANGUAGE });
    await vscode.window.showTextDocument(document, { preview: false, viewColumn: vscode.ViewColumn.One });
    return document;
  }

  /** Show `page`, from `check --output-format html`, next to the text. Its own content policy forbids all requests. */
  private showReport(file: vscode.Uri, name: string, page: string): void {
    const key = file.toString();
    let panel = this.panels.get(key);
    if (!panel) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      panel = vscode.window.createWebviewPanel("gbr.report", `${name}: findings`, column, {
        enableScripts: true,
        enableFindWidget: true,
        localResourceRoots: [],
      });
      panel.onDidDispose(() => this.panels.delete(key));
      this.panels.set(key, panel);
    }
    panel.webview.html = page;
    panel.reveal(undefined, true);
  }
}

async function askFile(): Promise<vscode.Uri | undefined> {
  const near = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const chosen = await vscode.window.showOpenDialog({
    title: "Check a PDF or Word File",
    openLabel: "Check",
    filters: KINDS,
    defaultUri: near,
  });
  return chosen?.[0];
}

async function read(
  client: LanguageClient,
  file: vscode.Uri,
  token: vscode.CancellationToken,
): Promise<Answer | undefined> {
  const uri = client.code2ProtocolConverter.asUri(file);
  const request = { command: "gbr.checkProof", arguments: [uri] };
  try {
    return await client.sendRequest<Answer>("workspace/executeCommand", request, token);
  } catch (error) {
    if (token.isCancellationRequested) return undefined;
    return { trouble: `cannot be checked: ${(error as Error).message}` };
  }
}

/** Shows `trouble`; if it ends with a command to install the reader, a button copies that command. */
async function refuse(name: string, trouble: string): Promise<void> {
  const line = INSTALL.exec(trouble)?.[1];
  const chosen = await vscode.window.showErrorMessage(`${name} ${trouble}`, ...(line ? [COPY] : []));
  if (line && chosen === COPY) await vscode.env.clipboard.writeText(line);
}

function createDiagnostic(document: vscode.TextDocument, finding: Finding): vscode.Diagnostic {
  const [start, end] = rangeOf((line) => document.lineAt(Math.min(line, document.lineCount - 1)).text, finding);
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(start.line, start.character, end.line, end.character),
    `${finding.message} (${finding.spot})`,
    SEVERITIES.indexOf(finding.severity),
  );
  diagnostic.source = "gbr-lsp";
  diagnostic.code = { value: finding.code, target: vscode.Uri.parse(finding.url) };
  return diagnostic;
}
