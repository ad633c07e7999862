// Runs a program for its answer: never in a shell, never in the workspace, and not for long.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { parse } from "node:path";

export interface Ran {
  readonly status: number | string;
  readonly out: string;
  readonly error: string;
}

const LONGEST = 20_000;

/** What a program answers; the status is a word where it could not be run or did not end. */
export function run(program: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const cwd = existsSync(homedir()) ? homedir() : parse(process.execPath).root;
    const options = { timeout: LONGEST, killSignal: "SIGKILL" as const, windowsHide: true, cwd };
    const child = execFile(program, [...args], options, (error, out, text) => {
      const status = error?.killed ? "too slow" : (error?.code ?? (error ? "failed" : 0));
      resolve({ status, out, error: text || (error && typeof error.code === "string" ? error.message : "") });
    });
    child.stdin?.end();
  });
}
