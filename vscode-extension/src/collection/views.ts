// The two views of the collection and their commands. The session with the rest is loaded once a view is visible.

import * as vscode from "vscode";
import type { Collection, View } from "./collection";
import type { Grouping } from "./messages";
import type { MoreRow, Row, StudyRow } from "./tree";

const GROUPINGS: readonly [string, Grouping][] = [
  ["gbr.groupByClass", "class"],
  ["gbr.groupByComposer", "composer"],
  ["gbr.groupByFile", "file"],
  ["gbr.groupByFinding", "finding"],
];

/** Register the views; `collection` is called when the first view is visible or a command is used. */
export function registerViews(collection: () => Collection): View & vscode.Disposable {
  const changed = new vscode.EventEmitter<Row | undefined>();
  const tree = vscode.window.createTreeView<Row>("gbr.collection", {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (row) => collection().loadChildren(row),
      getTreeItem: (row) => collection().createItem(row),
      getParent: (row) => collection().parentOf(row),
      resolveTreeItem: async (item, row, token) => {
        const tooltip = await collection().loadTooltip(row, token);
        return tooltip ? Object.assign(item, { tooltip }) : item;
      },
    },
  });
  const field = vscode.window.registerWebviewViewProvider(
    "gbr.searchView",
    { resolveWebviewView: (view) => collection().field.resolve(view) },
    { webviewOptions: { retainContextWhenHidden: true } },
  );
  const command = (name: string, act: (row: never) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(name, act);
  /** VS Code gives no row to a command that is bound to a key, or if its row has just been loaded again. */
  const onStudy = (name: string, act: (opener: Collection["opener"], row: StudyRow) => unknown): vscode.Disposable =>
    command(name, (given?: Row) => {
      const row = given ?? tree.selection[0];
      return row?.kind === "study" ? act(collection().opener, row) : undefined;
    });
  const commands = vscode.Disposable.from(
    command("gbr.openIndex", () => collection().reveal()),
    command("gbr.clearSearch", () => collection().search("")),
    command("gbr.moreStudies", (row: MoreRow) => collection().loadMore(row)),
    onStudy("gbr.openStudy", (opener, row) => opener.openText(row)),
    onStudy("gbr.showStudyBoard", (opener, row) => opener.showBoard(row)),
    onStudy("gbr.copyStudyFen", (opener, row) => opener.copyFen(row)),
    onStudy("gbr.findStudyAnticipations", (opener, row) => opener.findAnticipations(row)),
    onStudy("gbr.showStudyClass", (opener, row) => opener.searchClass(row)),
    // Each with a second command for the row with a check mark: extensions cannot mark a command as checked.
    ...GROUPINGS.flatMap(([name, group]) =>
      [name, `${name}.current`].map((one) => command(one, () => collection().groupBy(group))),
    ),
  );
  return { tree, changed, dispose: () => void vscode.Disposable.from(tree, changed, field, commands).dispose() };
}
