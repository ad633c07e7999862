// A plain static server for site/: serve.mjs PORT
import { createServer } from "node:http";
import { readFile, stat } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json" };
const site = join(dirname(fileURLToPath(import.meta.url)), "site");

/** A server that listens; `sent` counts the bytes of its answers. */
export function serve(port = 0) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    try {
      const file = join(site, path.endsWith("/") ? `${path}index.html` : path);
      const data = await readFile(file);
      const type = TYPES[extname(path) || ".html"] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, "last-modified": (await stat(file)).mtime.toUTCString() });
      server.sent += data.length;
      response.end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.sent = 0;
  return new Promise((ready) => server.listen(port, "127.0.0.1", () => ready(server)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const server = await serve(Number(process.argv[2] ?? 8080));
  console.log(`http://localhost:${server.address().port}/`);
}
