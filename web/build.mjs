// Builds the page into site/, and its documentation into site/docs/. All files are static, and the large ones gzipped.
// Fails if the page exceeds `BUDGETS`, in bytes. The variable PYTHON names a Python 3.11 or later. Links to the sources
// need the project's address in pyproject.toml.
import { build } from "esbuild";
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { bundle, lockInfo } from "./bundle.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const at = (...names) => join(here, ...names);
const site = at("site");
const BUDGETS = { first: 7_500_000, proofs: 600_000, page: 120_000 };
const python = process.env.PYTHON ?? "python3";
const repository = execFileSync(python, [at("..", ".ci", "release.py"), "address"], { encoding: "utf8" }).trim();
const sha256 = (data) => createHash("sha256").update(data).digest("hex");

rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });

// Build the documentation in parallel. Its Python environment is kept until the requirements change.
const ci = at("..", ".ci"),
  environment = sha256(readFileSync(join(ci, "site-requirements.txt"))).slice(0, 12);
const documentation = promisify(execFile)("bash", [join(ci, "site"), join(site, "docs"), "--repository", repository], {
  env: { ...process.env, SITE_VENV: at(".cache", `docs-${environment}`) },
});
documentation.catch(() => {}); // awaited below

const { maps, packed } = await bundle();
const names = (folder) =>
  readdirSync(folder).filter((name) => !name.startsWith(".") && name !== "maps" && name !== "docs");
const common = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  external: ["node:*", "ws"],
  legalComments: "none",
  loader: { ".py": "text" },
  logLevel: "error",
};
await build({
  ...common,
  entryPoints: [at("src", "worker.ts")],
  outfile: join(packed, "worker.js"),
  define: {
    MAPS: JSON.stringify(
      names(maps)
        .map((name) => name.replace(".pickle.gz", ""))
        .join(" "),
    ),
    LOCK_INFO: lockInfo(),
  },
});
await build({ ...common, entryPoints: [at("src", "main.ts")], outfile: join(packed, "main.js") });
await build({ ...common, entryPoints: [at("src", "boot.ts")], outfile: join(site, "boot.js") });
await build({ ...common, entryPoints: [at("src", "frame.ts")], outfile: join(site, "board.js") });

// The names of large files contain their hashes, so that a new build never loads a file of an old one.
const files = {};
for (const name of names(packed)) {
  const data = gzipSync(readFileSync(join(packed, name)), { level: 9 });
  const file = `${name}.${sha256(data).slice(0, 12)}.gz`;
  writeFileSync(join(site, file), data);
  files[name] = file;
}
cpSync(maps, join(site, "maps"), { recursive: true });
writeFileSync(join(site, "files.json"), JSON.stringify(files));
for (const name of ["index.html", "style.css", "tokens.css", "frame.css"]) cpSync(at("src", name), join(site, name));
const extension = at("..", "vscode-extension");
cpSync(join(extension, "src", "board", "view", "board.css"), join(site, "board.css"));
cpSync(join(extension, "images", "icon.svg"), join(site, "favicon.svg"));
cpSync(at("src", "preview.png"), join(site, "preview.png"));
// The body of the board view is a module of the extension, with icons as text.
const { outputFiles } = await build({
  ...common,
  entryPoints: [join(extension, "src", "board", "page.ts")],
  write: false,
  loader: { ".svg": "text" },
  alias: { "@vscode/codicons": at("node_modules", "@vscode", "codicons") },
});
const { BODY } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
writeFileSync(
  join(site, "board.html"),
  readFileSync(at("src", "board.html"), "utf8").replace("BODY", () => BODY),
);
const sources = repository
  ? `Its sources and those of the build are in its <a href="${repository}">repository</a>`
  : 'Its <a href="docs/">documentation</a> describes its sources and how they are built';
writeFileSync(
  join(site, "licences.html"),
  readFileSync(at("src", "licences.html"), "utf8").replace("SOURCES", sources),
);
/** Files of readers, and the preview, which a visit does not load. */
const isExtra = (name) => /^(?:proofs|marking)\.tar|^preview\.png$/.test(name);
const kept = names(site).filter((name) => !isExtra(name));
const version = sha256(kept.map((name) => readFileSync(join(site, name))).join("\n")).slice(0, 12);
await build({
  ...common,
  format: "iife",
  entryPoints: [at("src", "service.ts")],
  outfile: join(site, "service.js"),
  define: {
    VERSION: JSON.stringify(version),
    FILES: JSON.stringify(["./", ...kept.filter((name) => name !== "index.html" && !name.endsWith(".gz"))]),
    LARGE: JSON.stringify(kept.filter((name) => name.endsWith(".gz"))),
    EXTRA: JSON.stringify([files["proofs.tar"], files["marking.tar"]]),
  },
});

try {
  console.log((await documentation).stdout.trim().split("\n").pop());
} catch (error) {
  rmSync(site, { recursive: true }); // no page without its documentation
  throw new Error(`the documentation cannot be built:\n${error.stdout}${error.stderr}`, { cause: error });
}

const size = (wanted) =>
  names(site)
    .filter(wanted)
    .reduce((sum, name) => sum + statSync(join(site, name)).size, 0);
const measured = {
  first: size((name) => !isExtra(name)),
  proofs: size((name) => name.startsWith("proofs.tar")),
  page: size((name) => !name.endsWith(".gz") && !isExtra(name)),
};
for (const name of names(site)) console.log(String(statSync(join(site, name)).size).padStart(9), name);
for (const [name, most] of Object.entries(BUDGETS)) {
  console.log(`${name}: ${measured[name]} of ${most} bytes`);
  if (most < measured[name]) process.exitCode = 1;
}
