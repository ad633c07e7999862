// The tree of the collection: groups, their studies, and a row that loads more.

import * as vscode from "vscode";
import type { Loaded } from "./listing";
import type { Group, Study } from "./messages";
import { asMarkdown, joined, label, markOf, number, place, spoken, studies } from "./words";

export interface GroupRow {
  readonly kind: "group";
  readonly group: Group;
  readonly isOpen: boolean;
  /** Unique among all rows, the same after each request. */
  readonly id: string;
}

export interface StudyRow {
  readonly kind: "study";
  readonly study: Study;
  readonly parent: GroupRow;
}

/** The last row of a list that has more rows than `shown`. */
export interface MoreRow {
  readonly kind: "more";
  readonly parent: GroupRow | undefined;
  readonly shown: number;
}

export type Row = GroupRow | StudyRow | MoreRow;

/** Groups are shown open if a question selects at most this number of studies. */
export const MAX_OPEN = 20;

/** The side of a board in a tooltip, in pixels. */
const SIDE = 200;

/** Return the rows of a list that is loaded: one for each of `rows`, and one for the rest. */
export function listed<T>({ rows, more }: Loaded<T>, row: (of: T) => Row, parent: GroupRow | undefined): Row[] {
  const last: Row[] = more ? [{ kind: "more", parent, shown: rows.length }] : [];
  return [...rows.map(row), ...last];
}

export function item(row: Row): vscode.TreeItem {
  if (row.kind === "group") return groupItem(row);
  return row.kind === "study" ? studyItem(row) : moreItem(row);
}

/** Return a tooltip with the board in `svg`, or without a board if that is null. */
export function tooltip(study: Study, svg: string | null): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  const add = (words: string | null): void => void (words && text.appendMarkdown(`${asMarkdown(words)}\n\n`));
  add(label({ ...study, composer: null, year: null }));
  add(joined([study.composer, study.year], ", "));
  add(study.source);
  add(place(study));
  const data = svg && Buffer.from(svg).toString("base64");
  if (data) text.appendMarkdown(`![Board](data:image/svg+xml;base64,${data}|width=${SIDE},height=${SIDE})\n\n`);
  if (study.status === "uncompared") add(capitalized(markOf(study).words));
  study.messages.forEach(add);
  return text;
}

function groupItem({ group, isOpen, id }: GroupRow): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const made = new vscode.TreeItem(group.title, isOpen ? Expanded : Collapsed);
  made.id = id;
  made.contextValue = "group";
  made.description = joined([number(group.count), group.detail], " · ");
  made.tooltip = joined([group.title, group.detail, studies(group.count)], "\n");
  made.accessibilityInformation = { label: joined([group.title, group.detail, studies(group.count)], ", ") };
  return made;
}

function studyItem(row: StudyRow): vscode.TreeItem {
  const { study, parent } = row;
  const made = new vscode.TreeItem(label(study));
  made.id = `${parent.id}/${study.id}`;
  made.contextValue = study.fen ? "study fen" : "study";
  made.description = place(study);
  const { icon, color } = markOf(study);
  made.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  made.accessibilityInformation = { label: spoken(study) };
  made.command = { command: "gbr.openStudy", title: "Open", arguments: [row] };
  return made;
}

function moreItem(row: MoreRow): vscode.TreeItem {
  const made = new vscode.TreeItem("More…");
  made.id = `${row.parent?.id ?? ""}/more`;
  made.contextValue = "more";
  made.description = joined([number(row.shown), row.parent && number(row.parent.group.count)], " of ");
  made.iconPath = new vscode.ThemeIcon("ellipsis");
  made.tooltip = "Load the next 500 rows";
  made.command = { command: "gbr.moreStudies", title: "More", arguments: [row] };
  return made;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
