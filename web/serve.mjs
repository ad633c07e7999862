// A static server for site/, after a build: serve.mjs PORT
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".xml": "application/xml",
  ".txt": "text/plain; charset=utf-8",
  ".map": "application/json",
};
const site = join(dirname(fileURLToPath(import.meta.url)), "site");

/** Return a listening server; its `sent` counts the bytes sent, by path. Reject if the site is not built. */
export async function serve(port = 0) {
  for (const name of ["index.html", "docs/index.html"])
    if (!existsSync(join(site, name))) throw new Error(`site/${name} is missing: run "npm run build" before`);
  const server = createServer(async (request, response) => {
    try {
      const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
      const file = join(site, path.endsWith("/") ? `${path}index.html` : path),
        known = await stat(file);
      if (known.isDirectory()) {
        response.writeHead(301, { location: encodeURI(`${path}/`) }).end();
        return;
      }
      const data = await readFile(file);
      response.writeHead(200, {
        "content-type": TYPES[extname(file)] ?? "application/octet-stream",
        "last-modified": known.mtime.toUTCString(),
      });
      server.sent[path] = (server.sent[path] ?? 0) + data.length;
      response.end(data);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.sent = {};
  await new Promise((ready) => server.listen(port, "127.0.0.1", ready));
  return server;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const server = await serve(Number(process.argv[2] ?? 8080));
  console.log(`http://localhost:${server.address().port}/`);
}
