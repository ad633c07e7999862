// The first text on the page, with a slip that a click corrects.
export const SAMPLE = {
  name: "sample.md", kind: "markdown", codec: "utf-8", bom: false, text: `# A pawn against a rook

The king must choose his steps with care: one square amiss, and the rook stops the pawn.

G. Barbier and F. Saavedra, 1895

+0300.10b6a2 2/2

\`8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\`

1.c7 Rd6+ 2.Kb5 Rd5+ 3.Kb4 Rd4+ 4.Kb3 Rd3+ 5.Kc2 Rd4 6.c8R Ra4 7.Kb3
` };
