// The entry point. VS Code loads it with every Markdown file, so it is small and loads other modules when needed.

import * as vscode from "vscode";
import type { Session } from "./session";
import { activateOnce } from "./activation";
import { registerViews } from "./collection/views";
import { Texts } from "./texts";

const large = (): typeof import("./large") => require("./large") as typeof import("./large");
const steps = (): typeof import("./steps") => require("./steps") as typeof import("./steps");
type Preview = typeof import("./preview/plugin");

let session: Session | undefined;

export function activate(context: vscode.ExtensionContext): Preview {
  const log = vscode.window.createOutputChannel("GBR codes");
  const opened = (): Session => {
    if (!session) {
      const { Session } = require("./session") as typeof import("./session");
      session = new Session(context, log, views, texts);
    }
    return session;
  };
  // Before the session: after a reload VS Code reads the generated texts in its tabs.
  const texts = new Texts(context.workspaceState);
  const views = registerViews(() => opened().collection);
  const command = (name: string, act: (...given: unknown[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(name, act);
  context.subscriptions.push(
    log,
    views,
    texts,
    command("gbr.restartServer", () => opened().restart()),
    command("gbr.showLog", () => log.show()),
    command("gbr.openBoard", () => opened().board.open()),
    command("gbr.focusBoard", () => opened().board.focus()),
    command("gbr.editBoard", () => opened().board.set("edit")),
    command("gbr.newBoard", () => opened().board.set("new")),
    command("gbr.newBoardHere", () => opened().board.set("new")),
    command("gbr.analyzeAtCursor", () => opened().analysis.begin()),
    command("gbr.endAnalysis", () => opened().analysis.stop()),
    command("gbr.copyFenAtCursor", () => opened().commands.copyFen()),
    command("gbr.convertAtCursor", (form) => opened().commands.convert(form)),
    command("gbr.showClassAtCursor", () => opened().commands.showClass()),
    command("gbr.explainAtCursor", () => opened().commands.explain()),
    command("gbr.explainHere", () => opened().commands.explain()),
    command("gbr.findAnticipations", () => opened().commands.anticipations()),
    command("gbr.searchLikeThis", () => opened().commands.anticipations()),
    command("gbr.searchStudies", (pattern) => opened().commands.search(pattern)),
    command("gbr.checkProofFile", (file) => opened().proofs.check(file)),
    command("gbr.nextFinding", () => steps().toFinding(1)),
    command("gbr.previousFinding", () => steps().toFinding(-1)),
    command("gbr.fixAllInDocument", () => opened().commands.fixAll()),
    command("gbr.openRules", () => steps().openRules(context.extensionUri)),
    command("gbr.openExample", () => opened().commands.openExample()),
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => opened.length && large().nameLargeFiles(opened)),
    vscode.window.registerWebviewPanelSerializer("gbr.board", {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel) => opened().board.revive(panel),
    }),
    activateOnce(() => void opened().client()),
  );
  void large().nameLargeFiles(vscode.window.tabGroups.all.flatMap(({ activeTab }) => activeTab ?? []));
  return { extendMarkdownIt: (md) => (require("./preview/plugin") as Preview).extendMarkdownIt(md) };
}

export async function deactivate(): Promise<void> {
  await session?.end();
}
