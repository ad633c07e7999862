// The language status item: the version and origin of the running server, or the reason for a failure.

import * as vscode from "vscode";
import { settingCommand } from "./errors";
import type { Origin, Server } from "./finding/search";
import { SELECTOR } from "./languages";

const ORIGINS: Record<Origin, string> = {
  setting: "from the setting gbr.path",
  environment: "from the selected Python environment",
  path: "from the PATH",
  bundled: "the copy in the extension",
};

export class Status implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("gbr.status", SELECTOR);

  constructor() {
    this.item.name = "GBR codes";
  }

  busy(what: string): void {
    this.show("GBR", what, vscode.LanguageStatusSeverity.Information, true);
  }

  running(server: Server): void {
    const from = `${ORIGINS[server.origin]}: ${server.command}`;
    this.show(`GBR ${server.version}`, from, vscode.LanguageStatusSeverity.Information);
  }

  failed(reason: string): void {
    this.show("GBR: no server", reason, vscode.LanguageStatusSeverity.Error);
  }

  dispose(): void {
    this.item.dispose();
  }

  private show(text: string, detail: string, severity: vscode.LanguageStatusSeverity, busy = false): void {
    const isSetting = severity === vscode.LanguageStatusSeverity.Error && detail.includes("gbr.path");
    const command = isSetting ? settingCommand("gbr.path") : { command: "gbr.showLog", title: "Show Log" };
    Object.assign(this.item, { text, detail, severity, busy, command });
  }
}
