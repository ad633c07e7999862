// Runs host/index.js within the extension host, the way that VS Code has for the tests of extensions.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { given } from "./place.mjs";
import { failure, until } from "./report.mjs";
import { close, windowOn } from "./page.mjs";

const HOST = fileURLToPath(new URL("host", import.meta.url));

/** The file is known to the extension host by its environment. */
export const environmentOf = (file) => ({ GBR_HOST: file });

/** `expected` is what `gbr-lsp check` says of the files in `folder`. */
export async function inHost(browser, running, folder, file, expected) {
  const lines = `${file}.lines`;
  writeFileSync(file, JSON.stringify({ lines, expected, builtin: Boolean(given.builtin) }));
  writeFileSync(lines, "");
  const remote = `vscode-remote://${running.address}${HOST}`;
  const payload = [
    ["extensionDevelopmentPath", remote],
    ["extensionTestsPath", `${remote}/index.js`],
    ["skipWelcome", "true"],
  ];
  let code;
  const said = [];
  const page = await windowOn(
    browser,
    running.address,
    folder,
    `&payload=${encodeURIComponent(JSON.stringify(payload))}`,
    {
      codeAutomationExit: (given) => (code = given),
      codeAutomationLog: (kind, given) => said.push(`${kind} ${given}`),
    },
  );
  try {
    await until("the tests in the extension host end", () => code !== undefined, 120);
  } finally {
    process.stdout.write(readFileSync(lines, "utf8"));
    rmSync(file);
    await close(page);
  }
  if (code === 0) return;
  const errors = said.filter((one) => one.startsWith("error")).map((one) => one.slice(0, 400));
  throw failure(
    ["the tests in the extension host", ...errors].join("\n"),
    readFileSync(lines, "utf8").includes("FAIL"),
  );
}
