// The page of the installed extension: README.md with its pictures inside it.
//
// The editor shows the page of an installed extension without the extension's folder: of pictures it loads only those
// from the web, for which this project has no address, and those that are data.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const PICTURE = /(!\[[^\]]*\]\()(images\/[a-z-]+\.png)(\))/g;

/** README.md, each picture as a data URI in the place of its path. */
export function inlinePictures(readme, folder = ".") {
  return readme.replace(PICTURE, (_, before, path, behind) => {
    const data = readFileSync(`${folder}/${path}`).toString("base64");
    return `${before}data:image/png;base64,${data}${behind}`;
  });
}

if (process.argv[1]?.endsWith("page.mjs")) {
  mkdirSync("build", { recursive: true });
  writeFileSync("build/README.md", inlinePictures(readFileSync("README.md", "utf8")));
}
