// The current input for the server search: settings, trust, folders, platform and environment of this window.

import { existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { run } from "./finding/run";
import type { Server, Surroundings, Wanted } from "./finding/search";
import { findInterpreter } from "./python";

export function readSurroundings(context: vscode.ExtensionContext, log: vscode.OutputChannel): Surroundings {
  const writeLog = (line: string): void => log.appendLine(line);
  const section = vscode.workspace.getConfiguration("gbr");
  const folders = (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === "file");
  return {
    setting: section.get<string>("path") ?? "",
    wanted: section.get<Wanted>("server") ?? "auto",
    isTrusted: vscode.workspace.isTrusted,
    launcher: context.asAbsolutePath("bundled/launch.py"),
    builtIn: findBuiltIn(context),
    platform: process.platform,
    env: process.env,
    home: homedir(),
    folders: folders.map((folder) => ({ name: folder.name, path: folder.uri.fsPath })),
    findInterpreter: () => findInterpreter(writeLog),
    run,
    log: writeLog,
    isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
    realPath: (path) => {
      try {
        return realpathSync(path);
      } catch {
        return path;
      }
    },
  };
}

function findBuiltIn(context: vscode.ExtensionContext): Server | undefined {
  const command = context.asAbsolutePath("bundled");
  if (!existsSync(context.asAbsolutePath("bundled/server/server.js"))) return undefined;
  const { version } = context.extension.packageJSON as { version: string };
  return { command, args: [], version, origin: "builtin" };
}
