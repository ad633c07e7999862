// The kinds of texts, and how a text without a file name is recognized.

/** What the page knows about a kind: its name for users, and the ending of its files. */
interface Kind {
  readonly name: string;
  readonly ending: string;
}

/** The kinds of texts by the language ids of the protocol. */
export const KINDS: Readonly<Record<string, Kind>> = {
  plaintext: { name: "Plain text", ending: "txt" },
  pgn: { name: "PGN", ending: "pgn" },
  markdown: { name: "Markdown", ending: "md" },
  latex: { name: "LaTeX", ending: "tex" },
  csv: { name: "Table (CSV)", ending: "csv" },
  tsv: { name: "Table (tabs)", ending: "tsv" },
  html: { name: "HTML", ending: "html" },
  asciidoc: { name: "AsciiDoc", ending: "adoc" },
  restructuredtext: { name: "reStructuredText", ending: "rst" },
  org: { name: "Org", ending: "org" },
  typst: { name: "Typst", ending: "typ" },
  mediawiki: { name: "MediaWiki", ending: "wiki" },
  json: { name: "JSON", ending: "json" },
  yaml: { name: "YAML", ending: "yaml" },
};

/** The kinds of documents that are only shown. */
export const DOCUMENTS: Readonly<Record<string, string>> = { pdf: "PDF", word: "Word" };

/** Code units; no more of a text is read to recognize it. */
const MAX_READ = 100_000;
const MAX_LINES = 400;

/** Return true if `kind` is a kind of text. */
export const isTextKind = (kind: string): boolean => Object.hasOwn(KINDS, kind);

/** Return `name` with the ending of `kind`: `sample.md` and `pgn` → `sample.pgn`. */
export function renameTo(kind: string, name: string): string {
  const ending = KINDS[kind]?.ending ?? "txt";
  const stem = name.replace(/\.[A-Za-z0-9]{1,8}$/, "") || "text";
  return `${stem}.${ending}`;
}

/** The share of `lines` that `pattern` matches. */
const share = (lines: readonly string[], pattern: RegExp): number =>
  lines.length ? lines.filter((line) => pattern.test(line)).length / lines.length : 0;

const has = (text: string, ...patterns: RegExp[]): boolean => patterns.some((pattern) => pattern.test(text));

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Return the kind of `text` by its content; plain text if nothing decides. */
export function kindOf(text: string): string {
  const head = text
    .slice(0, MAX_READ)
    .replace(/\r\n?/g, "\n")
    .replace(/^\uFEFF/, "");
  const lines = head
    .split("\n")
    .slice(0, MAX_LINES)
    .filter((line) => line.trim());
  // A heading of Markdown in the first line: code of other kinds is quoted in such a text.
  if (/^# (?!gbr:)\S/.test(lines[0] ?? "") && lines.some((line) => !/^(?:#|\s*[\w-]+:|\s*- )/.test(line)))
    return "markdown";
  const tests: readonly (readonly [string, (head: string, lines: readonly string[]) => boolean])[] = [
    ["pgn", isPgn],
    ["json", isJson],
    ["html", isHtml],
    ["latex", isLatex],
    ["tsv", (_, lines) => isTable(lines, "\t")],
    ["csv", (_, lines) => [",", ";", "|"].some((separator) => isTable(lines, separator))],
    ["typst", isTypst],
    ["org", isOrg],
    ["asciidoc", isAsciidoc],
    ["restructuredtext", isRest],
    ["mediawiki", isMediawiki],
    ["yaml", isYaml],
    ["markdown", isMarkdown],
  ];
  return tests.find(([, test]) => test(head, lines))?.[0] ?? "plaintext";
}

/** Records start with tags; comments and escapes may come before them. */
function isPgn(_: string, lines: readonly string[]): boolean {
  const first = lines.find((line) => !/^\s*[;%]/.test(line)) ?? "";
  return /^\s*\[\s*\w+\s+"/.test(first);
}

function isJson(head: string): boolean {
  const text = head.trim();
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The end of a long text is not read. Each line of JSON Lines is an object.
    return /^[[{]\s*(?:[[{]\s*)?"[^"\n]*"\s*[:,\]]/.test(text) && !/^\[\w+\s+"/.test(text);
  }
}

const isHtml = (head: string): boolean =>
  has(head, /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body)\b/i) ||
  has(head, /^\s*<(?:p|div|table|h[1-6]|article|section|ul|ol|dl|pre|center|b|i|font|span|figure)\b[^>]*>/i);

const isLatex = (head: string): boolean =>
  has(
    head,
    /^[ \t]*\\documentclass\b/m,
    /\\begin\{\w+\*?\}/,
    /\\(?:usepackage|newgame|newchessgame|setchessboard|chessboard|fenboard|mainline|variation|showboard|diagram|board)\b/,
  ) || 2 <= count(head, /\\[A-Za-z]+\{/g);

/** Every line has the same number of cells, at least two; few lines need more cells to be more than prose. */
function isTable(lines: readonly string[], separator: string): boolean {
  const rows = lines.slice(0, 40).map((line) => cellsOf(line, separator));
  const width = rows[0] ?? 0;
  if (rows.length < 2 || width < 2) return false;
  if (separator === "|" && lines.every((line) => /^\s*\|.*\|\s*$/.test(line))) return false;
  const least = separator === "\t" ? 2 : rows.length < 4 ? 3 : 2;
  return least <= width && rows.every((row) => row === width);
}

/** Return the number of cells of a row; separators in quotes do not count. */
function cellsOf(line: string, separator: string): number {
  const plain = line.replace(/"(?:[^"]|"")*"/g, "");
  return plain.split(separator).length;
}

const isTypst = (head: string): boolean =>
  /^[ \t]*#(?:set|show|import|include|let)\s+\S/m.test(head) ||
  (/^(?:= [^\d\s]|={2,} \S)/m.test(head) && /^#\w+[[(]/m.test(head));

const isOrg = (head: string): boolean =>
  has(head, /^#\+\w+(?:\[.*\])?:? /m, /^[ \t]*:PROPERTIES:[ \t]*$/m, /^\*{2,} \S/m, /^#\+begin_/im);

const isRest = (head: string): boolean =>
  has(
    head,
    /^\.\. [\w-]+::/m,
    /^\.\. _[^:\n]+:/m,
    /^([=~^*#"-])\1{2,}\n\S.*\n\1{3,}$/m,
    /:\w+:`[^`\n]+`/,
    /^[^\n]+::\n\n {2,}\S/m,
  );

const isAsciidoc = (head: string): boolean =>
  has(
    head,
    /^(?:= [^\d\s]|={2,5} \S).*[^=\s]$/m,
    /^\|={3,}$/m,
    /^\[\w[^\]\n]*\]\n(?:-{4,}|={4,}|\.{4,}|_{4,}|\*{4,}|\|===)$/m,
  );

const isMediawiki = (head: string): boolean =>
  has(
    head,
    /^={2,6}[^=\n]+={2,6}[ \t]*$/m,
    /^\{\|/m,
    /\{\{\s*[A-Za-z][^{}\n]*[|}]/,
    /\[\[[^[\]\n]+\]\]/,
    /'''[^'\n]+'''/,
  );

/** Front matter of a Markdown text is YAML, but the text after it is not. */
const isYaml = (_: string, lines: readonly string[]): boolean => {
  const own = lines.filter((line) => !/^\s*#|^---\s*$/.test(line));
  const keys = own.filter((line) => /^\s*(?:- )?["']?[A-Za-z_][\w -]*["']?:(?:\s|$)/.test(line)).length;
  return (
    2 <= keys &&
    share(own, /^\s*(?:- )?["']?[A-Za-z_][\w -]*["']?:(?:\s|$)|^\s*- |^\s{2,}\S/) === 1 &&
    /^(?:---|- |["']?[A-Za-z_][\w-]*["']?:)/.test(lines[0] ?? "")
  );
};

const isMarkdown = (head: string, lines: readonly string[]): boolean =>
  has(
    head,
    /^ {0,3}#{1,6} (?!gbr:)\S/m,
    /^ {0,3}(?:```|~~~)/m,
    /^\S.*\n(?:={3,}|-{3,})[ \t]*$/m,
    /\*\*[^*\s][^*\n]*\*\*/,
    /(?<!\w)_[^_\s][^_\n]*_(?!\w)/,
    /\[[^[\]\n]+\]\([^()\s]+\)/,
    /(?<!`)`[^`\n]+`(?!`)/,
    /^\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+/m,
    /^> \S/m,
    /^<!-- .* -->[ \t]*$/m,
  ) || share(lines, /^\s*[-*+] \S/) === 1;
