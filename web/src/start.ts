// Unpacks and runs the page's script: a plain static server compresses nothing.
export {};
const base = new URL("./", document.baseURI).href;
const files: Record<string, string> = await (await fetch(`${base}files.json`)).json();
const packed = await fetch(base + files["main.js"]);
const body = packed.body!.pipeThrough(new DecompressionStream("gzip"));
const script = await new Response(body, { headers: { "content-type": "text/javascript" } }).blob();
await import(URL.createObjectURL(script));
