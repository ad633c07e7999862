// The notices of what is bundled: the licenses of the npm packages in `dist/` and of the Python packages in `bundled/`.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LICENSE = /^(licen[cs]e|copying|notice)/i;
const ABOUT = `This extension contains work of others, each under its own license.
The extension itself is under the GNU General Public License, version 3 or later: see LICENSE.
`;

const PYODIDE = "../web/node_modules/pyodide";
const INTERPRETER = `The built-in server runs in Pyodide, unchanged but for the modules that are left out: CPython, compiled to WebAssembly
with Emscripten, with its standard library as bytecode.

Pyodide is under the Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/; its sources are at
https://github.com/pyodide/pyodide. CPython is under the license of the Python Software Foundation,
https://docs.python.org/3/license.html, which also has the licenses of the libraries in it. Emscripten is under the
licenses of MIT and of the University of Illinois/NCSA, https://github.com/emscripten-core/emscripten/blob/main/LICENSE.
SQLite is in the public domain.`;

/** The folders of the npm packages that esbuild has taken something from, by the lists of what it read. */
export function packagesOf(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((one) => Object.entries(one.inputs)),
  );
  const used = inputs.filter(([, { bytesInOutput }]) => 0 < bytesInOutput).map(([path]) => path);
  const folders = used.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]).filter(Boolean);
  return [...new Set(folders)].sort();
}

/** The notice of an npm package: its name, version and license text. Throws where it has none. */
export function formatNpmNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return formatNotice(`${name} ${version} (${license})`, readTexts(folder));
}

/** The notices of the Python packages below a folder; none where the folder is not there. */
export function formatPythonNotices(folder) {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder)
    .filter((name) => name.endsWith(".dist-info"))
    .sort();
  return found.map((name) => {
    const metadata = readFileSync(join(folder, name, "METADATA"), "utf8");
    const field = (key) => new RegExp(`^${key}: (.*)$`, "m").exec(metadata)?.[1];
    const license = field("License-Expression") ?? field("License") ?? "see below";
    const own = join(folder, name);
    const texts = existsSync(join(own, "licenses")) ? readTexts(join(own, "licenses"), /./) : readTexts(own);
    return formatNotice(`${field("Name")} ${field("Version")} (${license})`, texts);
  });
}

function readTexts(folder, wanted = LICENSE) {
  const names = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && wanted.test(entry.name),
  );
  return names.map((entry) => readFileSync(join(folder, entry.name), "utf8").trim());
}

function formatNotice(title, texts) {
  if (!texts.length) throw new Error(`${title} has no license text`);
  return `${"=".repeat(80)}\n${title}\n${"=".repeat(80)}\n\n${texts.join("\n\n")}\n`;
}

/** The notice of Pyodide, whose npm package in `folder` has no license text. */
export function formatPyodideNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return formatNotice(`${name} ${version} (${license})`, [INTERPRETER]);
}

/** The whole file. */
export function formatNotices(packages, python) {
  return [ABOUT, ...packages.map(formatNpmNotice), ...formatPythonNotices(python), formatPyodideNotice(PYODIDE)].join(
    "\n",
  );
}

if (process.argv[1]?.endsWith("notices.mjs")) {
  const packages = packagesOf([JSON.parse(readFileSync("build/bundled.json", "utf8"))]);
  writeFileSync("THIRD-PARTY-NOTICES.txt", formatNotices(packages, "bundled/packages"));
}
