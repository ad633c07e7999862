// Files for the drive: a PDF with the characters of Japanese, and the printed examples of the documentation.

import { readFileSync } from "node:fs";

export const PRINTED = readFileSync(new URL("../../docs/printed/page.pdf", import.meta.url));
export const MANUSCRIPT = readFileSync(new URL("../../docs/printed/manuscript.docx", import.meta.url));
const example = (name) => readFileSync(new URL(`../../docs/examples/${name}`, import.meta.url), "utf8");
export const TEXTS = {
  markdown: example("manuscript.md"),
  latex: example("manuscript.tex"),
  plaintext: example("manuscript.txt"),
  pgn: example("collection.pgn"),
};

/** Return a PDF that shows `shown`, an operand of Tj, in `font`; other objects are numbered from 5. */
function pdf(shown, font, ...others) {
  const content = `BT /F1 12 Tf 72 720 Td ${shown} Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 ${font}>>>>>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ...others,
  ];
  let data = "%PDF-1.4\n",
    table = "0000000000 65535 f \n";
  objects.forEach((object, index) => {
    table += `${String(data.length).padStart(10, "0")} 00000 n \n`;
    data += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  return `${data}xref\n0 ${objects.length + 1}\n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${data.length}\n%%EOF\n`;
}
export const JAPANESE = pdf(
  "<82b182ea>",
  "5 0 R",
  "<</Type/Font/Subtype/Type0/BaseFont/Ryumin/Encoding/90ms-RKSJ-H/DescendantFonts[6 0 R]>>",
  "<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 7 0 R>>",
  "<</Type/FontDescriptor/FontName/Ryumin/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>",
);
