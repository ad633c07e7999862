// Keeps the files of this build, so that the page opens without a network.
declare const VERSION: string;
declare const FILES: string[];
const worker = self as unknown as ServiceWorkerGlobalScope;
interface ServiceWorkerGlobalScope {
  addEventListener(type: string, listener: (event: any) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
}
const OURS = "gbr-lsp-";

worker.addEventListener("install", (event) => event.waitUntil(
  caches.open(OURS + VERSION).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "force-cache" })))).then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(caches.keys()
  .then((names) => Promise.all(names.filter((name) => name.startsWith(OURS) && name !== OURS + VERSION).map((name) => caches.delete(name))))
  .then(() => worker.clients.claim())));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  // The documentation beside the page is not kept.
  const path = request.url.slice(worker.registration.scope.length);
  if (request.method !== "GET" || path.startsWith("docs/")) return;
  event.respondWith(caches.open(OURS + VERSION).then(async (cache) => {
    const known = await cache.match(request, { ignoreSearch: true });
    if (known) return known;
    const response = await fetch(request);
    if (response.ok && /\.gz$/.test(path)) await cache.put(request, response.clone());
    return response;
  }));
});
