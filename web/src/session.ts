// The open document in the server: its versions, its findings, and requests about it.

import { Client } from "./client";
import type {
  CodeAction,
  CompletionItem,
  Coverage,
  Diagnostic,
  DocumentSymbol,
  Position,
  Range,
  TextEdit,
  WorkspaceEdit,
} from "./protocol";
import { KINDS } from "./kinds";

/** More findings than these are not sent for a text. */
const MAX_FINDINGS = 100_000;

/** A change of the document, in the units of the protocol. */
export interface Change {
  readonly range: Range;
  readonly text: string;
}

/** What a session reports to the page. */
export interface Listener {
  onReady(): void;
  onStep(step: number): void;
  onFailure(why: string): void;
  /** The findings in the present version of the document. */
  onFindings(diagnostics: readonly Diagnostic[]): void;
  /** A message of the server for the user. */
  say(message: string): void;
  /** Apply `edits` to the document. */
  edit(edits: readonly TextEdit[]): void;
}

export class Session {
  /** The URI of the open document; empty if none is open. */
  uri = "";
  version = 0;
  readonly client = new Client();
  private count = 0;
  private isPulling = false;
  /** The findings of the present version were not requested yet. */
  private isOutdated = false;

  constructor(
    private readonly listener: Listener,
    settings: object,
  ) {
    const { client } = this;
    client.onReady = () => listener.onReady();
    client.onStep = (step) => listener.onStep(step);
    client.onFailure = (why) => listener.onFailure(why);
    client.onNotification = (method, params) => this.handleNotification(method, params);
    client.onRequest = (method, params) => this.handleRequest(method, params);
    client
      .request("initialize", {
        processId: null,
        rootUri: null,
        clientInfo: { name: "gbr-lsp page" },
        capabilities: CAPABILITIES,
        initializationOptions: { supportHtml: true, maxDiagnostics: MAX_FINDINGS, ...settings },
      })
      .then(() => client.notify("initialized", {}))
      .catch(() => {});
  }

  /** Open `text` as a document of the kind `kind`, in place of the open one. */
  open(kind: string, text: string): void {
    this.close();
    this.uri = `untitled:${++this.count}.${KINDS[kind]?.ending}`;
    this.version = 1;
    const document = { uri: this.uri, languageId: kind, version: 1, text };
    this.client.notify("textDocument/didOpen", { textDocument: document });
    this.pull();
  }

  /** Close the open document, if there is one. */
  close(): void {
    if (this.uri) this.client.notify("textDocument/didClose", { textDocument: { uri: this.uri } });
    this.uri = "";
    this.version++;
  }

  /** Send `changes`, each of which applies after the ones before it. */
  change(changes: readonly Change[]): void {
    this.version++;
    const textDocument = { uri: this.uri, version: this.version };
    this.client.notify("textDocument/didChange", { textDocument, contentChanges: changes });
    this.pull();
  }

  /** Send the settings of the user. */
  configure(settings: object): void {
    this.client.notify("workspace/didChangeConfiguration", { settings: { gbr: settings } });
    this.pull();
  }

  /** Return a function that returns true while the document is in its present version. */
  check(): () => boolean {
    const { uri, version } = this;
    return () => uri === this.uri && version === this.version;
  }

  /** Request `method` about the document; null if the request fails. */
  async ask<T>(method: string, params: object = {}): Promise<T | null> {
    if (!this.uri) return null;
    const about = { textDocument: { uri: this.uri }, ...params };
    return this.client.request<T | null>(`textDocument/${method}`, about).catch(() => null);
  }

  /** Run a command about the document with the arguments `given`; null if the request fails. */
  async run<T>(command: string, ...given: unknown[]): Promise<T | null> {
    if (!this.uri) return null;
    const request = { command, arguments: [this.uri, ...given] };
    return this.client.request<T | null>("workspace/executeCommand", request).catch(() => null);
  }

  hover(position: Position): Promise<{ contents: { value: string } } | null> {
    return this.ask("hover", { position });
  }

  async completions(position: Position): Promise<readonly CompletionItem[]> {
    const answer = await this.ask<CompletionItem[] | { items: CompletionItem[] }>("completion", { position });
    return answer === null ? [] : "items" in answer ? answer.items : answer;
  }

  /** Return the code actions at `range`, of the kind `only` if given. */
  async actions(range: Range, only?: string): Promise<readonly CodeAction[]> {
    const context = { diagnostics: [], triggerKind: 1, ...(only ? { only: [only] } : {}) };
    return (await this.ask<CodeAction[]>("codeAction", { range, context })) ?? [];
  }

  /** Return the fixes at `range` with their edits. */
  async fixes(range: Range): Promise<readonly { title: string; edits: readonly TextEdit[] }[]> {
    const actions = await this.actions(range);
    return actions.flatMap(({ title, kind, edit }) => {
      const edits = this.editsIn(edit);
      return kind === "quickfix" && edits.length ? [{ title, edits }] : [];
    });
  }

  /** Return the edits of all fixes that need no decision. */
  async safeFixes(whole: Range): Promise<readonly TextEdit[]> {
    const [action] = await this.actions(whole, "source.fixAll.gbr");
    return this.editsIn(action?.edit);
  }

  async symbols(): Promise<readonly DocumentSymbol[]> {
    return (await this.ask<DocumentSymbol[]>("documentSymbol")) ?? [];
  }

  coverage(): Promise<Coverage | null> {
    return this.run("gbr.coverage");
  }

  editsIn(edit: WorkspaceEdit | null | undefined): readonly TextEdit[] {
    return edit?.changes?.[this.uri] ?? [];
  }

  /** Request the findings; while an answer is awaited, only once more, of the version that is present then. */
  private pull(): void {
    this.isOutdated = true;
    if (!this.isPulling) void this.pullAll();
  }

  private async pullAll(): Promise<void> {
    this.isPulling = true;
    while (this.isOutdated) {
      this.isOutdated = false;
      const isCurrent = this.check();
      const report = await this.ask<{ items: Diagnostic[] }>("diagnostic");
      if (report && isCurrent() && !this.isOutdated) this.listener.onFindings(report.items);
    }
    this.isPulling = false;
  }

  private handleNotification(method: string, params: any): void {
    if (method === "window/showMessage") this.listener.say(params.message);
  }

  private handleRequest(method: string, params: any): unknown {
    if (method !== "workspace/applyEdit") return null;
    const edits = this.editsIn(params.edit);
    if (edits.length) this.listener.edit(edits);
    return { applied: 0 < edits.length };
  }
}

const CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  workspace: { applyEdit: true, didChangeConfiguration: {} },
  textDocument: {
    diagnostic: { relatedInformation: true },
    hover: { contentFormat: ["markdown"] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    semanticTokens: { requests: { range: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source"] } },
      isPreferredSupport: true,
    },
  },
};
