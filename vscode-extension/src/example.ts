// A Markdown text to try the extension on, with instructions.

/** The first code of `EXAMPLE`, where the caret is at first. */
export const FIRST_CODE = "g3g1 0323.12";

export const EXAMPLE_PATH = "/Four old studies.md";

export const EXAMPLE = `# Four old studies

Point at a code with the mouse: the hover shows the position in words, and its board.
Run "GBR: Show Board" and move the cursor from study to study. The arrow keys on the board step through the moves.

## Kubbel 1925

g3g1 0323.12 a3a2e1g8.h6c3c6 4/5 Draw

1.Bf2+ Kh1 2.h7 c2+ 3.Be3! Rxe3+ 4.Kf2

## Réti 1921

The kings of this code are exchanged. Press Ctrl+. (on a Mac Cmd+.) at the underlined kings to correct them.

a6h8 0000.11 2/2 Draw

\`7K/8/k1P5/7p/8/8/8/8 w - - 0 1\`

1.Kg7! h4 2.Kf6 Kb6 (2...h3 3.Ke7) 3.Ke5! Kxc6 4.Kf4

## Lasker and Reichhelm 1901

The numbers of men after this class are wrong.

a1a7 0000.43 4/3 Win

\`8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1\`

1.Kb1! Kb7 2.Kc1 Kc7 3.Kd1 Kd8 4.Kc2

## Stamma 1737

Complete this code with the squares of the knight and the pawn: Ctrl+Space after the class lists them.

c2a1 0001.01 
`;
