// Fix All: requests the edit of all safe fixes from the server, applies it, and reports how many findings are left.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type Fixed, formatFixed } from "./fixed";

const CHANGED = "The text has changed while the fixes were searched, so nothing was changed.";
const UNKNOWN = "The GBR language server does not read this text.";
/** The commands for the findings that are left. */
const BUTTONS: Readonly<Record<string, string>> = {
  "Next Finding": "gbr.nextFinding",
  "Show Problems": "workbench.actions.view.problems",
};

type Protocol = Parameters<LanguageClient["protocol2CodeConverter"]["asWorkspaceEdit"]>[0];

/** The answer of `gbr.fixAll`; `left` has the findings of the text after `edit`. */
interface Answer extends Fixed {
  readonly edit: Protocol | null;
}

/** Apply all safe fixes to `document` as one edit, unless it changes meanwhile, and show the number and the rest. */
export async function fixAll(client: LanguageClient, document: vscode.TextDocument): Promise<void> {
  const { version } = document;
  try {
    const answer = await client.sendRequest<Answer | null>("workspace/executeCommand", {
      command: "gbr.fixAll",
      arguments: [client.code2ProtocolConverter.asUri(document.uri)],
    });
    if (!answer) return refuse(UNKNOWN);
    const edit = await client.protocol2CodeConverter.asWorkspaceEdit(answer.edit);
    if (document.version !== version) return refuse(CHANGED);
    if (edit && !(await vscode.workspace.applyEdit(edit))) return refuse(CHANGED);
    void report(answer);
  } catch (error) {
    refuse((error as Error).message);
  }
}

/** Show the message. While findings are left, it has a button for each command in `BUTTONS`. */
async function report(fixed: Fixed): Promise<void> {
  const buttons = fixed.left.length ? Object.keys(BUTTONS) : [];
  const chosen = await vscode.window.showInformationMessage(formatFixed(fixed), ...buttons);
  if (chosen) await vscode.commands.executeCommand(BUTTONS[chosen] as string);
}

function refuse(reason: string): void {
  void vscode.window.showWarningMessage(`GBR codes: ${reason}`);
}
