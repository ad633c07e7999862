// Unpacks and runs the page's script, which is large and therefore gzipped like the files of the worker.
import { scriptOf } from "./stored";

const files = await (await fetch("files.json")).json();
await import(await scriptOf(new URL(files["main.js"], document.baseURI).href));
