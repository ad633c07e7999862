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

/** URI scheme of generated texts. Only the example is Markdown and checked. */
export const GENERATED = "gbr";

export const SELECTOR: readonly { scheme: string; language: string }[] = [
  ...SCHEMES.flatMap((scheme) => LANGUAGES.map((language) => ({ scheme, language }))),
  { scheme: GENERATED, language: "markdown" },
];

export function isRead(document: { languageId: string; uri: { scheme: string } }): boolean {
  const { languageId, uri } = document;
  return SELECTOR.some(({ scheme, language }) => scheme === uri.scheme && language === languageId);
}

const FILES = /\.(pgn|md|markdown|tex|ltx|txt|rst|adoc|org|typ|wiki|qmd|rmd|html?|csv|tsv|jsonl?|ya?ml)$/i;

/** Return true for a file on disk whose name is that of a document that the server reads. */
export function isReadFile({ scheme, path }: { scheme: string; path: string }): boolean {
  return scheme === "file" && FILES.test(path);
}

interface Tab {
  readonly input: unknown;
}

/** Return the URIs of the generated texts in tabs. */
export function listGeneratedTexts(groups: readonly { readonly tabs: readonly Tab[] }[]): string[] {
  const uris = groups.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input as { uri?: { scheme: string } } | undefined)?.uri ?? []),
  );
  return uris.filter(({ scheme }) => scheme === GENERATED).map(String);
}
