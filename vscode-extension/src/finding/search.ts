// Searches for the server: in the setting, the selected Python environment, the PATH and the extension, in that order.
// Each candidate is run with `--version`; the first with a suitable answer is the server. Without a Python, it is the
// built-in one.

import { isWithin, locate, findOnPath, type Place } from "./paths";
import type { Ran } from "./run";

/** The first version of gbr-lsp that the extension can use. */
export const OLDEST = "0.1.0";

export type Origin = "setting" | "environment" | "path" | "bundled" | "builtin";

/** The setting `gbr.server`. */
export type Wanted = "auto" | "python" | "builtin";

export interface Server {
  /** The program; of the built-in server, the folder that it is in. */
  readonly command: string;
  readonly args: readonly string[];
  readonly version: string;
  readonly origin: Origin;
}

/** The result of a failed search; `reason` is a sentence for the user. */
export interface Missing {
  readonly reason: string;
  /** The address to download Python from, if Python is missing. */
  readonly python?: string;
}

export interface Surroundings extends Place {
  /** The setting `gbr.path`, empty if there is none. */
  readonly setting: string;
  readonly wanted: Wanted;
  /** True if programs in the workspace may be run. */
  readonly isTrusted: boolean;
  /** The script that runs the copy in the extension. */
  readonly launcher: string;
  /** The server that needs no Python, unless this build of the extension lacks it. */
  readonly builtIn: Server | undefined;
  findInterpreter(): Promise<string | undefined>;
  run(program: string, args: readonly string[]): Promise<Ran>;
  log(line: string): void;
}

type Answer = { readonly version: string } | { readonly fault: string };

const DOWNLOADS = "https://www.python.org/downloads/";
const PYTHONS = ["python3", "python", ...[15, 14, 13, 12, 11].map((minor) => `python3.${minor}`)];

/** Return the server to start, or the reason for a failure. */
export async function search(around: Surroundings): Promise<Server | Missing> {
  if (around.wanted === "builtin") {
    return around.builtIn ?? { reason: "This build of the extension has no built-in server." };
  }
  const avoid = around.isTrusted ? [] : around.folders.map((folder) => folder.path);
  if (around.setting.trim()) {
    const found = await findBySetting(around, avoid);
    if (found) return found;
  }
  const interpreter = around.isTrusted ? await around.findInterpreter() : undefined;
  return (
    (interpreter && (await tryServer(around, "environment", interpreter, ["-P", "-m", "gbr_lsp"]))) ||
    (await findByPath(around, avoid)) ||
    replaceByBuiltIn(around, await findBundled(around, interpreter, avoid))
  );
}

/** Return the built-in server if `found` is none and the setting allows it. */
function replaceByBuiltIn(around: Surroundings, found: Server | Missing): Server | Missing {
  if ("command" in found || around.wanted === "python" || !around.builtIn) return found;
  around.log(
    `builtin: gbr-lsp ${around.builtIn.version}, as there is no other: ${found.reason.replace(/\. .*/s, ".")}`,
  );
  return around.builtIn;
}

/**
 * Return the server from the setting, or its fault: the search does not continue, because the user wants this server.
 * Return undefined to continue the search if the program is inside a workspace without trust.
 */
async function findBySetting(around: Surroundings, avoid: readonly string[]): Promise<Server | Missing | undefined> {
  let program: string | undefined;
  try {
    program = locate(around.setting, around, avoid);
  } catch (error) {
    return { reason: `The setting gbr.path, ${around.setting}: ${(error as Error).message}.` };
  }
  if (program === undefined) {
    around.log(`the setting gbr.path: there is no file ${around.setting}`);
    return { reason: `The setting gbr.path names no file: ${around.setting}.` };
  }
  if (avoid.some((folder) => isWithin(program, folder, around))) {
    around.log(`the setting gbr.path: ${program} lies in a workspace that is not trusted, and is passed over`);
    return undefined;
  }
  if (/\.(bat|cmd)$/i.test(program)) {
    return { reason: `The setting gbr.path names a batch file, which cannot be started: enter gbr-lsp.exe itself.` };
  }
  const answer = await requestVersion(around, program, []);
  if ("version" in answer) return { command: program, args: ["server"], version: answer.version, origin: "setting" };
  return { reason: `The setting gbr.path, ${program}: ${answer.fault}.` };
}

async function findByPath(around: Surroundings, avoid: readonly string[]): Promise<Server | undefined> {
  const program = findOnPath("gbr-lsp", around, avoid);
  if (program !== undefined) return tryServer(around, "path", program, []);
  around.log("path: there is no gbr-lsp");
  return undefined;
}

/** Return the copy in the extension, run by the first suitable Python, or the reason why no Python suits. */
async function findBundled(
  around: Surroundings,
  interpreter: string | undefined,
  avoid: readonly string[],
): Promise<Server | Missing> {
  if (!around.isFile(around.launcher)) {
    around.log(`bundled: ${around.launcher} is missing`);
    return { reason: "No gbr-lsp was found, and this build of the extension has none in it." };
  }
  const seen = new Set<string>();
  let old: { readonly version: string; readonly where: string } | undefined;
  let lacking: string | undefined;
  const pythons: [string | undefined, string[]][] = [
    [interpreter, []],
    ...(around.platform === "win32"
      ? [[findOnPath("py", around, avoid), ["-3"]] as [string | undefined, string[]]]
      : []),
    ...PYTHONS.map((name) => [findOnPath(name, around, avoid), []] as [string | undefined, string[]]),
  ];
  for (const [python, before] of pythons) {
    if (python === undefined || seen.has(python)) continue;
    seen.add(python);
    if (await opensInstaller(around, python)) continue;
    const found = await tryServer(around, "bundled", python, [...before, "-I", around.launcher], (fault) => {
      const version = /Python (\d+\.\d+) is too old/.exec(fault)?.[1];
      if (version && (!old || isOlder(old.version, version))) old = { version, where: python };
      const lacks = /(Python \d+\.\d+) (lacks the module \w+)/.exec(fault);
      if (lacks) lacking ??= `${lacks[1]} (${python}) ${lacks[2]}`;
    });
    if (found) return found;
  }
  if (!seen.size) around.log("bundled: there is no Python on the PATH");
  const there = lacking ? lacking : old ? `only Python ${old.version} was found (${old.where})` : "none was found";
  return {
    reason:
      `The language server needs Python 3.11 or later, and ${there}. ` +
      "Install Python, or install gbr-lsp and name it in the setting gbr.path.",
    python: DOWNLOADS,
  };
}

/** Return true if `python` would open the installer of the developer tools on macOS, because they are missing. */
async function opensInstaller(around: Surroundings, python: string): Promise<boolean> {
  if (around.platform !== "darwin" || python !== "/usr/bin/python3") return false;
  const { status } = await around.run("/usr/bin/xcode-select", ["-p"]);
  if (status !== 0) around.log(`bundled: ${python}: is not installed`);
  return status !== 0;
}

async function tryServer(
  around: Surroundings,
  origin: Origin,
  command: string,
  before: readonly string[],
  onFault: (fault: string) => void = () => {},
): Promise<Server | undefined> {
  const answer = await requestVersion(around, command, before);
  if ("fault" in answer) {
    onFault(answer.fault);
    around.log(`${origin}: ${[command, ...before].join(" ")}: ${answer.fault}`);
    return undefined;
  }
  around.log(`${origin}: ${[command, ...before].join(" ")}: gbr-lsp ${answer.version}`);
  return { command, args: [...before, "server"], version: answer.version, origin };
}

async function requestVersion(around: Surroundings, command: string, before: readonly string[]): Promise<Answer> {
  const ran = await around.run(command, [...before, "--version"]);
  const version = /^gbr-lsp, version (\S+)\s*$/m.exec(ran.out)?.[1];
  if (ran.status === 0 && version !== undefined) {
    return isOlder(version, OLDEST)
      ? { fault: `is gbr-lsp ${version}, and this extension needs ${OLDEST} or later` }
      : { version };
  }
  const output = (ran.error || ran.out).trim().split(/\r?\n/).at(-1)?.slice(0, 200);
  const how = ran.status === 0 ? "is not gbr-lsp" : `does not run as gbr-lsp (${ran.status})`;
  return { fault: output ? `${how}; it said: ${output}` : how };
}

/**
 * Return true if `version` is lower than `other`: `0.9` is older than `0.10.1`, and `0.1rc1` is older than `0.1`.
 *
 * A development version (`0.1.dev3`) counts as its release.
 */
export function isOlder(version: string, other: string): boolean {
  const [one, two] = [parseVersion(version), parseVersion(other)];
  const place = one.findIndex((part, index) => part !== two[index]);
  return place >= 0 && one[place]! < two[place]!;
}

/** Return three numbers of `version`, its stage (0 to 2 for alpha, beta and candidate, 3 for a release), and its number. */
function parseVersion(version: string): number[] {
  const match = /^v?(\d+(?:\.\d+)*)(?:[-_.]?(a|b|c|rc|alpha|beta|pre|preview)[-_.]?(\d*))?/i.exec(version);
  const numbers = (match?.[1] ?? "").split(".").map(Number);
  const letter = match?.[2]?.toLowerCase()[0];
  const stage = letter === undefined ? 3 : Math.min("abcpr".indexOf(letter), 2);
  return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0, stage, Number(match?.[3] ?? 0)];
}
