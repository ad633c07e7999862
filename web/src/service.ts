// The service worker: stores the files of this build, so that the page opens without a network.
import { STORE, fetchStored } from "./stored";

declare const VERSION: string;
declare const FILES: string[];
declare const LARGE: string[];
/** The files of readers, which are stored when they are first needed. */
declare const EXTRA: string[];
const worker = self as unknown as ServiceWorkerGlobalScope;
interface ServiceWorkerGlobalScope {
  addEventListener(type: string, listener: (event: any) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
}
const OURS = "gbr-lsp-page-";
const at = (name: string) => worker.registration.scope + name;

worker.addEventListener("install", (event) =>
  event.waitUntil(
    caches
      .open(OURS + VERSION)
      .then((cache) => cache.addAll(FILES))
      .then(() => Promise.all(LARGE.map((name) => fetchStored(at(name)))))
      .then(() => worker.skipWaiting()),
  ),
);
worker.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith(OURS) && name !== OURS + VERSION).map((name) => caches.delete(name)),
        ),
      )
      .then(() => caches.open(STORE))
      .then(async (cache) =>
        Promise.all(
          (await cache.keys())
            .filter(({ url }) => ![...LARGE, ...EXTRA].some((name) => url === at(name)))
            .map((request) => cache.delete(request)),
        ),
      )
      .then(() => worker.clients.claim()),
  ),
);
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  // The documentation is not stored.
  const path = request.url.slice(worker.registration.scope.length);
  if (request.method !== "GET" || path.startsWith("docs/")) return;
  event.respondWith(
    path.endsWith(".gz")
      ? fetchStored(request.url)
      : caches
          .open(OURS + VERSION)
          .then(async (cache) => (await cache.match(request, { ignoreSearch: true })) ?? fetch(request)),
  );
});
