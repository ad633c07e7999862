import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
// @ts-expect-error a script without types
import { formatNotices, packagesOf, formatPythonNotices } from "../scripts/notices.mjs";
// @ts-expect-error a script without types
import { inlinePictures } from "../scripts/page.mjs";

const readme = readFileSync("README.md", "utf8");

test("every picture of the extension's page is data, for an installed extension shows no others", () => {
  const shown = inlinePictures(readme);
  const pictures = [...shown.matchAll(/!\[[^\]]*\]\(([^)]{0,30})/g)].map(([, address]) => address ?? "");
  assert.equal(pictures.length, [...readme.matchAll(/!\[/g)].length);
  assert.equal(pictures.length, 7);
  // A PNG begins with these letters in base64.
  for (const address of pictures) assert.ok(address.startsWith("data:image/png;base64,iVBORw"), address);
});

test("the package has that page, and as files only the pictures that the manifest names", () => {
  const text = readFileSync("package.json", "utf8");
  assert.ok(JSON.parse(text).scripts.package.includes("--readme-path build/README.md"));
  const kept = readFileSync(".vscodeignore", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("!images/"));
  const named = new Set([...text.matchAll(/"(images\/[^"]+)"/g)].map(([, path]) => `!${path}`));
  assert.deepEqual(kept.sort(), [...named].sort());
});

test("the license of each package that is bundled stands in the notices", () => {
  execFileSync(process.execPath, ["esbuild.mjs"]);
  const packages: string[] = packagesOf([JSON.parse(readFileSync("build/bundled.json", "utf8"))]);
  const names = packages.map((folder) => folder.replace("node_modules/", ""));
  assert.ok(names.includes("vscode-languageclient"), names.join());
  assert.ok(names.includes("vscode-jsonrpc"), names.join());
  const text: string = formatNotices(packages, "bundled/packages");
  for (const name of names) assert.ok(text.includes(`\n${name.split("/node_modules/").at(-1)} `), name);
  assert.ok(text.includes("Permission is hereby granted, free of charge"));
  assert.ok(readFileSync(".vscodeignore", "utf8").includes("!THIRD-PARTY-NOTICES.txt"));
});

test("the license of each Python package that is bundled stands in the notices", (context) => {
  if (!existsSync("bundled/packages")) return context.skip("nothing is bundled yet: npm run vendor");
  const found: string[] = formatPythonNotices("bundled/packages");
  const text = found.join("\n");
  const pins = [...readFileSync("../web/requirements.txt", "utf8").matchAll(/^([a-z-]+)==(\S+)/gm)];
  assert.ok(pins.length > 9);
  for (const [pin, name, version] of pins)
    assert.match(text.toLowerCase().replaceAll("_", "-"), new RegExp(`\\n${name} ${version} `), pin);
});
