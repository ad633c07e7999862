// What a row of the collection opens: its text, its board, its anticipations and its class.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { BoardView } from "../board/panel";
import type { Place } from "../board/writer";
import type { Study } from "./messages";
import type { StudyRow } from "./tree";
import { classOf, labelOf } from "./words";

const SHOWN = 4000;

export class Opener {
  constructor(
    private readonly client: () => Promise<LanguageClient | undefined>,
    private readonly board: BoardView,
    private readonly search: (query: string) => Promise<void>,
  ) {}

  /** Open the text with the caret at the code. The tree keeps the focus, and an open board follows. */
  async openText({ study }: StudyRow): Promise<Place | undefined> {
    const client = await this.client();
    if (!client) return undefined;
    const place = placeOf(client, study);
    // Not `showTextDocument`: VS Code opens files of more than 50 MB, but does not give them to extensions.
    await vscode.commands.executeCommand("vscode.open", place.uri, {
      selection: new vscode.Range(place.position, place.position),
      preserveFocus: true,
      preview: true,
      viewColumn: chooseColumn(),
    });
    this.board.follow(place);
    return place;
  }

  async showBoard(row: StudyRow): Promise<void> {
    const place = await this.openText(row);
    if (place) this.board.open(place);
  }

  async copyFen({ study }: StudyRow): Promise<void> {
    if (!study.fen) return;
    await vscode.env.clipboard.writeText(study.fen);
    vscode.window.setStatusBarMessage(`Copied: ${study.fen}`, SHOWN);
  }

  /** Open the text, which the server has to know, and list the anticipations of the study. */
  async findAnticipations(row: StudyRow): Promise<unknown> {
    const place = await this.openText(row);
    const client = await this.client();
    if (!place || !client) return undefined;
    const uri = client.code2ProtocolConverter.asUri(place.uri);
    const { line, character } = place.position;
    return vscode.commands.executeCommand("gbr.anticipations", uri, { line, character });
  }

  /** Search for the class of the study. */
  async searchClass({ study }: StudyRow): Promise<void> {
    const found = classOf(study.code);
    if (found) await this.search(found);
  }
}

/** Return the place of the code and its study. */
function placeOf(client: LanguageClient, study: Study): Place {
  const { uri, range } = client.protocol2CodeConverter.asLocation(study.location);
  return { uri, position: range.start, study: study.fen ? { title: labelOf(study), fen: study.fen } : undefined };
}

/** Return the column for a text: the active one, or another if that shows the board. */
function chooseColumn(): vscode.ViewColumn {
  const { activeTabGroup, all } = vscode.window.tabGroups;
  const isBoard = (group: vscode.TabGroup): boolean => group.activeTab?.input instanceof vscode.TabInputWebview;
  if (!isBoard(activeTabGroup)) return vscode.ViewColumn.Active;
  return all.find((group) => !isBoard(group))?.viewColumn ?? vscode.ViewColumn.Beside;
}
