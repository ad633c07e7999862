// VS Code's server, the program that runs the extensions: started, looked at from outside, stopped and killed.

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROUTE } from "./place.mjs";
import { failure, until } from "./report.mjs";

// Every process that descends from the server carries it, so that one which lost its parent is found too.
const MARK = "GBR_VSCODE_DRIVEN";

// Nothing of what is typed and offered: that is driven as it comes.
const SETTINGS = {
  "files.autoSave": "off",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "git.enabled": false,
  "extensions.ignoreRecommendations": true,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.colorTheme": "Default Light Modern",
  "workbench.enableExperiments": false,
  "workbench.reduceMotion": "on",
  "chat.commandCenter.enabled": false,
  "breadcrumbs.enabled": false,
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
  "workbench.activityBar.location": "hidden",
  "workbench.sideBar.location": "right",
  "editor.stickyScroll.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.minimap.enabled": false,
  "editor.cursorBlinking": "solid",
  "editor.fontSize": 14,
  "editor.fontFamily": "monospace",
  "editor.lineNumbersMinChars": 3,
  "editor.hover.delay": 100,
};

/** An editor with its own settings and extensions under `folder`; `environment` is all that its programs see. */
export function editorIn(folder, program, environment) {
  const [data, extensions] = [join(folder, "data"), join(folder, "extensions")];
  const placed = ["--server-data-dir", data, "--extensions-dir", extensions, "--accept-server-license-terms"];
  mkdirSync(join(data, "data", "Machine"), { recursive: true });
  const editor = {
    data,
    extensions,
    settings(own) {
      writeFileSync(join(data, "data", "Machine", "settings.json"), JSON.stringify({ ...SETTINGS, ...own }));
    },
    install(vsix) {
      const done = spawnSync(program, [...placed, "--install-extension", vsix], {
        env: environment,
        encoding: "utf8",
      });
      return { status: done.status, said: (done.stdout + done.stderr).trim() };
    },
    // Else a login shell would be asked for the environment.
    start: (...more) => started(program, [...placed, "--force-disable-user-env", ...more], folder, environment),
  };
  editor.settings({});
  return editor;
}

async function started(program, placed, folder, environment) {
  const mark = `${folder}/${Date.now()}`;
  process.on("exit", () => end(mark));
  const server = spawn(program, ["--host", "127.0.0.1", "--port", "0", "--without-connection-token", ...placed], {
    env: { ...environment, [MARK]: mark },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (said += text));
  const port = await until("VS Code listens", () => said.match(/listening on (\d+)/)?.[1]).catch((error) => {
    throw failure(`${error.message}\n${said}`);
  });
  return {
    address: `127.0.0.1:${port}`,
    pid: server.pid,
    processes: () => marked(mark),
    /** The processes of gbr-lsp: neither VS Code's own nor what it runs besides. */
    servers: () => marked(mark).filter((one) => /gbr[-_]lsp.* server( --\S+)*$/.test(one.command)),
    hosts: () => marked(mark).filter((one) => one.command.includes("--type=extensionHost")),
    kill: () => process.kill(server.pid, "SIGKILL"),
    said: () => said,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) process.kill(server.pid, "SIGTERM");
      await ended;
      end(mark);
    },
  };
}

/** Ends what is left of an editor, which is nothing if all went well. */
function end(mark) {
  for (const one of marked(mark)) quietly(() => process.kill(one.pid, "SIGKILL"));
}

function marked(mark) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({
      pid: Number(pid),
      environment: proc(pid, "environ").split("\0"),
      command: proc(pid, "cmdline"),
    }))
    .filter((one) => one.environment.includes(`${MARK}=${mark}`) && one.command)
    .map(({ pid, environment, command }) => {
      const route = environment.find((one) => one.startsWith(`${ROUTE}=`))?.slice(ROUTE.length + 1) ?? "";
      return { pid, route, command: command.replaceAll("\0", " ").trim() };
    });
}

// A process that has just ended has no such file.
const proc = (pid, file) => quietly(() => readFileSync(`/proc/${pid}/${file}`, "utf8")) ?? "";

function quietly(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}
