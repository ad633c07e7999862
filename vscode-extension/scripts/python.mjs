// Runs a script with the first Python that is new enough to build with.

import { spawnSync } from "node:child_process";

const NEW_ENOUGH = "import sys, pip; sys.exit(sys.version_info < (3, 11))";
const pythons = process.env.PYTHON ? [process.env.PYTHON] : ["python3", "python", "python3.11", "py"];
const python = pythons.find((name) => spawnSync(name, ["-c", NEW_ENOUGH], { stdio: "ignore" }).status === 0);
if (!python) {
  console.error("Building needs a Python of version 3.11 or later with pip; the variable PYTHON can name it.");
  process.exit(1);
}
process.exit(spawnSync(python, process.argv.slice(2), { stdio: "inherit" }).status ?? 1);
