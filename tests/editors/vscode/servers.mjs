// Which server is taken: that of the setting, of the selected Python environment, of the PATH, or the one in the .vsix.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, gone, until } from "./report.mjs";
import { close, open, run, windowOn } from "./page.mjs";

const PYTHON = fileURLToPath(new URL("python", import.meta.url));

const squiggles = (page) => page.locator(".squiggly-error").first().waitFor();
const messages = (page) => page.locator(".notification-toast .notification-list-item-message", { hasText: "GBR" });

/** One server runs, and it is the one that `is` knows. */
async function taken(running, what, is) {
  try {
    const seen = await until(what, () => running.servers().length === 1 && running.servers().find(is));
    check(true, what, seen.command);
  } catch {
    check(
      false,
      what,
      running.servers().map((one) => `${one.route} ${one.command}`),
    );
  }
}

/** `program` is a gbr-lsp that says it was found by the setting; one on the PATH says `path`. */
export async function installed(browser, editor, running, folder, program) {
  const page = await windowOn(browser, running.address, folder);
  await open(page, "manuscript.md");
  await squiggles(page);
  await taken(running, "an installed gbr-lsp comes before the one in the extension", (one) => one.route === "path");

  editor.settings({ "gbr.path": program });
  await taken(running, "gbr.path comes before that", (one) => one.route === "setting");
  await squiggles(page);

  editor.settings({ "gbr.path": "/nowhere/gbr-lsp" });
  await messages(page).first().waitFor();
  const said = await messages(page).allInnerTexts();
  check(said.length === 1 && said[0].includes("/nowhere/gbr-lsp"), "a wrong gbr.path gives one message", said);
  await gone("and no server runs", running.servers, 5);
  for (const title of ["GBR: Explain the Code at the Cursor", "GBR: Restart Server"]) {
    await page.keyboard.press("Escape");
    await gone("the message is out of sight", () => messages(page).all(), 5);
    await run(page, title);
    await messages(page).first().waitFor();
    check((await messages(page).count()) === 1, `${title} tells it again`);
  }
  await page.locator(".notification-toast .monaco-button", { hasText: "Open Settings" }).click();
  await page.locator(".settings-editor .setting-item-title", { hasText: "Path" }).first().waitFor();
  check(true, "Open Settings leads to gbr.path, in a window whose files are on another machine");
  await run(page, "View: Close Editor");

  editor.settings({});
  await taken(running, "without it the server is back", (one) => one.route === "path");
  check((await messages(page).count()) < 2, "and no other message has come");
  await close(page);
}

/** The environment that the Python extension has selected. */
export async function selected(browser, running, folder, python) {
  const remote = `vscode-remote://${running.address}${PYTHON}`;
  const payload = encodeURIComponent(JSON.stringify([["extensionDevelopmentPath", remote]]));
  const page = await windowOn(browser, running.address, folder, `&payload=${payload}`);
  await open(page, "manuscript.md");
  await squiggles(page);
  const is = (one) => one.command.startsWith(`${python} -P -m gbr_lsp server`);
  await taken(running, "the selected Python environment comes before the PATH", is);
  await close(page);
}

/** In a folder that is not trusted, nothing runs that lies in it. */
export async function untrusted(browser, editor, running, folder) {
  const [program, trace] = [join(folder, "gbr-lsp"), join(folder, "was-run")];
  writeFileSync(program, `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 });
  mkdirSync(join(folder, ".vscode"), { recursive: true });
  writeFileSync(join(folder, ".vscode", "settings.json"), JSON.stringify({ "gbr.path": program }));

  // The user's own setting may lead there, too.
  editor.settings({ "gbr.path": "${workspaceFolder}/gbr-lsp" });
  const page = await windowOn(browser, running.address, folder);
  await page.locator(".monaco-dialog-box .monaco-button", { hasText: "No, I don't trust" }).click();
  await open(page, "manuscript.md");
  await squiggles(page);
  await taken(
    running,
    "in a folder that is not trusted the server comes from elsewhere",
    (one) => one.route === "path",
  );
  check(!existsSync(trace), "and what the folder names is not run");

  await run(page, "Workspaces: Manage Workspace Trust");
  await page.locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" }).first().click();
  await until("the program of the folder is run", () => existsSync(trace));
  await messages(page).first().waitFor();
  check(true, "when it is trusted, that is tried, and is no gbr-lsp", await messages(page).allInnerTexts());
  await close(page);
}
