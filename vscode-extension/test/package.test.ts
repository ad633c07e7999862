import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { isOlder, OLDEST } from "../src/finding/search";
import { LANGUAGES } from "../src/languages";
// @ts-expect-error a script without types
import { updateManifest } from "../scripts/settings.mjs";

const text = readFileSync("package.json", "utf8");
const manifest = JSON.parse(text);
const { contributes } = manifest;
const commandOf = ({ command }: { command: string }): string => command;
const titleOf = (name: string): string =>
  contributes.commands.find((one: { command: string }) => one.command === name).title;

test("the rules and their settings are those of the server; `npm run settings` writes them", () => {
  assert.equal(updateManifest(text), text);
});

test("the extension is activated for every language that the server reads", () => {
  const languages = manifest.activationEvents.filter((event: string) => event.startsWith("onLanguage:"));
  assert.deepEqual(
    languages,
    LANGUAGES.map((language) => `onLanguage:${language}`),
  );
});

test("the palette offers what needs a cursor in those languages only, and no command of a row or a view", () => {
  const {
    commandPalette: palette,
    "editor/context": here,
    "view/item/context": rows,
    "gbr.groupBy": groupings,
  } = contributes.menus;
  const shown = palette.filter(({ when }: { when: string }) => when !== "false");
  for (const { when } of shown) assert.ok(when.includes(`(${LANGUAGES.join("|")})`), when);
  const hidden = palette.filter(({ when }: { when: string }) => when === "false").map(commandOf);
  assert.deepEqual(
    new Set(hidden),
    new Set([...[...rows, ...groupings, ...here.slice(1)].map(commandOf), "gbr.clearSearch"]),
  );
});

test("the menu of the editor has a group of its own, and its title bar a button, in documents with codes", () => {
  const { "editor/context": menu, "editor/title": title } = contributes.menus;
  const titles = ["Show Board", "Search Studies Like This", "New Board Here", "Explain This Code"];
  assert.deepEqual(
    menu.map(({ command }: { command: string }) => titleOf(command)),
    titles,
  );
  for (const [place, { group, when }] of menu.entries()) {
    assert.equal(group, `1_gbr@${place + 1}`);
    assert.equal(when, "resourcePath in gbr.documents");
  }
  assert.deepEqual(title, [
    { command: "gbr.openBoard", group: "navigation", when: "resourceLangId == pgn || resourcePath in gbr.documents" },
  ]);
  assert.ok(contributes.commands.find(({ command }: { command: string }) => command === "gbr.openBoard").icon);
});

test("one grouping has a check mark, the others have none", () => {
  const groupings: { command: string; when: string }[] = contributes.menus["gbr.groupBy"];
  for (const group of ["class", "composer", "file", "finding"]) {
    const holds = ({ when }: { when: string }): boolean => {
      const [, sign, one] = / (==|!=) (\w+)$/.exec(when) as RegExpExecArray;
      return (sign === "==") === (one === group);
    };
    const titles = groupings.filter(holds).map(({ command }) => titleOf(command));
    assert.equal(titles.length, 4);
    assert.deepEqual(
      titles.filter((title) => title.startsWith("✓")),
      [`✓ Group by ${group.charAt(0).toUpperCase()}${group.slice(1)}`],
    );
  }
});

test("every setting has a description and a default, and its default is one of its values", () => {
  for (const section of contributes.configuration) {
    for (const [name, setting] of Object.entries<Record<string, unknown>>(section.properties)) {
      assert.ok(setting["markdownDescription"], name);
      assert.notEqual(setting["default"], undefined, name);
      if (Array.isArray(setting["enum"])) assert.ok(setting["enum"].includes(setting["default"]), name);
    }
  }
});

type Schema = { type?: string; enum?: unknown[]; enumItemLabels?: string[]; order?: number } & Record<string, unknown>;
const sections: { id: string; title: string; order: number; properties: Record<string, Schema> }[] =
  contributes.configuration;
const settings = Object.assign({}, ...sections.map(({ properties }) => properties)) as Record<string, Schema>;

test("no setting is relative to a file that an editor does not have", () => {
  const of = (name: string): string => settings[`gbr.${name}`]!["markdownDescription"] as string;
  for (const name of ["per-file-ignores", "include", "exclude", "syzygy"]) {
    assert.match(of(name), /(relative to|relative path starts from) the first folder of the workspace/, name);
  }
  for (const name of Object.keys(settings)) assert.ok(!of(name.replace("gbr.", "")).includes("this file"), name);
});

test("the settings are in groups with titles, whose ids keep `gbr` out of the names that VS Code shows", () => {
  const titles = ["Server", "Rules", "Notation", "Files", "Display", "Board"];
  assert.deepEqual(
    sections.map(({ title }) => title),
    titles,
  );
  for (const [place, { id, title, order, properties }] of sections.entries()) {
    assert.equal(id, `gbr.${title.toLowerCase()}`);
    assert.equal(order, place + 1);
    assert.deepEqual(
      Object.values(properties).map((one) => one.order),
      Object.keys(properties).map((_, at) => at + 1),
    );
  }
});

test("VS Code has an editor for each list of rules, and for their severities", () => {
  for (const name of ["select", "extend-select", "ignore"]) {
    const { type, items } = settings[`gbr.${name}`] as Schema & { items: Schema };
    assert.equal(type, "array");
    assert.equal(items.type, "string");
    assert.ok(items.enum!.includes("control-mismatch"));
  }
  const { properties, additionalProperties } = settings["gbr.severity"] as Schema & {
    properties: Record<string, Schema>;
  };
  assert.equal(additionalProperties, false);
  for (const [name, { type, enum: choices }] of Object.entries(properties)) {
    assert.equal(type, "string", name);
    assert.ok(choices!.includes("off"), name);
  }
});

test("no list of choices has `null`", () => {
  for (const [name, { enum: choices }] of Object.entries(settings)) assert.ok(!choices?.includes(null), name);
  const { enum: forms, enumItemLabels: labels, default: standard } = settings["gbr.form"]!;
  assert.deepEqual(forms!.slice(0, 2), ["", "class"]);
  assert.equal(labels![0], "not set");
  assert.equal(labels!.length, forms!.length);
  assert.equal(standard, "");
});

test("whatever is run is restricted where the workspace is not trusted", () => {
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, ["gbr.path"]);
  const path = contributes.configuration[0].properties["gbr.path"];
  assert.equal(path.scope, "machine-overridable");
  assert.equal(contributes.configuration[0].properties["gbr.engine"].scope, "machine");
});

test("the version is that of the server in it, which is not too old for itself", () => {
  const version = /__version__ = "(.*)"/.exec(readFileSync("../gbr_lsp/__init__.py", "utf8"))?.[1];
  assert.equal(manifest.version, version);
  assert.ok(!isOlder(manifest.version, OLDEST));
});

test("every command that is contributed is registered, and none of the server's own", () => {
  const source = ["src/extension.ts", "src/collection/views.ts"].map((file) => readFileSync(file, "utf8")).join();
  for (const { command, category } of contributes.commands) {
    const name = command.replace(/\.current$/, "");
    assert.ok(
      ["command(", "onStudy(", "["].some((before) => source.includes(`${before}"${name}", `)),
      command,
    );
    assert.equal(category, "GBR");
  }
  const own = [
    "gbr.copyFen",
    "gbr.showBoard",
    "gbr.moves",
    "gbr.convert",
    "gbr.showClass",
    "gbr.index",
    "gbr.search",
    "gbr.anticipations",
    "gbr.checkProof",
    "gbr.collection",
    "gbr.studyBoard",
    "gbr.writePosition",
    "gbr.changePosition",
    "gbr.playMove",
    "gbr.typeSquare",
    "gbr.boardShapes",
    "gbr.analyze",
    "gbr.stopAnalysis",
    "gbr.insertLine",
  ];
  assert.ok(contributes.commands.every(({ command }: { command: string }) => !own.includes(command)));
});

test("the gallery gets at most 30 keywords, each once", () => {
  const keywords: string[] = manifest.keywords;
  assert.ok(keywords.length <= 30, `${keywords.length}`);
  assert.equal(new Set(keywords.map((word) => word.toLowerCase())).size, keywords.length);
  for (const word of ["chess", "endgame study", "PGN", "FEN", "diagram"]) assert.ok(keywords.includes(word), word);
});

test("the lock file names no registry", () => {
  assert.ok(!/"resolved"|registry\./.test(readFileSync("package-lock.json", "utf8")));
});

test("the pages of rules are opened in the preview", () => {
  const associations = contributes.configurationDefaults["workbench.editorAssociations"];
  assert.deepEqual(associations, { "**/gbr_lsp/rules/pages/*.md": "vscode.markdown.preview.editor" });
  assert.ok(existsSync("../gbr_lsp/rules/pages/control-mismatch.md"));
});
