// Writes the settings that the server has into package.json, from gbr_lsp/settings.schema.json: `npm run settings`.

import { readFileSync, writeFileSync } from "node:fs";

const PACKAGE = "package.json";
const SCHEMA = "../gbr_lsp/settings.schema.json";
const NOT_FOR_EDITORS = ["extend", "encoding"];
const WHERE = "Used only for files without a `gbr.toml` beside or above them.";
/** Base of relative paths in a settings file, and in the settings of an editor: see gbr_lsp/lsp/features/initialize.py. */
const BASE = "the folder of this file";
const BASE_IN_EDITORS = "the first folder of the workspace (your home folder if no folder is open)";
/** More about the settings with patterns, in an editor. */
const ELSEWHERE = "Files in other folders match no pattern.";
const PATTERNS = {
  "per-file-ignores": [ELSEWHERE],
  include: [ELSEWHERE, "An open file is always read."],
  exclude: [ELSEWHERE, "An open file is always read."],
};

/** The groups of the generated settings, by their titles in package.json. */
const GROUPS = {
  Rules: ["select", "extend-select", "ignore", "severity", "per-file-ignores"],
  Notation: ["nine", "form", "bare-class", "piece-letters", "solution-letters"],
  Files: ["include", "exclude", "syzygy"],
};
/** The row of a list of choices for no choice. The empty text, because VS Code would show `null` as a choice. */
const NOT_SET = { value: "", label: "not set" };

const schema = JSON.parse(readFileSync(SCHEMA, "utf8"));
const { rule, selector, severity, glob } = schema.definitions;

/**
 * A schema without references, with the words for each choice where VS Code looks for them, and with the type of each
 * choice: without it VS Code has no editor for a list or an object.
 */
function simplify(node) {
  if (Array.isArray(node)) return node.map(simplify);
  if (node === null || typeof node !== "object") return node;
  const { $ref, allOf, "x-taplo": taplo, ...rest } = node;
  const of = { rule, selector, severity, glob }[$ref?.split("/").at(-1)] ?? allOf?.[0];
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, simplify(value)]));
  const words = taplo?.docs?.enumValues ? { enumDescriptions: taplo.docs.enumValues } : {};
  const type = own.enum?.every((one) => typeof one === "string") ? { type: "string" } : {};
  return { ...type, ...(of ? simplify(of) : {}), ...own, ...words };
}

function createSetting(name, node, order) {
  const { description, default: standard, ...rest } = simplify(node);
  const inEditors = description.replace(BASE, BASE_IN_EDITORS);
  const markdownDescription = [inEditors, ...(PATTERNS[name] ?? []), WHERE].join(" ");
  const common = { scope: "window", order };
  if (rest.enum && standard === undefined) {
    const choices = {
      enum: [NOT_SET.value, ...rest.enum],
      enumItemLabels: [NOT_SET.label, ...rest.enum.map(() => "")],
    };
    return { ...common, ...rest, ...choices, default: NOT_SET.value, markdownDescription };
  }
  if (name.endsWith("-letters")) rest.type = "string";
  const empty = rest.type === "array" ? [] : {};
  return { ...common, ...rest, default: standard ?? empty, markdownDescription };
}

/** Return the settings of the group `title`. */
function createGroup(title) {
  const named = GROUPS[title].map((name, place) => [
    `gbr.${name}`,
    createSetting(name, schema.properties[name], place + 1),
  ]);
  return Object.fromEntries(named);
}

export function updateManifest(text) {
  const manifest = JSON.parse(text);
  const known = [...NOT_FOR_EDITORS, ...Object.values(GROUPS).flat()];
  const unknown = Object.keys(schema.properties).filter((name) => !known.includes(name));
  if (unknown.length) throw new Error(`settings without a group: ${unknown}`);
  for (const section of manifest.contributes.configuration)
    if (section.title in GROUPS) section.properties = createGroup(section.title);
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

if (process.argv[1]?.endsWith("settings.mjs")) {
  writeFileSync(PACKAGE, updateManifest(readFileSync(PACKAGE, "utf8")));
}
