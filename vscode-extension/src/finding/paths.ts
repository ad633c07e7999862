// Paths as users write them in settings, and programs on the PATH. Nothing here runs anything.

import * as path from "node:path";

export interface Folder {
  readonly name: string;
  readonly path: string;
}

/** What the meaning of a path depends on. */
export interface Place {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly folders: readonly Folder[];
  isFile(path: string): boolean;
  realPath(path: string): string;
}

/** A path with `~` and variables replaced; a word in `${}` that is not known is an error with a message. */
export function expanded(written: string, place: Place): string {
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

/** The file that a setting names: absolute, from the first folder of the workspace on, or a bare name on the PATH. */
export function located(written: string, place: Place, avoid: readonly string[] = []): string | undefined {
  const rules = flavor(place);
  const text = expanded(written, place);
  if (rules.isAbsolute(text)) return asProgram(text, place);
  if (!/[\\/]/.test(text)) return onPath(text, place, avoid);
  const first = place.folders[0]?.path;
  return first === undefined ? undefined : asProgram(rules.resolve(first, text), place);
}

/** A program on the PATH. Entries that are relative, or lie within one of the folders to avoid, are passed over. */
export function onPath(name: string, place: Place, avoid: readonly string[] = []): string | undefined {
  const rules = flavor(place);
  const entries = (place.env["PATH"] ?? place.env["Path"] ?? "").split(rules.delimiter);
  for (const entry of entries.map((one) => one.replace(/^"(.*)"$/, "$1"))) {
    if (!rules.isAbsolute(entry) || avoid.some((folder) => isWithin(entry, folder, place))) continue;
    const program = asProgram(rules.join(entry, name), place);
    if (program !== undefined && !avoid.some((folder) => isWithin(program, folder, place))) return program;
  }
  return undefined;
}

/** Whether a path lies within a folder, links followed. */
export function isWithin(inner: string, folder: string, place: Place): boolean {
  const rules = flavor(place);
  const way = rules.relative(place.realPath(folder), place.realPath(inner));
  return way === "" || (way !== ".." && !way.startsWith(`..${rules.sep}`) && !rules.isAbsolute(way));
}

/** The file itself, or on Windows the one with the ending of programs; batch files cannot be started without a shell. */
function asProgram(file: string, place: Place): string | undefined {
  const endings = place.platform === "win32" && !/\.(exe|com|bat|cmd)$/i.test(file) ? [".exe", ".com"] : [""];
  return endings.map((ending) => file + ending).find((one) => place.isFile(one));
}

function flavor(place: Place): path.PlatformPath {
  return place.platform === "win32" ? path.win32 : path.posix;
}
