// The outlines of the men, from the drawings of the server, as the module `gbr:shapes` for esbuild.

import { spawnSync } from "node:child_process";

const PROGRAM = "import json; from gbr_lsp.boards.drawing import SHAPES; print(json.dumps(SHAPES))";

export const shapes = {
  name: "shapes",
  setup(it) {
    it.onResolve({ filter: /^gbr:shapes$/ }, ({ path }) => ({ path, namespace: "shapes" }));
    it.onLoad({ filter: /./, namespace: "shapes" }, () => ({ contents: readOutlines(), loader: "json" }));
  },
};

/** The outlines as JSON. Throws where no Python can be run. */
function readOutlines() {
  const run = spawnSync(process.execPath, ["scripts/python.mjs", "-c", PROGRAM], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: ".." },
  });
  if (run.status) throw new Error(run.stderr);
  return run.stdout;
}
