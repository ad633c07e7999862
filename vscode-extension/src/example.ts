// A Markdown text to try the extension on, with instructions.

export const EXAMPLE = `# Four old studies

Point at a code with the mouse, and it is told in words, with the board.
Run "GBR: Show Board", and move the cursor from study to study.

## Kubbel 1925

g3g1 0323.12 a3a2e1g8.h6c3c6 4/5 Draw

## Réti 1921

The kings are exchanged here: Ctrl+. (on a Mac Cmd+.) offers the right ones.

a6h8 0000.11 2/2 Draw

\`7K/8/k1P5/7p/8/8/8/8 w - - 0 1\`

## Lasker and Reichhelm 1901

The men are not counted well.

a1a7 0000.43 4/3 Win

\`8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1\`

## Stamma 1737

Write the squares of the knight and of the pawn behind this class: Ctrl+Space offers them.

c2a1 0001.01 
`;
