// Where the built-in server finds a file of the machine. For it every path is one of POSIX: `C:\Texts` is `/c:/Texts`, and
// `\\server\share\texts` is `/unc/server/share/texts`. Each drive, share or top folder is mounted at its own place.

import type { Mount } from "../../../web/src/host_messages";

/** A path of the server, and what must be mounted for it; nothing can be mounted for a file in `/`. */
export interface Place {
  readonly path: string;
  readonly mount?: Mount;
}

/** Top folders that have others in the server: its own library, and what is no file. */
export const RESERVED = new Set(["dev", "lib", "proc", "sys"]);

/** Return the place of the absolute path `path`; undefined if it is not one of `platform`. */
export function placeOf(path: string, platform: NodeJS.Platform): Place | undefined {
  if (platform !== "win32") {
    const top = /^\/([^/]+)\//.exec(`${path}/`)?.[1];
    if (!path.startsWith("/")) return undefined;
    if (top === undefined || RESERVED.has(top)) return { path };
    return { path, mount: { root: `/${top}`, at: `/${top}` } };
  }
  const slashes = path.replaceAll("\\", "/");
  const [, drive, inner] = /^([a-z]):(\/.*)?$/is.exec(slashes) ?? [];
  if (drive) {
    const at = `/${drive.toLowerCase()}:`;
    return { path: at + (inner ?? "/"), mount: { root: `${drive.toLowerCase()}:\\`, at } };
  }
  const [, server, share, rest] = /^\/\/([^/?.][^/]*)\/([^/]+)(\/.*)?$/s.exec(slashes) ?? [];
  if (!server) return undefined;
  const at = `/unc/${server}/${share}`;
  return { path: at + (rest ?? "/"), mount: { root: `\\\\${server}\\${share}\\`, at } };
}

/** Return the path of the machine for the path `path` of the server, the inverse of `placeOf`. */
export function machinePath(path: string, platform: NodeJS.Platform): string {
  if (platform !== "win32") return path;
  const plain = path.replace(/^\/unc\//, "//").replace(/^\/([a-z]:)/i, "$1");
  return plain.replaceAll("/", "\\");
}
