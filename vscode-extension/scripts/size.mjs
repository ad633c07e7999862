// Tells how large the package is.

import { statSync } from "node:fs";

console.log(`gbr-lsp.vsix: ${(statSync(new URL("../gbr-lsp.vsix", import.meta.url)).size / 1024).toFixed(0)} kB`);
