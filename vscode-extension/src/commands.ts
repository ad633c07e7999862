// Commands of the server: run them at the cursor and show their answers.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Next } from "./client";
import { EXAMPLE, EXAMPLE_PATH, FIRST_CODE } from "./example";
import { fixAll } from "./fix_all";
import { listStudies, type Study } from "./studies";
import type { Texts } from "./texts";
import { explanationPath } from "./titles";

const FORMS: readonly [string, string][] = [
  ["class", "0323.12"],
  ["prefixed", "=0323.12g3g1"],
  ["caption", "g3g1 0323.12 4/5 Draw"],
  ["full", "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5="],
  ["dotted", "0323.12. g3g1a3a2e1g8. h6c3c6"],
  ["compact", "(=0323.12g3g1a3a2e1g8h6c3c6)"],
];
const SHOWN = 4000;
const EDIT_COMES = 500;

type Position = { line: number; character: number };
type Located = { uri: string; range: { start: Position; end: Position } };

export class Commands {
  constructor(
    private readonly client: () => Promise<LanguageClient | undefined>,
    private readonly texts: Texts,
  ) {}

  /** Run the server command `name` through `next`, show its answer to the user, and return it. */
  async execute(name: string, given: unknown[], next: Next): Promise<unknown> {
    const answer = await next(name, given);
    if (name === "gbr.copyFen") await copy(answer, "No position is known here");
    if (name === "gbr.showClass") await this.showReferences(given, answer);
    if (name === "gbr.explain") await this.showExplanation(answer);
    if (name === "gbr.anticipations") await this.showStudies("Anticipations", answer as Study[] | null);
    if (name === "gbr.search") {
      const { found, readAs } = answer as { found: Study[]; readAs?: string };
      await this.showStudies(`Studies: ${readAs ?? String(given[0])}`, found);
    }
    return answer;
  }

  /** Open the example with the caret at its first code. */
  async openExample(): Promise<void> {
    const document = await this.texts.open(EXAMPLE_PATH, EXAMPLE, { isWritable: true });
    const at = document.positionAt(Math.max(0, document.getText().indexOf(FIRST_CODE)));
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
  }

  copyFen(): Promise<unknown> {
    return this.runAtCursor("gbr.copyFen");
  }

  showClass(): Promise<unknown> {
    return this.runAtCursor("gbr.showClass");
  }

  explain(): Promise<unknown> {
    return this.runAtCursor("gbr.explain");
  }

  findAnticipations(): Promise<unknown> {
    return this.runAtCursor("gbr.anticipations");
  }

  async fixAll(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const client = editor && (await this.client());
    if (client) await fixAll(client, editor.document);
  }

  /**
   * Search for `given`, or for words from an input box, and show the studies found. After an error show the box
   * again with the message.
   */
  async search(given: unknown): Promise<unknown> {
    if (!(await this.client())) return undefined;
    let words = typeof given === "string" ? given : await askWords();
    while (words) {
      try {
        return await vscode.commands.executeCommand("gbr.search", words);
      } catch (error) {
        words = await askWords(words, (error as Error).message);
      }
    }
    return undefined;
  }

  /**
   * Rewrite the code at the cursor in the form `given`; show a list of forms if `given` is not one. If no edit arrives,
   * as for a board or for a code in that form, copy the text.
   */
  async convert(given: unknown): Promise<unknown> {
    const givenForm = FORMS.find(([name]) => name === given)?.[0];
    const form = givenForm ?? (await askForm());
    const editor = vscode.window.activeTextEditor;
    if (form === undefined || !editor) return undefined;
    const before = editor.document.version;
    const text = await this.runAtCursor("gbr.convert", form);
    if (typeof text !== "string") {
      report(`The code here has too little data for the form "${form}"`);
    } else if (!(await waitForChange(editor.document, before))) {
      await copy(text, "");
    }
    return text;
  }

  private async runAtCursor(name: string, ...more: unknown[]): Promise<unknown> {
    const editor = vscode.window.activeTextEditor;
    const client = editor && (await this.client());
    if (!editor || !client) return undefined;
    const at = client.code2ProtocolConverter.asPosition(editor.selection.active);
    const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
    return vscode.commands.executeCommand(name, uri, at, ...more);
  }

  private async showStudies(title: string, studies: Study[] | null): Promise<void> {
    const client = await this.client();
    if (!client || !studies) return report("No position is known here");
    if (!studies.length) return report("No study was found");
    await listStudies(title, studies, client.protocol2CodeConverter, this.texts);
  }

  private async showExplanation(answer: unknown): Promise<void> {
    if (typeof answer !== "string" || !answer) return report("There is nothing to explain here");
    await vscode.window.showTextDocument(await this.texts.open(explanationPath(answer), answer));
  }

  private async showReferences(given: unknown[], answer: unknown): Promise<void> {
    const client = await this.client();
    const [uri, at] = given as [string, Position];
    if (!client || !Array.isArray(answer) || !answer.length) return report("No study of this class is known");
    const convert = client.protocol2CodeConverter;
    const places = (answer as Located[]).map((place) => convert.asLocation(place));
    await vscode.commands.executeCommand(
      "editor.action.showReferences",
      convert.asUri(uri),
      convert.asPosition(at),
      places,
    );
  }
}

function askWords(value = "", problem = ""): Thenable<string | undefined> {
  const prompt = problem || 'In plain words: "rook against pawn", "Kubbel 1925", "1st prize draw"';
  return vscode.window.showInputBox({
    title: "Search the studies of the workspace",
    value,
    prompt,
    ignoreFocusOut: true,
  });
}

async function askForm(): Promise<string | undefined> {
  const items = FORMS.map(([label, description]) => ({ label, description }));
  return (await vscode.window.showQuickPick(items, { title: "Rewrite the code in the form" }))?.label;
}

async function copy(text: unknown, otherwise: string): Promise<void> {
  if (typeof text !== "string") return report(otherwise);
  await vscode.env.clipboard.writeText(text);
  report(`Copied: ${text}`);
}

/**
 * Resolve to true once the version of `document` exceeds `before`, or to false after `EDIT_COMES` ms. The server sends
 * its edit just before its answer, and the editor may apply it later.
 */
function waitForChange(document: vscode.TextDocument, before: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isChanged: boolean): void => {
      clearTimeout(timer);
      listening.dispose();
      resolve(isChanged);
    };
    const timer = setTimeout(() => finish(before < document.version), EDIT_COMES);
    const listening = vscode.workspace.onDidChangeTextDocument((change) => {
      if (change.document === document) finish(true);
    });
    if (before < document.version) finish(true);
  });
}

function report(text: string): void {
  vscode.window.setStatusBarMessage(text, SHOWN);
}
