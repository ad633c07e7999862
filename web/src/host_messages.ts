// Messages between the extension for VS Code and its built-in server, in addition to the strings of the language server
// protocol.

/** A folder of the machine and its place in the file system of the server. */
export interface Mount {
  readonly root: string;
  readonly at: string;
}

/** What a worker is started with. All paths but those of `mounts` and `base` are paths of the server. */
export interface Start {
  /** The folder with pyodide.asm.wasm and python_stdlib.zip, with a slash at the end. */
  readonly base: string;
  readonly packages: string;
  readonly home: string;
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  /** Where the snapshot of Python's memory is, as a path of the machine, if there is one. */
  readonly snapshot: string;
  /** The worker makes the snapshot and ends. */
  readonly makes?: true;
  /** As `module:name`, what the worker calls with each text that it receives; without it, the worker is a server. */
  readonly calls?: string;
}

export type ToServer =
  | { readonly mount: Mount }
  | { readonly id: number; readonly data: string }
  | { readonly id: number; readonly ended: true };

export type FromServer =
  | { readonly ready: true }
  | { readonly failed: string }
  /** What the function in `calls` has returned. */
  | { readonly output: string }
  /** Starts the engine at a path, or a worker that calls a function. */
  | { readonly start: "engine" | "worker"; readonly id: number; readonly what: string }
  | { readonly id: number; readonly write: string }
  | { readonly id: number; readonly taken: true }
  | { readonly id: number; readonly kill: true };
