// The current input for the server search: settings, trust, folders, platform and environment of this window.

import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { run } from "./finding/run";
import type { Surroundings } from "./finding/search";
import { interpreter } from "./python";

export function surroundings(context: vscode.ExtensionContext, log: vscode.OutputChannel): Surroundings {
  const say = (line: string): void => log.appendLine(line);
  const folders = (vscode.workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === "file");
  return {
    setting: vscode.workspace.getConfiguration("gbr").get<string>("path") ?? "",
    trusted: vscode.workspace.isTrusted,
    launcher: context.asAbsolutePath("bundled/launch.py"),
    platform: process.platform,
    env: process.env,
    home: homedir(),
    folders: folders.map((folder) => ({ name: folder.name, path: folder.uri.fsPath })),
    interpreter: () => interpreter(say),
    run,
    log: say,
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
