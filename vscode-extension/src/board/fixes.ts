// The fixes of the findings at a study, for the board view.

import * as vscode from "vscode";
import type { CodeAction, LanguageClient } from "vscode-languageclient/node";
import type { Shown } from "./messages";
import type { Place } from "./writer";

export class Fixes {
  private actions: CodeAction[] = [];
  private uri = "";
  private version: number | undefined;

  constructor(private readonly client: () => Promise<LanguageClient | undefined>) {}

  /** Request the fixes at the code and boards of `shown` if they differ; return their titles. */
  async request(place: Place, shown: Shown): Promise<string[]> {
    this.actions = [];
    const isDisputed = shown.boards?.some((one) => one.differences.length);
    const client = isDisputed ? await this.client() : undefined;
    if (!client) return [];
    const uri = client.code2ProtocolConverter.asUri(place.uri);
    const context = { diagnostics: [], only: ["quickfix"], triggerKind: 1 as const };
    const answers = await Promise.all(
      (shown.places ?? []).map((range) =>
        client.sendRequest<CodeAction[] | null>("textDocument/codeAction", { textDocument: { uri }, range, context }),
      ),
    );
    const found = answers.flatMap((answer) => answer ?? []).filter(({ kind, edit }) => kind === "quickfix" && edit);
    const titles = [...new Set(found.map(({ title }) => title))];
    this.actions = titles.flatMap((title) => found.find((one) => one.title === title) ?? []);
    [this.uri, this.version] = [place.uri.toString(), shown.version];
    return titles;
  }

  /** Apply the fix `number` of the last request, unless the text has changed; return false if it was not applied. */
  async apply(number: number): Promise<boolean> {
    const [client, edit] = [await this.client(), this.actions[number]?.edit];
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === this.uri);
    if (!client || !edit || document?.version !== this.version) return false;
    return vscode.workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(edit));
  }
}
