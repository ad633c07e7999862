// Whether a text has signs of a GBR code, or of a board that may have one. The server decides what a code is; this only
// decides whether the server is started. It may be wrong both ways, but dates and prices must not start the server.

const SQUARE = "[a-h][1-8]";
const CLASS = "[0-9OoIl]{4}[.,:]?[0-9OoIl]{1,2}";
const GAP = "[\\s~]{0,4}";
const MEN = "[KQRBNSP]";

const CODES = [
  // Two squares beside a class: `=0323.12g3g1`, `g3g1 0323.12`, `0323.12. g3g1`.
  `(?:${SQUARE}){2}${GAP}(?:[-−]?[+=−]\\s?)?${CLASS}(?![0-9])`,
  `(?<![0-9A-Za-z.])${CLASS}\\.?${GAP}(?:${SQUARE}){2}`,
  // A sign before a class whose kings are not written yet; the value of a `Black` tag.
  `(?:^\\s{0,8}[-−]?[+=−]\\s?|[\\s([{"'\`$][-−]?[+=−])[0-9]{4}\\.[0-9]{2}(?![0-9.,;])`,
  `\\[Black\\s+"\\(`,
  // The name of the notation with digits after it, and comments to the linter.
  `\\b(?:GBR|gbr)\\b[^\\n]{0,40}?[0-9]{4}`,
  `\\bgbr:\\s?ignore`,
  // Material in words before a class.
  `\\bK${MEN}*(?:\\s?(?:-|vs?\\.?)\\s?|\\s+)K${MEN}*\\s+[0-9]{4}\\b`,
];

const BOARDS = [
  // A FEN; lists of pieces in LaTeX; a rank of a chess font.
  `(?:[1-8KQRBNPkqrbnp]{1,8}\\\\?/){7}[1-8KQRBNPkqrbnp]{1,8}`,
  `\\\\(?:pieces|chessboard|fenboard|newgame)\\b`,
  `(?:^|\\s)9[-+A-Za-z]{8,16}0`,
];

const SIGNS = new RegExp([...CODES, ...BOARDS].join("|"), "m");

/** Whether something in a text may be a code or a board. */
export function hasSigns(text: string): boolean {
  return SIGNS.test(text);
}

/** The end of a text that a code or a move may begin with: letters of files and men, digits, points and signs. */
const BEGUN = /(?<![^\s([{"'`$~|*_])[(=+]*(?:\d{1,3}(?:\.{1,3}|…))?\p{Lu}?[a-hxO0-9.:+#=/-]*$/u;
/** The word behind a class, its squares or a control, which is its goal: `4/5 Dra`. */
const GOAL = /(?<=(?:\d\.\d\d[a-h1-8.]*|\d\/\d{1,2})[)\]]?\s+)\p{L}+$/u;
const LONGEST = 200;

/** How many characters before a cursor may be a code with its goal, or a move, that is being typed. */
export function beginsCode(before: string): number {
  const near = before.slice(-LONGEST);
  const length = (BEGUN.exec(near) ?? GOAL.exec(near))?.[0].length ?? 0;
  return length < LONGEST ? length : 0;
}
