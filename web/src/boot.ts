// Unpacks the page's own script, which is as large as the rest of the page and gzipped like the files of the worker.
import { scriptOf } from "./stored";

const files = await (await fetch("files.json")).json();
await import(await scriptOf(new URL(files["main.js"], document.baseURI).href));
