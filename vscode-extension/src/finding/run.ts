// Runs a program and collects its output: without a shell, outside the workspace, with a time limit.

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

/**
 * Run `program` for at most `LONGEST` ms and return its output. The status is the exit code, or a word such as `ENOENT`
 * or `too slow` if the program did not run or did not end.
 */
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
