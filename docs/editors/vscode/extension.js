const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("gbr").get("path");
  const documentSelector = ["markdown", "latex", "plaintext", "pgn"].flatMap((language) => [
    { scheme: "file", language },
    { scheme: "untitled", language },
  ]);
  client = new LanguageClient("gbr", "GBR codes", { command, args: ["server"] }, { documentSelector });
  return client.start();
};

exports.deactivate = () => client?.stop();
