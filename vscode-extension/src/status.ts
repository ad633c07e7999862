// The language status item: the version and origin of the running server, or the reason for a failure.

import * as vscode from "vscode";
import { settingCommand } from "./errors";
import type { Origin, Server } from "./finding/search";
import { SELECTOR } from "./languages";
import { describeInStatus } from "./wrong_settings";

const ORIGINS: Record<Origin, string> = {
  setting: "from the setting gbr.path",
  environment: "from the selected Python environment",
  path: "from the PATH",
  bundled: "the copy in the extension",
  builtin: "the built-in server, without Python; it reads no PDF files that are encrypted with AES",
};

export class Status implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("gbr.status", SELECTOR);

  private server: Server | undefined;
  private wrongSettings: readonly string[] = [];

  constructor() {
    this.item.name = "GBR codes";
  }

  showBusy(what: string): void {
    this.server = undefined;
    this.wrongSettings = [];
    this.show("GBR", what, vscode.LanguageStatusSeverity.Information, true);
  }

  showRunning(server: Server): void {
    this.server = server;
    const origin = ORIGINS[server.origin];
    const from = server.origin === "builtin" ? origin : `${origin}: ${server.command}`;
    const { Information, Warning } = vscode.LanguageStatusSeverity;
    const severity = this.wrongSettings.length ? Warning : Information;
    this.show(`GBR ${server.version}`, describeInStatus(from, this.wrongSettings), severity);
  }

  /** Show the messages of the server about wrong settings, at once or when it has started. */
  showWrongSettings(messages: readonly string[]): void {
    this.wrongSettings = messages;
    if (this.server) this.showRunning(this.server);
  }

  showFailure(reason: string): void {
    this.server = undefined;
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
