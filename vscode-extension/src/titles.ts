// The paths of generated texts, whose last part is the title of the tab. Independent of VS Code.

const LONGEST = 60;

/** Return the path of a text with `title`: "Studies: 1/2" → "/Studies: 1-2.txt". */
export function pathOf(title: string): string {
  const line = title
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .replaceAll(/[/\\]/g, "-")
    .trim();
  return `/${[...line].slice(0, LONGEST).join("").trim()}.txt`;
}

/** Return the path of the explanation `text`, whose first line has the code. */
export function explanationPath(text: string): string {
  return pathOf(`Explanation of ${/^.*/.exec(text)?.[0]}`);
}
