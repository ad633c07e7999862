// The tree of the collection: groups, their studies, and a row that loads more.

import * as vscode from "vscode";
import type { Loaded } from "./listing";
import type { Group, Study } from "./messages";
import { asMarkdown, join, labelOf, markOf, formatNumber, placeOf, describe, formatStudies } from "./words";

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
export function toRows<T>({ rows, more }: Loaded<T>, row: (of: T) => Row, parent: GroupRow | undefined): Row[] {
  const last: Row[] = more ? [{ kind: "more", parent, shown: rows.length }] : [];
  return [...rows.map(row), ...last];
}

export function createItem(row: Row): vscode.TreeItem {
  if (row.kind === "group") return createGroupItem(row);
  return row.kind === "study" ? createStudyItem(row) : createMoreItem(row);
}

/** Return a tooltip with the board in `svg`, or without a board if that is null. */
export function createTooltip(study: Study, svg: string | null): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  const add = (words: string | null): void => void (words && text.appendMarkdown(`${asMarkdown(words)}\n\n`));
  add(labelOf({ ...study, composer: null, year: null }));
  add(join([study.composer, study.year], ", "));
  add(study.source);
  add(placeOf(study));
  const data = svg && Buffer.from(svg).toString("base64");
  if (data) text.appendMarkdown(`![Board](data:image/svg+xml;base64,${data}|width=${SIDE},height=${SIDE})\n\n`);
  if (study.status === "uncompared") add(capitalize(markOf(study).words));
  study.messages.forEach(add);
  return text;
}

function createGroupItem({ group, isOpen, id }: GroupRow): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(group.title, isOpen ? Expanded : Collapsed);
  item.id = id;
  item.contextValue = "group";
  item.description = join([formatNumber(group.count), group.detail], " · ");
  item.tooltip = join([group.title, group.detail, formatStudies(group.count)], "\n");
  item.accessibilityInformation = { label: join([group.title, group.detail, formatStudies(group.count)], ", ") };
  return item;
}

function createStudyItem(row: StudyRow): vscode.TreeItem {
  const { study, parent } = row;
  const item = new vscode.TreeItem(labelOf(study));
  item.id = `${parent.id}/${study.id}`;
  item.contextValue = study.fen ? "study fen" : "study";
  item.description = placeOf(study);
  const { icon, color } = markOf(study);
  item.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  item.accessibilityInformation = { label: describe(study) };
  item.command = { command: "gbr.openStudy", title: "Open", arguments: [row] };
  return item;
}

function createMoreItem(row: MoreRow): vscode.TreeItem {
  const item = new vscode.TreeItem("More…");
  item.id = `${row.parent?.id ?? ""}/more`;
  item.contextValue = "more";
  item.description = join([formatNumber(row.shown), row.parent && formatNumber(row.parent.group.count)], " of ");
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.tooltip = "Load the next 500 rows";
  item.command = { command: "gbr.moreStudies", title: "More", arguments: [row] };
  return item;
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
