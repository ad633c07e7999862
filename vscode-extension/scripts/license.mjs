// The license of the repository goes into the package, and is in the tree once.

import { copyFileSync } from "node:fs";

copyFileSync(new URL("../../LICENSE", import.meta.url), new URL("../LICENSE", import.meta.url));
