// The collection: the question of the field, its answers from the server, and what the two views show of them.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { BoardView } from "../board/panel";
import { Field } from "./field";
import { isSame, Listing } from "./listing";
import type { Answer, PageRequest, FromField, Group, Grouping, Question } from "./messages";
import { Opener } from "./open";
import {
  type GroupRow,
  createItem,
  toRows,
  MAX_OPEN,
  type MoreRow,
  type Row,
  type StudyRow,
  createTooltip,
} from "./tree";
import { formatCounter } from "./words";

const NO_SERVER = "The GBR language server is not running.";
const TOO_OLD = "This gbr-lsp is too old to show the collection.";
const PAUSE = 100;
/** The code of an error whose message is for the user: a word is not understood. */
const INVALID_PARAMS = -32602;
const GROUPING = "gbr.collectionGrouping";

/** The reason for an empty tree. */
type Empty = "server" | "workspace" | "query" | "question" | "";

/** The tree in VS Code, and the emitter by which it loads rows again. */
export interface View {
  readonly tree: vscode.TreeView<Row>;
  readonly changed: vscode.EventEmitter<Row | undefined>;
}

export class Collection implements vscode.Disposable {
  readonly field: Field;
  readonly opener: Opener;
  private question: Question;
  /** The rows on show; undefined if the last question was not understood. */
  private listing: Listing | undefined;
  private pending: Listing | undefined;
  private problem = "";
  /** The studies have changed since the last request. */
  private isStale = true;
  private requestNumber = 0;
  private request: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private listening: LanguageClient | undefined;

  constructor(
    folder: vscode.Uri,
    private readonly client: () => Promise<LanguageClient | undefined>,
    private readonly memory: vscode.Memento,
    private readonly view: View,
    board: BoardView,
  ) {
    this.opener = new Opener(client, board, (query) => this.search(query));
    this.question = { query: "", only: [], group: memory.get<Grouping>(GROUPING, "class") };
    this.field = new Field(folder, { onMessage: (message) => this.receive(message), onShown: () => this.askIfStale() });
    view.tree.onDidChangeVisibility(({ visible }) => visible && this.askIfStale());
    this.setGrouping();
  }

  /** Return the rows below `row`, or the first level. They are loaded from the server where they are missing. */
  async loadChildren(row?: Row): Promise<Row[]> {
    if (!this.listing && !this.problem) await (this.request ?? this.ask());
    const { listing } = this;
    if (!listing || row?.kind === "study" || row?.kind === "more") return [];
    try {
      if (!row) return toRows(await listing.groups.load(), (group) => this.createGroupRow(group, listing), undefined);
      const loaded = await listing.of(row.group.key).load();
      return toRows(loaded, (study): StudyRow => ({ kind: "study", study, parent: row }), row);
    } catch {
      // Newer rows have replaced these, or the server has ended.
      return this.listing === listing ? [] : this.loadChildren(row);
    }
  }

  createItem(row: Row): vscode.TreeItem {
    return createItem(row);
  }

  parentOf(row: Row): Row | undefined {
    return row.kind === "group" ? undefined : row.parent;
  }

  /** Return the tooltip of `row` with the board of the study. */
  async loadTooltip(row: Row, token: vscode.CancellationToken): Promise<vscode.MarkdownString | undefined> {
    if (row.kind !== "study") return undefined;
    const client = await this.client();
    const board = client && sendCommand<string | null>(client, "gbr.studyBoard", { id: row.study.id }, token);
    return createTooltip(row.study, (await board?.catch(() => null)) ?? null);
  }

  /** Load the next rows in place of `row`, and move the focus to the first of them. */
  async loadMore({ parent, shown }: MoreRow): Promise<void> {
    // A listing that replaces this one has the number of pages that this one had when it was asked for.
    await this.request;
    if (!this.listing) return;
    const rows = parent ? this.listing.of(parent.group.key) : this.listing.groups;
    rows.pages += 1;
    this.view.changed.fire(parent);
    for (let listing; listing !== this.listing;) {
      listing = this.listing;
      const next = (await this.loadChildren(parent))[shown];
      if (next && this.listing === listing) await this.view.tree.reveal(next, { focus: true, select: true });
    }
  }

  /** Show the studies in groups by `group`, and remember that for this workspace. */
  async groupBy(group: Grouping): Promise<void> {
    this.question = { ...this.question, group };
    this.setGrouping();
    await this.memory.update(GROUPING, group);
    await this.ask();
  }

  /** Put `query` into the field, switch the chips off, and ask. */
  async search(query: string): Promise<void> {
    this.question = { ...this.question, query, only: [] };
    this.setField();
    await this.ask();
  }

  /** Move the focus to the tree of studies. */
  async reveal(): Promise<void> {
    await vscode.commands.executeCommand("gbr.collection.focus");
  }

  /** Ask again if a view is visible; if not, do so as soon as one is. */
  refresh(): void {
    this.isStale = true;
    if (this.request || !this.isVisible) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), PAUSE);
  }

  /** Ask a server that has just started. */
  onServerChange(): void {
    // A question that waits for the server goes to this one.
    if (!this.request) this.refresh();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.requestNumber += 1;
    this.pending?.cancel();
    this.listing?.cancel();
    this.field.dispose();
  }

  private get isVisible(): boolean {
    return this.view.tree.visible || this.field.isVisible;
  }

  private createGroupRow(group: Group, { question, head }: Listing): GroupRow {
    const isOpen = isFiltered(question) && (head?.total ?? 0) <= MAX_OPEN;
    // An open group has another id: VS Code would otherwise leave a row with a known id closed.
    const id = `${question.group}/${isOpen ? "found/" : ""}${group.key}`;
    return { kind: "group", group, isOpen, id };
  }

  private askIfStale(): void {
    if (this.isStale && !this.request) void this.ask();
  }

  private receive(message: FromField): void {
    if (message.kind === "ready") {
      this.setField();
      this.answerField();
    }
    if (message.kind === "ask") {
      this.question = { ...this.question, query: message.query, only: message.only };
      void this.ask();
    }
    if (message.kind === "down") {
      void this.reveal().then(() => vscode.commands.executeCommand("list.focusFirst"));
    }
  }

  /** Ask the question, and show the answer unless a newer question was asked meanwhile. */
  private ask(): Promise<void> {
    clearTimeout(this.timer);
    const number = (this.requestNumber += 1);
    this.isStale = false;
    this.pending?.cancel();
    const request = this.load(() => number === this.requestNumber).finally(() => {
      if (this.request !== request) return;
      this.request = undefined;
      if (this.isStale) this.refresh();
    });
    this.request = request;
    return request;
  }

  private async load(isCurrent: () => boolean): Promise<void> {
    const client = await this.client();
    if (!isCurrent()) return;
    if (!client) return this.fail(NO_SERVER, "server");
    if (!hasCollection(client)) return this.fail(TOO_OLD, "server");
    this.listen(client);
    const source = new vscode.CancellationTokenSource();
    const sendRequest = (page: PageRequest): Promise<Answer> =>
      sendCommand(client, "gbr.collection", page, source.token);
    const pending = new Listing(this.question, sendRequest, () => source.cancel(), this.listing);
    this.pending = pending;
    try {
      await pending.groups.load();
    } catch (error) {
      const { code, message } = error as { code?: number; message: string };
      if (!isCurrent()) return;
      if (code === INVALID_PARAMS) return this.fail(message, "question");
      // Rows of the same question stay.
      const empty = this.listing && isSame(this.listing.question, this.question) ? undefined : "";
      return this.fail(`The server does not answer: ${message}`, empty);
    }
    if (!isCurrent()) return;
    this.listing?.cancel();
    this.listing = pending;
    this.pending = undefined;
    this.problem = "";
    this.show(pending.head as Answer);
  }

  /** Show `problem` at the field, and remove the rows unless `empty` is undefined. */
  private fail(problem: string, empty: Empty | undefined): void {
    this.problem = problem;
    this.answerField();
    if (empty === undefined) return;
    this.listing?.cancel();
    this.listing = undefined;
    this.setEmpty(empty);
    this.setMessage("");
    this.view.changed.fire(undefined);
  }

  private show({ state, all, total }: Answer): void {
    this.answerField();
    this.setEmpty(state === "reading" || total ? "" : all ? "query" : "workspace");
    const { group, only } = this.question;
    const isChecking = state === "checking" && (group === "finding" || only.includes("findings"));
    this.setMessage(state === "reading" ? "Reading…" : isChecking ? "Checking…" : "");
    this.view.changed.fire(undefined);
    // The first studies are not left waiting for the next notification; the server sends at most two a second.
    if (state === "reading" && !all) this.isStale = true;
  }

  private answerField(): void {
    const { problem, question } = this;
    const { head, question: answered } = this.listing ?? {};
    const count = head && answered && !problem ? formatCounter(head, answered) : "";
    const readAs = problem || answered?.query !== question.query ? "" : (head?.readAs ?? "");
    const isComplete = head?.state !== "reading";
    this.field.post({ kind: "answer", query: question.query, count, isComplete, readAs, problem });
  }

  private setField(): void {
    const { query, only } = this.question;
    this.field.post({ kind: "set", query, only });
  }

  private setGrouping(): void {
    const { group } = this.question;
    this.view.tree.description = `by ${group}`;
    void vscode.commands.executeCommand("setContext", GROUPING, group);
  }

  private setEmpty(empty: Empty): void {
    void vscode.commands.executeCommand("setContext", "gbr.collectionEmpty", empty);
  }

  private setMessage(message: string): void {
    // An equal message would be drawn again.
    if ((this.view.tree.message ?? "") !== message) this.view.tree.message = message;
  }

  private listen(client: LanguageClient): void {
    if (client === this.listening) return;
    this.listening = client;
    client.onNotification("gbr/collectionChanged", () => this.refresh());
  }
}

function isFiltered({ query, only }: Question): boolean {
  return query.trim() !== "" || 0 < only.length;
}

function hasCollection(client: LanguageClient): boolean {
  return client.initializeResult?.capabilities.executeCommandProvider?.commands.includes("gbr.collection") ?? false;
}

function sendCommand<T>(
  client: LanguageClient,
  command: string,
  given: object,
  token: vscode.CancellationToken,
): Promise<T> {
  return client.sendRequest<T>("workspace/executeCommand", { command, arguments: [given] }, token);
}
