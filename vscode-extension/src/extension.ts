// The entry point. VS Code loads it with every Markdown file, so it is small and loads other modules when needed.

import * as vscode from "vscode";
import type { Session } from "./session";
import { activateOnce } from "./activation";
import { registerViews } from "./collection/views";
import { Texts } from "./texts";

const loadLarge = (): typeof import("./large") => require("./large") as typeof import("./large");
const loadSteps = (): typeof import("./steps") => require("./steps") as typeof import("./steps");
type Preview = typeof import("./preview/plugin");

let session: Session | undefined;

export function activate(context: vscode.ExtensionContext): Preview {
  const log = vscode.window.createOutputChannel("GBR codes");
  const openSession = (): Session => {
    if (!session) {
      const { Session } = require("./session") as typeof import("./session");
      session = new Session(context, log, views, texts);
    }
    return session;
  };
  // Before the session: after a reload VS Code reads the generated texts in its tabs.
  const texts = new Texts(context.workspaceState);
  const views = registerViews(() => openSession().collection);
  const command = (name: string, act: (...given: unknown[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(name, act);
  context.subscriptions.push(
    log,
    views,
    texts,
    command("gbr.restartServer", () => openSession().restart()),
    command("gbr.showLog", () => log.show()),
    command("gbr.openBoard", () => openSession().board.open()),
    command("gbr.focusBoard", () => openSession().board.focus()),
    command("gbr.editBoard", () => openSession().board.set("edit")),
    command("gbr.newBoard", () => openSession().board.set("new")),
    command("gbr.newBoardHere", () => openSession().board.set("new")),
    command("gbr.analyzeAtCursor", () => openSession().analysis.begin()),
    command("gbr.endAnalysis", () => openSession().analysis.stop()),
    command("gbr.copyFenAtCursor", () => openSession().commands.copyFen()),
    command("gbr.convertAtCursor", (form) => openSession().commands.convert(form)),
    command("gbr.showClassAtCursor", () => openSession().commands.showClass()),
    command("gbr.explainAtCursor", () => openSession().commands.explain()),
    command("gbr.explainHere", () => openSession().commands.explain()),
    command("gbr.findAnticipations", () => openSession().commands.findAnticipations()),
    command("gbr.searchLikeThis", () => openSession().commands.findAnticipations()),
    command("gbr.searchStudies", (pattern) => openSession().commands.search(pattern)),
    command("gbr.checkProofFile", (file) => openSession().proofs.check(file)),
    command("gbr.nextFinding", () => loadSteps().toFinding(1)),
    command("gbr.previousFinding", () => loadSteps().toFinding(-1)),
    command("gbr.fixAllInDocument", () => openSession().commands.fixAll()),
    command("gbr.openRules", () => loadSteps().openRules(context.extensionUri)),
    command("gbr.openExample", () => openSession().commands.openExample()),
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => opened.length && loadLarge().nameLargeFiles(opened)),
    vscode.window.registerWebviewPanelSerializer("gbr.board", {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel) => openSession().board.revive(panel),
    }),
    activateOnce(() => void openSession().client()),
  );
  void loadLarge().nameLargeFiles(vscode.window.tabGroups.all.flatMap(({ activeTab }) => activeTab ?? []));
  return { extendMarkdownIt: (md) => (require("./preview/plugin") as Preview).extendMarkdownIt(md) };
}

export async function deactivate(): Promise<void> {
  await session?.end();
}
