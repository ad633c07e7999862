// Resolves paths from settings and finds programs on the PATH. Runs no program.

import * as path from "node:path";

export interface Folder {
  readonly name: string;
  readonly path: string;
}

/** The environment that determines the meaning of a path. */
export interface Place {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly folders: readonly Folder[];
  isFile(path: string): boolean;
  realPath(path: string): string;
}

/**
 * Return `written` with `~` and variables such as `${userHome}` and `${env:NAME}` replaced; unset environment variables
 * are empty. Throws an error with a message if a variable is unknown or a folder missing.
 */
export function expand(written: string, place: Place): string {
  const first = place.folders[0]?.path;
  const text = written.trim().replace(/\$\{([^}]*)\}/g, (whole: string, name: string) => {
    const [kind, argument] = name.split(/:(.*)/s) as [string, string | undefined];
    if (kind === "userHome") return place.home;
    if (kind === "env" && argument) return place.env[argument] ?? "";
    if (kind === "workspaceFolder" || kind === "workspaceRoot") {
      const folder = argument ? place.folders.find((one) => one.name === argument)?.path : first;
      if (folder !== undefined) return folder;
      throw new Error(argument ? `no folder of the workspace is called ${argument}` : "no folder is open");
    }
    throw new Error(`${whole} is not known here`);
  });
  return /^~(?=$|[\\/])/.test(text) ? place.home + text.slice(1) : text;
}

/**
 * Return the path of the file that `written` names, or undefined if there is no such file. `written` is an absolute
 * path, a path relative to the first folder of the workspace, or a bare name, searched as in `findOnPath`. Throws like
 * `expand`.
 */
export function locate(written: string, place: Place, avoid: readonly string[] = []): string | undefined {
  const rules = pathsOf(place);
  const text = expand(written, place);
  if (rules.isAbsolute(text)) return findProgram(text, place);
  if (!/[\\/]/.test(text)) return findOnPath(text, place, avoid);
  const first = place.folders[0]?.path;
  return first === undefined ? undefined : findProgram(rules.resolve(first, text), place);
}

/** Return the path of program `name` on the PATH; skip relative entries, and programs inside a folder in `avoid`. */
export function findOnPath(name: string, place: Place, avoid: readonly string[] = []): string | undefined {
  const rules = pathsOf(place);
  const entries = (place.env["PATH"] ?? place.env["Path"] ?? "").split(rules.delimiter);
  for (const entry of entries.map((one) => one.replace(/^"(.*)"$/, "$1"))) {
    if (!rules.isAbsolute(entry) || avoid.some((folder) => isWithin(entry, folder, place))) continue;
    const program = findProgram(rules.join(entry, name), place);
    if (program !== undefined && !avoid.some((folder) => isWithin(program, folder, place))) return program;
  }
  return undefined;
}

/** Return true if `inner` is `folder` or inside it, after resolving symbolic links. */
export function isWithin(inner: string, folder: string, place: Place): boolean {
  const rules = pathsOf(place);
  const way = rules.relative(place.realPath(folder), place.realPath(inner));
  return way === "" || (way !== ".." && !way.startsWith(`..${rules.sep}`) && !rules.isAbsolute(way));
}

/**
 * Return the path of the program `file` if it exists. On Windows add `.exe` or `.com` if the extension is missing, but
 * not `.bat` or `.cmd`: a batch file needs a shell.
 */
function findProgram(file: string, place: Place): string | undefined {
  const endings = place.platform === "win32" && !/\.(exe|com|bat|cmd)$/i.test(file) ? [".exe", ".com"] : [""];
  return endings.map((ending) => file + ending).find((one) => place.isFile(one));
}

function pathsOf(place: Place): path.PlatformPath {
  return place.platform === "win32" ? path.win32 : path.posix;
}
