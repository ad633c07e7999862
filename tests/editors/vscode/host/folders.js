// Folders of studies that come, move and go in one event: outside of VS Code, or as in its Explorer.

const { mkdirSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const vscode = require("vscode");

const run = (command, ...more) => vscode.commands.executeCommand(command, ...more);
const STUDIES = { "first.md": "=0410.53b2g4\n", "deep/second.md": "# Another\n\n=0410.53b2g4\n" };

/** `folder` is that of the workspace; `check` and `until` tell what holds and wait. */
exports.followsFolders = async (folder, { check, until, found }) => {
  const beside = `${folder.fsPath} beside`;
  mkdirSync(join(beside, "studies", "deep"), { recursive: true });
  for (const [name, text] of Object.entries(STUDIES)) writeFileSync(join(beside, "studies", name), text);
  const at = (name) => vscode.Uri.joinPath(folder, name);
  writeFileSync(at("asking.md").fsPath, "=0410.53b2g4\n");
  const origin = await vscode.workspace.openTextDocument(at("asking.md"));
  await vscode.window.showTextDocument(origin);
  const relative = (uri) => uri.path.slice(folder.path.length + 1);
  async function known() {
    const symbols = (await run("vscode.executeWorkspaceSymbolProvider", "0410.53")) ?? [];
    return symbols.map((one) => relative(one.location.uri)).sort();
  }
  await until("the index knows the open text", async () => (await known()).length === 1);

  const expect = async (what, ...names) => {
    const wanted = ["asking.md", ...names].sort().join(" ");
    await until(`${what}: ${wanted}`, async () => (await known()).join(" ") === wanted).catch(async () =>
      check(false, what, `${(await known()).join(" ")}, not ${wanted}`),
    );
    const place = new vscode.Position(0, 4);
    const references = await run("vscode.executeReferenceProvider", origin.uri, place);
    const listed = references.map((one) => relative(one.uri)).sort().join(" ");
    check(listed === wanted, `${what}: symbols and references`, listed);
  };

  const moved = (before, after) => {
    const edit = new vscode.WorkspaceEdit();
    if (after) edit.renameFile(at(before), at(after));
    else edit.deleteFile(at(before), { recursive: true });
    return vscode.workspace.applyEdit(edit);
  };

  renameSync(join(beside, "studies"), at("came").fsPath);
  await expect("a folder comes", "came/deep/second.md", "came/first.md");
  renameSync(at("came").fsPath, at("went").fsPath);
  await expect("a folder is renamed outside of VS Code", "went/deep/second.md", "went/first.md");
  await moved("went", "again");
  await expect("a folder is renamed as in the Explorer", "again/deep/second.md", "again/first.md");
  await moved("again");
  await expect("a folder is deleted as in the Explorer");
  mkdirSync(join(beside, "studies"));
  writeFileSync(join(beside, "studies", "wrong.md"), "+0000.43a1a9\n");
  writeFileSync(join(beside, "studies", "first.md"), STUDIES["first.md"]);
  renameSync(join(beside, "studies"), at("came").fsPath);
  await expect("another folder comes", "came/first.md");
  const wrong = await vscode.workspace.openTextDocument(at("came/wrong.md"));
  await vscode.window.showTextDocument(wrong);
  await until("a text of the folder is diagnosed", () => found(wrong));
  check(true, "a text of the folder is diagnosed", found(wrong));
  rmSync(at("came").fsPath, { recursive: true });
  await expect("a folder is deleted outside of VS Code");
};
