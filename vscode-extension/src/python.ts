// The selected Python environment, from the Python extension if it is installed.

import * as vscode from "vscode";

const LONGEST = 8_000;

interface Environments {
  getActiveEnvironmentPath(resource?: vscode.Uri): { readonly id: string; readonly path: string };
  resolveEnvironment(path: unknown): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
}

/**
 * Return the path of the selected environment's interpreter. Return undefined if there is no Python extension or no
 * interpreter, or if an answer takes more than `LONGEST` ms.
 */
export async function findInterpreter(log: (line: string) => void): Promise<string | undefined> {
  try {
    const environments = await limitTime(findEnvironments());
    if (!environments) return undefined;
    const chosen = environments.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri);
    return (await limitTime(environments.resolveEnvironment(chosen)))?.executable.uri?.fsPath;
  } catch (error) {
    log(`environment: the Python extension does not answer: ${(error as Error).message}`);
    return undefined;
  }
}

/** Call `onChange` at each new selection of an environment; return undefined if there is no Python extension. */
export async function follow(onChange: () => void): Promise<vscode.Disposable | undefined> {
  try {
    return (await findEnvironments())?.onDidChangeActiveEnvironmentPath(onChange);
  } catch {
    return undefined;
  }
}

async function findEnvironments(): Promise<Environments | undefined> {
  const extension = vscode.extensions.getExtension("ms-python.python");
  if (!extension) return undefined;
  const api = (await extension.activate()) as { environments?: Environments } | undefined;
  return api?.environments;
}

function limitTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing said in ${LONGEST / 1000} s`)), LONGEST);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
