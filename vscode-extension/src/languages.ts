// The language ids and URI schemes of the documents that the server reads.

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
  "mediawiki",
  "wikitext",
  "quarto",
  "rmd",
  "html",
  "csv",
  "tsv",
  "json",
  "jsonl",
  "yaml",
] as const;

/** URI schemes of editable documents; `git` is missing, because the old side of a comparison is read-only. */
export const SCHEMES = ["file", "untitled", "vscode-vfs"] as const;

export const SELECTOR = SCHEMES.flatMap((scheme) => LANGUAGES.map((language) => ({ scheme, language })));

export function isRead(document: { languageId: string; uri: { scheme: string } }): boolean {
  const { languageId, uri } = document;
  return (LANGUAGES as readonly string[]).includes(languageId) && (SCHEMES as readonly string[]).includes(uri.scheme);
}
