import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { isOlder, type Missing, search, type Server, type Surroundings } from "../src/finding/search";
import { type Ran, run } from "../src/finding/run";

const LAUNCHER = "/extension/bundled/launch.py";

/** A machine on which some programs answer; all that was run and logged is kept. */
function createMachine(programs: Record<string, string | Ran>, more: Partial<Surroundings> = {}) {
  const ran: string[] = [];
  const logged: string[] = [];
  const around: Surroundings = {
    setting: "",
    wanted: "auto",
    builtIn: undefined,
    isTrusted: true,
    launcher: LAUNCHER,
    platform: "linux",
    env: { PATH: "/usr/bin" },
    home: "/home/anna",
    folders: [{ name: "book", path: "/texts/book" }],
    isFile: (path) => path === LAUNCHER || Object.keys(programs).some((line) => line.split(" ")[0] === path),
    realPath: (path) => path,
    findInterpreter: async () => undefined,
    log: (line) => logged.push(line),
    run: async (program, args) => {
      const line = [program, ...args.slice(0, -1)].join(" ");
      ran.push(line);
      assert.equal(args.at(-1), "--version");
      const answer = programs[line];
      if (answer === undefined) return { status: 1, out: "", error: `${program}: No module named gbr_lsp\n` };
      return typeof answer === "string" ? { status: 0, out: answer, error: "" } : answer;
    },
    ...more,
  };
  return { around, ran, logged };
}

const versionLine = (version: string): string => `gbr-lsp, version ${version}\n`;
const serverOf = (found: Server | Missing): Server => {
  assert.ok("command" in found, JSON.stringify(found));
  return found;
};
const reasonOf = (found: Server | Missing): string => {
  assert.ok("reason" in found, JSON.stringify(found));
  return found.reason;
};

const EVERYWHERE = {
  "/opt/gbr-lsp": versionLine("0.3.0"),
  "/texts/book/.venv/bin/python -P -m gbr_lsp": versionLine("0.2.0"),
  "/usr/bin/gbr-lsp": versionLine("0.1.5"),
  [`/usr/bin/python3 -I ${LAUNCHER}`]: versionLine("0.1.0"),
};
const SELECTED = { findInterpreter: async () => "/texts/book/.venv/bin/python" };

test("the setting comes first, and then nothing else is run", async () => {
  const { around, ran } = createMachine(EVERYWHERE, { ...SELECTED, setting: "/opt/gbr-lsp" });
  assert.deepEqual(await search(around), {
    command: "/opt/gbr-lsp",
    args: ["server"],
    version: "0.3.0",
    origin: "setting",
  });
  assert.deepEqual(ran, ["/opt/gbr-lsp"]);
});

test("then the selected Python environment", async () => {
  const found = serverOf(await search(createMachine(EVERYWHERE, SELECTED).around));
  assert.deepEqual([found.origin, found.command], ["environment", "/texts/book/.venv/bin/python"]);
  assert.deepEqual(found.args, ["-P", "-m", "gbr_lsp", "server"]);
});

test("then the PATH", async () => {
  const found = serverOf(await search(createMachine(EVERYWHERE).around));
  assert.deepEqual([found.origin, found.command, found.args], ["path", "/usr/bin/gbr-lsp", ["server"]]);
});

test("then the copy in the extension, in isolated mode, with the first Python that can run it", async () => {
  const { around, ran } = createMachine({
    [`/usr/bin/python3 -I ${LAUNCHER}`]: {
      status: 1,
      out: "",
      error: "Python 3.9 is too old: gbr-lsp needs 3.11 or later",
    },
    [`/usr/bin/python3.12 -I ${LAUNCHER}`]: versionLine("0.1.0"),
  });
  const found = serverOf(await search(around));
  assert.deepEqual([found.origin, found.command], ["bundled", "/usr/bin/python3.12"]);
  assert.deepEqual(found.args, ["-I", LAUNCHER, "server"]);
  assert.equal(ran.length, 2);
});

test("the selected interpreter runs the copy where it has no gbr-lsp of its own", async () => {
  const { around } = createMachine({ [`/texts/book/.venv/bin/python -I ${LAUNCHER}`]: versionLine("0.1.0") }, SELECTED);
  const found = serverOf(await search(around));
  assert.deepEqual([found.origin, found.command], ["bundled", "/texts/book/.venv/bin/python"]);
});

test("on Windows the launcher of Pythons is asked too", async () => {
  const py = "C:\\Windows\\py.exe";
  const { around } = createMachine(
    {},
    {
      platform: "win32",
      env: { Path: "C:\\Windows" },
      folders: [],
      isFile: (path) => path === py || path === LAUNCHER,
      run: async (program, args) => {
        const good = program === py && args.join(" ") === `-3 -I ${LAUNCHER} --version`;
        return { status: good ? 0 : 9009, out: good ? versionLine("0.1.0") : "", error: "" };
      },
    },
  );
  const found = serverOf(await search(around));
  assert.deepEqual([found.command, found.args], [py, ["-3", "-I", LAUNCHER, "server"]]);
});

test("on macOS the Python that would open a dialog is not run", async () => {
  for (const there of [true, false]) {
    const ran: string[] = [];
    const { around } = createMachine(
      { "/usr/bin/python3": "" },
      {
        platform: "darwin",
        run: async (program) => {
          ran.push(program);
          if (program === "/usr/bin/xcode-select") return { status: there ? 0 : 2, out: "", error: "" };
          return { status: 0, out: versionLine("0.1.0"), error: "" };
        },
      },
    );
    assert.equal("command" in (await search(around)), there);
    assert.deepEqual(ran, ["/usr/bin/xcode-select", ...(there ? ["/usr/bin/python3"] : [])]);
  }
});

test("a setting that is wrong is told, and nothing else is taken in its place", async () => {
  const findReason = async (setting: string, programs: Record<string, string | Ran> = {}): Promise<string> => {
    const { around } = createMachine({ ...EVERYWHERE, ...programs }, { setting });
    return reasonOf(await search(around));
  };
  assert.equal(await findReason("/nowhere/gbr-lsp"), "The setting gbr.path names no file: /nowhere/gbr-lsp.");
  assert.match(await findReason("${workspaceFolder:x}/a"), /no folder of the workspace is called x/);
  assert.match(
    await findReason("/opt/ls", { "/opt/ls": "ls (GNU coreutils) 9.1\n" }),
    /is not gbr-lsp; it said: ls \(GNU/,
  );
  assert.match(
    await findReason("/opt/old", { "/opt/old": versionLine("0.0.9") }),
    /is gbr-lsp 0\.0\.9, and this extension needs 0\.1\.0/,
  );
  const denied = { status: "EACCES", out: "", error: "spawn /opt/no EACCES" };
  assert.match(
    await findReason("/opt/no", { "/opt/no": denied }),
    /does not run as gbr-lsp \(EACCES\); it said: spawn \/opt\/no EACCES/,
  );
  assert.match(await findReason("/opt/slow", { "/opt/slow": { status: "too slow", out: "", error: "" } }), /too slow/);
});

test("one that is too old is passed over elsewhere, and that is logged", async () => {
  const { around, logged } = createMachine({ ...EVERYWHERE, "/usr/bin/gbr-lsp": versionLine("0.0.9") });
  assert.equal(serverOf(await search(around)).origin, "bundled");
  assert.ok(logged.some((line) => /^path: \/usr\/bin\/gbr-lsp: is gbr-lsp 0\.0\.9/.test(line)));
});

test("what is not found is told in one sentence with what to do, and all that was tried is logged", async () => {
  const { around, logged } = createMachine({ "/usr/bin/python3": "" }, SELECTED);
  const found = await search(around);
  assert.match(reasonOf(found), /needs Python 3\.11 or later.*Install Python, or install gbr-lsp/);
  assert.match("reason" in found ? (found.python ?? "") : "", /^https:/);
  assert.deepEqual(
    logged.map((line) => line.split(":")[0]),
    ["environment", "path", "bundled", "bundled"],
  );
});

test("a Python that is too old is named in the message", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "old python "));
  context.after(() => rmSync(folder, { recursive: true }));
  const launcher = resolve("launcher/launch.py");
  const scriptOf = (version: string): string => `#!/usr/bin/env python3
import sys
sys.version_info = (${version}, 10, "final", 0)
sys.argv = sys.argv[2:]
exec(compile(open(sys.argv[0]).read(), sys.argv[0], "exec"))
`;
  writeFileSync(join(folder, "python3"), scriptOf("3, 8"), { mode: 0o755 });
  const { around } = createMachine({}, { launcher, run, env: { PATH: folder }, isFile: existsSync });
  const reason = reasonOf(await search(around));
  assert.match(
    reason,
    /needs Python 3\.11 or later, and only Python 3\.8 was found \(.*old python .*python3\)\. Install/,
  );
  writeFileSync(join(folder, "python3.11"), scriptOf("3, 10"), { mode: 0o755 });
  assert.match(reasonOf(await search(around)), /only Python 3\.10 was found \(.*python3\.11\)/);
  writeFileSync(join(folder, "python3"), "#!/bin/sh\nexit 1\n");
  writeFileSync(join(folder, "python3.11"), "#!/bin/sh\nexit 1\n");
  assert.match(reasonOf(await search(around)), /none was found/);
});

test("a Python without a module that is needed is passed over", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "pythons "));
  context.after(() => rmSync(folder, { recursive: true }));
  const launcher = resolve("launcher/launch.py");
  const without = (module: string): string => `#!/usr/bin/env python3
import sys
sys.modules[${JSON.stringify(module)}] = None
sys.argv = sys.argv[2:]
exec(compile(open(sys.argv[0]).read(), sys.argv[0], "exec"))
`;
  const { around, logged } = createMachine(
    {},
    {
      launcher,
      env: { PATH: folder },
      isFile: existsSync,
      run: async (program, args) =>
        program.endsWith("3.12") ? { status: 0, out: versionLine("0.1.0"), error: "" } : run(program, args),
    },
  );
  for (const module of ["ctypes", "sqlite3", "zlib"]) {
    writeFileSync(join(folder, "python3"), without(module), { mode: 0o755 });
    const expected = new RegExp(`and Python 3\\.\\d+ \\(.*python3\\) lacks the module ${module}\\. Install`);
    assert.match(reasonOf(await search(around)), expected);
    assert.match(logged.at(-1) ?? "", new RegExp(`lacks the module ${module}, which gbr-lsp needs`));
  }
  writeFileSync(join(folder, "python3.12"), "", { mode: 0o755 });
  assert.equal(serverOf(await search(around)).command, join(folder, "python3.12"));
});

const BUILT_IN: Server = { command: "/extension/bundled", args: [], version: "0.1.0", origin: "builtin" };

test("without a Python the built-in server is taken, unless the setting wants Python", async () => {
  const bare = createMachine({}, { builtIn: BUILT_IN });
  assert.equal(serverOf(await search(bare.around)), BUILT_IN);
  assert.match(bare.logged.join("\n"), /builtin: gbr-lsp 0.1.0, as there is no other: .*none was found/);
  assert.match(
    reasonOf(await search(createMachine({}, { builtIn: BUILT_IN, wanted: "python" }).around)),
    /none was found/,
  );
  const found = await search(createMachine(EVERYWHERE, { ...SELECTED, builtIn: BUILT_IN }).around);
  assert.equal(serverOf(found).origin, "environment");
});

test("a wrong gbr.path is reported, though there is a built-in server", async () => {
  const { around } = createMachine({}, { builtIn: BUILT_IN, setting: "/nowhere/gbr-lsp" });
  assert.match(reasonOf(await search(around)), /names no file/);
});

test("the setting can demand the built-in server, and then nothing is run", async () => {
  const { around, ran } = createMachine(EVERYWHERE, {
    ...SELECTED,
    builtIn: BUILT_IN,
    wanted: "builtin",
    setting: "/opt/gbr-lsp",
  });
  assert.equal(serverOf(await search(around)), BUILT_IN);
  assert.deepEqual(ran, []);
  assert.match(reasonOf(await search({ ...around, builtIn: undefined })), /no built-in server/);
});

test("a build without a copy says so", async () => {
  const { around } = createMachine({}, { isFile: () => false });
  assert.match(reasonOf(await search(around)), /this build of the extension has none in it/);
});

test("nothing of a workspace that is not trusted is run", async () => {
  const inside = {
    "/texts/book/gbr-lsp": versionLine("9.9.9"),
    "/texts/book/bin/gbr-lsp": versionLine("9.9.9"),
    "/texts/book/.venv/bin/python -P -m gbr_lsp": versionLine("9.9.9"),
    [`/texts/book/bin/python3 -I ${LAUNCHER}`]: versionLine("9.9.9"),
  };
  const wary = { isTrusted: false, env: { PATH: "/texts/book/bin:/usr/bin" }, ...SELECTED };
  for (const setting of ["", "/texts/book/gbr-lsp", "${workspaceFolder}/gbr-lsp", "./gbr-lsp", "gbr-lsp"]) {
    const { around, ran } = createMachine(
      { ...inside, [`/usr/bin/python3 -I ${LAUNCHER}`]: versionLine("0.1.0") },
      { ...wary, setting },
    );
    const found = await search(around);
    if (setting !== "gbr-lsp") assert.equal(serverOf(found).command, "/usr/bin/python3", setting);
    assert.ok(
      ran.every((line) => !line.startsWith("/texts/")),
      `${setting}: ${ran.join(", ")}`,
    );
  }
});

test("versions are compared by their numbers", () => {
  assert.ok(isOlder("0.0.9", "0.1.0"));
  assert.ok(isOlder("0.9.0", "0.10.0"));
  assert.ok(!isOlder("0.1.0", "0.1.0"));
  assert.ok(!isOlder("0.1.0.dev3", "0.1.0"));
  assert.ok(!isOlder("1.0", "0.9.9"));
  assert.ok(!isOlder("0.1", "0.1.0") && !isOlder("0.1.0", "0.1"));
});

test("a version before a release is older than it, and newer than earlier releases", () => {
  const rising = [
    "0.0.9",
    "0.1a2",
    "0.1.0b1",
    "0.1rc1",
    "0.1.0rc2",
    "0.1.0rc10",
    "0.1",
    "0.1.1rc1",
    "0.1.1",
    "0.1.2.post1",
    "0.2rc1",
  ];
  rising.forEach((one, place) => {
    rising.forEach((two, other) => assert.equal(isOlder(one, two), place < other, `${one} ${two}`));
  });
  for (const alike of ["0.1-rc.1", "0.1.0.RC1", "0.1_c1", "v0.1rc1+local.2"])
    assert.ok(!isOlder(alike, "0.1rc1") && !isOlder("0.1rc1", alike), alike);
});
