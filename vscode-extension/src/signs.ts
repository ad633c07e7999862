// Signs of a GBR code, or of a board that may have one. They decide only whether the server is started; the server
// decides whether a text is a code. Both kinds of error are allowed, but dates and prices must not start the server.

const SQUARE = "[a-h][1-8]";
const CLASS = "[0-9OoIl]{4}[.,:]?[0-9OoIl]{1,2}";
const GAP = "[\\s~]{0,4}";
const MEN = "[KQRBNSP]";

const CODES = [
  // Two squares next to a class: `=0323.12g3g1`, `g3g1 0323.12`, `0323.12. g3g1`.
  `(?:${SQUARE}){2}${GAP}(?:[-−]?[+=−]\\s?)?${CLASS}(?![0-9])`,
  `(?<![0-9A-Za-z.])${CLASS}\\.?${GAP}(?:${SQUARE}){2}`,
  // A sign before a class without kings: `=0323.12`; the value of a `Black` tag.
  `(?:^\\s{0,8}[-−]?[+=−]\\s?|[\\s([{"'\`$][-−]?[+=−])[0-9]{4}\\.[0-9]{2}(?![0-9.,;])`,
  `\\[Black\\s+"\\(`,
  // The name of the notation before four digits: `GBR 0323`; ignore comments.
  `\\b(?:GBR|gbr)\\b[^\\n]{0,40}?[0-9]{4}`,
  `\\bgbr:\\s?ignore`,
  // Material before a class: `KRP v KR 0400`.
  `\\bK${MEN}*(?:\\s?(?:-|vs?\\.?)\\s?|\\s+)K${MEN}*\\s+[0-9]{4}\\b`,
];

const BOARDS = [
  // The placement of a FEN; board macros of LaTeX; a rank in a chess font.
  `(?:[1-8KQRBNPkqrbnp]{1,8}\\\\?/){7}[1-8KQRBNPkqrbnp]{1,8}`,
  `\\\\(?:pieces|chessboard|fenboard|newgame)\\b`,
  `(?:^|\\s)9[-+A-Za-z]{8,16}0`,
];

const SIGNS = new RegExp([...CODES, ...BOARDS].join("|"), "m");

/** Return true if `text` contains a sign of a code or a board. */
export function hasSigns(text: string): boolean {
  return SIGNS.test(text);
}

/** An unfinished code or move at the end of a text: `=0323.12g`, `12.Nf`. */
const BEGUN = /(?<![^\s([{"'`$~|*_])[(=+]*(?:\d{1,3}(?:\.{1,3}|…))?\p{Lu}?[a-hxO0-9.:+#=/-]*$/u;
/** A goal at the end of a text, after a class, its squares or a control: `Dra` in `4/5 Dra`. */
const GOAL = /(?<=(?:\d\.\d\d[a-h1-8.]*|\d\/\d{1,2})[)\]]?\s+)\p{L}+$/u;
const LONGEST = 200;

/**
 * Return the length of the unfinished code, move or goal at the end of `before`, in UTF-16 units. Return 0 if there is
 * none, or if it has at least `LONGEST` units.
 */
export function beginsCode(before: string): number {
  const near = before.slice(-LONGEST);
  const length = (BEGUN.exec(near) ?? GOAL.exec(near))?.[0].length ?? 0;
  return length < LONGEST ? length : 0;
}
