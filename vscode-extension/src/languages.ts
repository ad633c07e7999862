// The documents that the server reads: the language ids that editors have for them, and where they may stand.

export const LANGUAGES = [
  "pgn",
  "markdown",
  "latex",
  "tex",
  "plaintex",
  "plaintext",
  "text",
  "restructuredtext",
  "rst",
  "asciidoc",
  "org",
  "typst",
  "quarto",
  "rmd",
  "html",
  "csv",
  "tsv",
  "json",
  "jsonl",
  "yaml",
] as const;

/** Without `git` and the like: the old side of a comparison cannot be edited. */
export const SCHEMES = ["file", "untitled", "vscode-vfs"] as const;

export const SELECTOR = SCHEMES.flatMap((scheme) => LANGUAGES.map((language) => ({ scheme, language })));

/** Whether the server reads a document. */
export function isRead(document: { languageId: string; uri: { scheme: string } }): boolean {
  const { languageId, uri } = document;
  return (LANGUAGES as readonly string[]).includes(languageId) && (SCHEMES as readonly string[]).includes(uri.scheme);
}
