// Real files for tests: texts in the folder GBR_CORPORA, PDF and Word files in GBR_PROOFS, and those of the documentation.
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** The folders, next to the repository by default. */
export const CORPORA = process.env.GBR_CORPORA ?? join(root, "..", "shared", "corpora");
export const PROOFS = process.env.GBR_PROOFS ?? join(root, "..", "shared", "proofs");

const filesIn = (folder, pattern) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .filter((name) => pattern.test(name))
        .sort()
        .map((name) => join(folder, name))
    : [];

/** Return the paths of the texts. */
export const corpusFiles = () => filesIn(CORPORA, /\.(txt|pgn)$/);

/** Return the paths of the PDF and Word files. */
export const printedFiles = () =>
  [PROOFS, join(root, "docs", "printed")]
    .flatMap((folder) => filesIn(folder, /\.(pdf|docx)$/))
    .filter((path) => !/^(~|\.)/.test(basename(path)));
