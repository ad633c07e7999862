// The examples of the page. Each has a slip that a click corrects.

import type { Draft } from "./drafts";

/** The exchanged kings were printed in EG 190; positions, moves and names are facts. */
const BOOK = `# Pawns and steps

A. O. Herbstman, 1st prize Shakhmaty v SSSR 1956

\`8/6b1/4Kpk1/6p1/6B1/6PP/8/8 w - - 0 1\`

g6e6 0040.22 4/4 Win

The king must choose his steps with care: one square amiss, and the rook stops the pawn.

G. Barbier and F. Saavedra, 1895

\`8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\`

+0300.10b6a1 2/2

1.c7 Rd6+ 2.Kb5 Rd5+ 3.Kb4 Rd4+ 4.Kb3 Rd3+ 5.Kc2 Rd4 (5...Rd2+ 6.Kxd2) 6.c8R Ra4 7.Kb3
`;

const RECORD = `[Event "Prague"]
[White "Reti=R"]
[Black "(=0000.11h8a6)"]
[Date "1921.??.??"]
[Result "1/2-1/2"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]

1. Kg7 h4 2. Kf6 Kb6 (2... h3 3. Ke7 h2 4. c7) 3. Ke5 h3 4. Kd6 h2 5. c7 Kb7
6. Kd7 1/2-1/2

[Event "Weekly Citizen"]
[White "Saavedra=F"]
[Black "(+0300.10b6a2)"]
[Date "1895.??.??"]
[Result "1-0"]
[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]

1. c7 Rd6+ 2. Kb5 Rd5+ 3. Kb4 Rd4+ 4. Kb3 Rd3+ 5. Kc2 Rd4 6. c8=R Ra4 7. Kb3 1-0
`;

const TABLE = `Author,Year,GBR,Control,FEN
"Réti, R.",1921,=0000.11h8a6,2/2,7K/8/k1P5/7p/8/8/8/8 w - - 0 1
"Saavedra, F.",1895,+0300.10b6a1,2/3,8/8/1KP5/3r4/8/8/8/k7 w - - 0 1
"Herbstman, A. O.",1956,+0040.22e6g6,4/4,8/6b1/4Kpk1/6p1/6B1/6PP/8/8 w - - 0 1
`;

export interface Example {
  readonly title: string;
  readonly draft: Draft;
  /** The text that the caret is put before. */
  readonly at: string;
}

const draft = (name: string, kind: string, text: string): Draft => ({
  name,
  kind,
  text,
  codec: "utf-8",
  bom: false,
  isExample: true,
  isRecognized: true,
});

export const EXAMPLES: readonly Example[] = [
  { title: "A page of a book", draft: draft("page.md", "markdown", BOOK), at: "g6e6" },
  { title: "A PGN record", draft: draft("records.pgn", "pgn", RECORD), at: "+0300" },
  { title: "A table", draft: draft("studies.csv", "csv", TABLE), at: "2/3" },
];
