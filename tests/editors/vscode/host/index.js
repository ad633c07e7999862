// Runs inside VS Code's extension host and asks its interface what the extension does there.
// What is to be expected is in the file that GBR_HOST names, and the lines that are told go to the one beside it.

const { appendFileSync, readFileSync, readdirSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const threads = require("node:worker_threads");
const vscode = require("vscode");
const { followsFolders } = require("./folders.js");

const given = JSON.parse(readFileSync(process.env.GBR_HOST, "utf8"));
const folder = vscode.workspace.workspaceFolders[0].uri;
const run = (command, ...more) => vscode.commands.executeCommand(command, ...more);

function check(holds, what, shown = "") {
  const text = typeof shown === "string" ? shown : JSON.stringify(shown);
  appendFileSync(given.lines, `  ${holds ? "ok    " : "FAIL  "}${what}${text && ": "}${text}\n`);
  if (!holds) throw new Error(what);
}

async function until(what, look, seconds = 30) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    const seen = await look();
    if (seen) return seen;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  check(false, what, `not in ${seconds} s`);
}

/** The workers of the built-in server that run, by their numbers. */
const workers = new Map();
threads.Worker = class extends threads.Worker {
  constructor(script, options) {
    super(script, options);
    const number = this.threadId;
    if (!String(script).endsWith("server.js") || options.workerData.calls) return;
    workers.set(number, this);
    this.on("exit", () => workers.delete(number));
  }
};

/** The processes of gbr-lsp that this extension host has started, or the workers in their place. */
function servers() {
  if (given.builtin) return [...workers.keys()];
  return readdirSync("/proc").filter((pid) => {
    try {
      const parent = readFileSync(`/proc/${pid}/stat`, "utf8").match(/^\d+ \(.*\) \S (\d+)/)[1];
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim();
      return Number(parent) === process.pid && /gbr[-_]lsp.* server( --\S+)*$/.test(command);
    } catch {
      return false;
    }
  });
}

async function shown(file) {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, file));
  await vscode.window.showTextDocument(document);
  return document;
}

const found = (document) =>
  vscode.languages
    .getDiagnostics(document.uri)
    .map((one) => ({
      line: one.range.start.line + 1,
      column: one.range.start.character + 1,
      rule: one.code?.value ?? one.code,
    }))
    .sort((one, other) => one.line - other.line || one.column - other.column)
    .map((one) => `${one.line}:${one.column} ${one.rule}`)
    .join(", ");

async function append(document, text) {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, document.lineAt(document.lineCount - 1).range.end, text);
  await vscode.workspace.applyEdit(edit);
}

/** No server for a text without a code; one as soon as there is a code. */
async function startsWhereACodeIs() {
  const extension = vscode.extensions.getExtension("gbr-lsp.gbr-lsp");
  check(extension, "the extension is installed", extension?.packageJSON.version);
  const document = await shown("plain.md");
  await until("the extension is loaded for Markdown", () => extension.isActive);
  // Nothing tells that something will not happen; a second is several times what it takes where it does.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  check(servers().length === 0, "no server is started for Markdown without a code");
  await append(document, "\n+0000.43a1a9\n");
  await until("a server is started", () => servers().length === 1);
  const seen = await until("diagnostics", () => found(document));
  check(seen === "3:11 off-board-square", "typing a code starts the server", seen);
}

async function diagnosesAsCheckDoes() {
  for (const [file, expected] of Object.entries(given.expected)) {
    const document = await shown(file);
    await until(`${file}: ${expected}`, () => found(document) === expected).catch((error) => {
      check(false, file, `${found(document)}; check says ${expected}`);
    });
    check(true, `${file} (${document.languageId}) is diagnosed as by check`, expected);
  }
  const pgn = (await vscode.languages.getLanguages()).includes("pgn");
  check(pgn && (await shown("collection.pgn")).languageId === "pgn", "the language pgn is known");
}

async function hovers(document) {
  const hovers = await run("vscode.executeHoverProvider", document.uri, new vscode.Position(30, 14));
  const text = hovers
    .flatMap((one) => one.contents)
    .map((one) => one.value)
    .join("\n");
  check(/king, 4 pawns/.test(text) && text.includes('<img src="data:image/svg+xml;base64,'), "hover has words and a board");
  check(
    hovers.every((one) => one.range),
    "and says for which code",
    `${hovers[0].range.start.character}-${hovers[0].range.end.character}`,
  );
}

async function completes(document) {
  await append(document, "\ng3g1 0323.12 a3");
  const end = document.lineAt(document.lineCount - 1).range.end;
  const list = await run("vscode.executeCompletionItemProvider", document.uri, end);
  const own = list.items.filter((item) => /^(white|black) /.test(item.detail ?? ""));
  const squares = own.map((item) => item.label.label ?? item.label);
  check(
    squares.length === 8 && squares.every((one) => /^[a-h][1-8]$/.test(one)),
    "completion offers squares",
    `${squares.slice(0, 5)} …, ${own[0].detail}`,
  );
}

async function fixes(document) {
  const range = new vscode.Range(30, 13, 30, 16);
  const actions = await run("vscode.executeCodeActionProvider", document.uri, range, undefined, 20);
  const fix = actions.find((action) => action.title === "Change 4/3 to 5/4");
  check(fix, "the fix is among the code actions", actions.map((one) => one.title).join("; "));
  check(await vscode.workspace.applyEdit(fix.edit), "it is applied as an edit", document.lineAt(30).text);
  check(document.lineAt(30).text === "a1a7 0000.43 5/4 Win", "and changes the text");
  await until("the finding goes", () => !found(document).includes("control-mismatch"));
  check(true, "and the finding is gone", found(document));
}

async function reads(document) {
  const symbols = await run("vscode.executeDocumentSymbolProvider", document.uri);
  const own = symbols.map((one) => one.name).filter((name) => /\d{4}\.\d\d/.test(name));
  const codes = ["a6h8 0000.11", "a1a7 0000.43", "e4f6 0030.20", "g3g1 0323.12"];
  check(
    codes.every((code, place) => own[place]?.startsWith(code)),
    "symbols are the studies",
    own.join("; "),
  );
  const games = await run("vscode.executeDocumentSymbolProvider", (await shown("collection.pgn")).uri);
  check(
    games.some((game) => game.children.length),
    "and games with their study within",
    games[0].name,
  );
  const [legend, tokens] = [
    await run("vscode.provideDocumentSemanticTokensLegend", document.uri),
    await run("vscode.provideDocumentSemanticTokens", document.uri),
  ];
  check(
    tokens?.data.length % 5 === 0 && 100 < tokens?.data.length,
    "semantic tokens",
    `${tokens?.data.length / 5} of ${legend.tokenTypes}`,
  );
}

async function settingsCount(document) {
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const hints = async () => (await run("vscode.executeInlayHintProvider", document.uri, whole)) ?? [];
  check((await hints()).length === 0, "no inlay hints as it comes");
  const settings = vscode.workspace.getConfiguration("gbr");
  await settings.update("inlayHints.enable", true, vscode.ConfigurationTarget.Workspace);
  const shown = await until("inlay hints", async () => (await hints())[0]);
  check(
    true,
    "the setting switches them on",
    typeof shown.label === "string" ? shown.label : shown.label.map((part) => part.value).join(""),
  );
  await settings.update("inlayHints.enable", undefined, vscode.ConfigurationTarget.Workspace);
  await until("no inlay hints", async () => (await hints()).length === 0);
  await settings.update("ignore", ["repeated-kings"], vscode.ConfigurationTarget.Workspace);
  await until("the rule is ignored", () => !found(document).includes("repeated-kings"));
  check(true, "a rule that the settings ignore is silent", found(document));
  await settings.update("ignore", undefined, vscode.ConfigurationTarget.Workspace);
  await until("the rule counts again", () => found(document).includes("repeated-kings"));
  writeFileSync(join(folder.fsPath, "gbr.toml"), 'ignore = ["king-mismatch"]\n');
  await until("gbr.toml counts", () => !found(document).includes("king-mismatch"));
  check(true, "so is one that a new gbr.toml ignores", found(document));
}

async function restarts(document) {
  const commands = await vscode.commands.getCommands(true);
  const own = ["gbr.restartServer", "gbr.showLog", "gbr.openBoard"];
  check(
    own.every((name) => commands.includes(name)),
    "the commands are there",
    commands.filter((name) => name.startsWith("gbr.")).join(" "),
  );
  const [before] = servers();
  await run("gbr.restartServer");
  const after = await until(
    "another server",
    () => servers().length === 1 && servers()[0] !== before && servers()[0],
  );
  await until("diagnostics", () => found(document));
  check(true, "the server is restarted", `${before}, then ${after}`);
}

/** A worker that dies is started again, with the text as it is. */
async function survives(document) {
  if (!given.builtin) return; // processes are killed in kill.mjs
  await append(document, "\n+0000.43a1a9\n");
  const seen = await until("the finding of what is typed", () => /off-board-square/.test(found(document)) && found(document));
  const [before] = servers();
  await workers.get(before).terminate();
  await until("no worker", () => !servers().includes(before));
  const after = await until("another worker", () => servers()[0]);
  await until("the same findings", () => found(document) === seen);
  check(true, "a worker that dies is started again, with the text", `${before}, then ${after}`);
}

exports.run = async () => {
  await startsWhereACodeIs();
  await diagnosesAsCheckDoes();
  const document = await shown("manuscript.md");
  for (const part of [hovers, reads, fixes, completes, settingsCount, survives, restarts]) await part(document);
  await followsFolders(folder, { check, until, found });
};
