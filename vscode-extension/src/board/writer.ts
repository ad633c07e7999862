// Writes the changes on the board into the text: requests an edit from the server, and applies it.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Choices, FromPage, Look, Shown, ToPage } from "./messages";

const NO_EDITOR = "To write with the board, open a text beside it.";
const NO_SERVER = "The GBR language server is not running.";
const CHANGED = "The text has changed since the board was drawn.";

type Protocol = Parameters<LanguageClient["protocol2CodeConverter"]["asWorkspaceEdit"]>[0];

/** The answer of `gbr.changePosition`, `gbr.writePosition`, `gbr.playMove` and `gbr.typeSquare`. */
interface Answer {
  readonly edit: Protocol | null;
  readonly caret: { readonly line: number; readonly character: number } | null;
  readonly refused: string | null;
}

export interface Place {
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
  /** The study there, for a text that VS Code does not give to the server: one of more than 50 MB. */
  readonly study?: { readonly title: string; readonly fen: string } | undefined;
}

interface VersionedPlace extends Place {
  readonly version: number;
}

/** The part of the board view that the writer needs. */
export interface View {
  client(): Promise<LanguageClient | undefined>;
  place(): Place | undefined;
  shapes(): Shown["shapes"] | undefined;
  readLook(): Look;
  post(message: ToPage): void;
  /** The text was written; its caret belongs at `place`. */
  onWritten(place: Place): void;
}

export class Writer {
  /** The place to write the new position to; the caret may move before that. */
  private target: VersionedPlace | undefined;

  constructor(private readonly view: View) {}

  /** Handle a message of the page about writing; ignore other messages. */
  async receive(message: FromPage): Promise<void> {
    const here = this.locate();
    if (message.kind === "begin") await this.begin(message.mode);
    else if (message.kind === "discard") this.target = undefined;
    else if (message.kind === "examples") await this.sendExamples(message);
    else if (message.kind === "change") await this.write("gbr.changePosition", this.target, message);
    else if (message.kind === "insert") await this.write("gbr.writePosition", this.target, message);
    else if (message.kind === "play")
      await this.write("gbr.playMove", here && { ...here, version: message.version }, message);
    else if (message.kind === "type")
      await this.write("gbr.typeSquare", here && { ...here, version: message.version }, message);
  }

  /** Let the page edit the position at the caret, or set a new one. */
  async begin(mode: "edit" | "new"): Promise<void> {
    this.target = this.locate();
    if (!this.target) return this.refuse(NO_EDITOR);
    const client = await this.view.client();
    if (!client) return this.refuse(NO_SERVER);
    const shapes =
      this.view.shapes() ??
      (await client.sendRequest<Shown["shapes"]>("workspace/executeCommand", {
        command: "gbr.boardShapes",
        arguments: [],
      }));
    const choices = mode === "new" ? await this.requestChoices(client, this.target) : undefined;
    this.view.post({ kind: "mode", mode, shapes, look: this.view.readLook(), choices });
  }

  /** Return what can be written at `target`; undefined from an older server. */
  private async requestChoices(
    client: LanguageClient,
    { uri, position }: VersionedPlace,
    set?: object,
  ): Promise<Choices | undefined> {
    if (!hasCommand(client, "gbr.writingChoices")) return undefined;
    const at = [client.code2ProtocolConverter.asUri(uri), client.code2ProtocolConverter.asPosition(position)];
    const request = { command: "gbr.writingChoices", arguments: set ? [...at, set] : at };
    return (await client.sendRequest<Choices | null>("workspace/executeCommand", request)) ?? undefined;
  }

  /** Send the page the code of the position `set` in each form. */
  private async sendExamples(set: object): Promise<void> {
    const client = this.target && (await this.view.client());
    const choices =
      this.target && client && (await this.requestChoices(client, this.target, set).catch(() => undefined));
    this.view.post({ kind: "examples", forms: choices?.forms ?? {} });
  }

  private locate(): VersionedPlace | undefined {
    const place = this.view.place();
    const document = place && documentOf(place);
    return place && document && { ...place, version: document.version };
  }

  private async write(command: string, target: VersionedPlace | undefined, wanted: object): Promise<void> {
    if (!target) return this.refuse(NO_EDITOR);
    const client = await this.view.client();
    if (!client) return this.refuse(NO_SERVER);
    try {
      const answer = await client.sendRequest<Answer | null>("workspace/executeCommand", {
        command,
        arguments: [
          client.code2ProtocolConverter.asUri(target.uri),
          client.code2ProtocolConverter.asPosition(target.position),
          { ...wanted, version: target.version },
        ],
      });
      if (!answer || answer.refused) return this.refuse(answer?.refused ?? CHANGED);
      await this.apply(client, target, answer);
    } catch (error) {
      this.refuse((error as Error).message);
    }
  }

  private async apply(client: LanguageClient, target: VersionedPlace, answer: Answer): Promise<void> {
    const edit = await client.protocol2CodeConverter.asWorkspaceEdit(answer.edit);
    if (documentOf(target)?.version !== target.version) return this.refuse(CHANGED);
    if (edit && !(await vscode.workspace.applyEdit(edit))) return this.refuse(CHANGED);
    this.target = undefined;
    this.view.post({ kind: "written" });
    const position = answer.caret ? client.protocol2CodeConverter.asPosition(answer.caret) : target.position;
    this.view.onWritten({ uri: target.uri, position });
  }

  private refuse(words: string): void {
    this.view.post({ kind: "refused", words });
  }
}

/** Return true if the server knows the command `name`: older ones lack some. */
export function hasCommand(client: LanguageClient, name: string): boolean {
  return client.initializeResult?.capabilities.executeCommandProvider?.commands.includes(name) ?? false;
}

export function documentOf({ uri }: Place): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}
