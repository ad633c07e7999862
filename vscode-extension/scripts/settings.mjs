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

const schema = JSON.parse(readFileSync(SCHEMA, "utf8"));
const { rule, selector, severity, glob } = schema.definitions;

/** A schema without references, and with the words for each choice where VS Code looks for them. */
function plain(node) {
  if (Array.isArray(node)) return node.map(plain);
  if (node === null || typeof node !== "object") return node;
  const { $ref, allOf, "x-taplo": told, ...rest } = node;
  const of = { rule, selector, severity, glob }[$ref?.split("/").at(-1)] ?? allOf?.[0];
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)]));
  const words = told?.docs?.enumValues ? { enumDescriptions: told.docs.enumValues } : {};
  return { ...(of ? plain(of) : {}), ...own, ...words };
}

function setting(name, node) {
  const { description, default: standard, ...rest } = plain(node);
  const inEditors = description.replace(BASE, BASE_IN_EDITORS);
  const markdownDescription = [inEditors, ...(PATTERNS[name] ?? []), WHERE].join(" ");
  if (rest.enum) {
    const known = standard === undefined ? { type: ["string", "null"], enum: [...rest.enum, null] } : { type: "string" };
    return { scope: "window", ...rest, ...known, default: standard ?? null, markdownDescription };
  }
  if (name.endsWith("-letters")) return { scope: "window", type: "string", ...rest, default: standard, markdownDescription };
  const empty = rest.type === "array" ? [] : {};
  return { scope: "window", ...rest, default: standard ?? empty, markdownDescription };
}

export function ruleSettings() {
  const kept = Object.entries(schema.properties).filter(([name]) => !NOT_FOR_EDITORS.includes(name));
  return Object.fromEntries(kept.map(([name, node]) => [`gbr.${name}`, setting(name, node)]));
}

export function written(text) {
  const manifest = JSON.parse(text);
  const sections = manifest.contributes.configuration;
  sections.find((section) => section.title === "Rules").properties = ruleSettings();
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

if (process.argv[1]?.endsWith("settings.mjs")) {
  writeFileSync(PACKAGE, written(readFileSync(PACKAGE, "utf8")));
}
