// The snapshot of Python's memory, from which later visits start. It is made once, in a worker that sees no text.

import { Client, hasStoredSnapshot } from "./client";

/** Milliseconds without an event of the user, before the snapshot is made. */
const IDLE = 4_000;
/** Bytes that the browser must be able to store. */
const SPACE = 200_000_000;

/** Make the snapshot once the user is idle, unless it is there, or the browser or the machine lacks the room. */
export async function makeWhenIdle(): Promise<void> {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? 8;
  if (quota - usage < SPACE || memory < 4 || (await hasStoredSnapshot())) return;
  let timer = 0;
  const events = ["keydown", "pointerdown", "wheel"];
  const wait = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      for (const one of events) removeEventListener(one, wait, true);
      make();
    }, IDLE);
  };
  for (const one of events) addEventListener(one, wait, { capture: true, passive: true });
  wait();
}

function make(): void {
  const maker = new Client([], true);
  const end = (): void => {
    maker.onFailure = () => {};
    maker.end("");
  };
  maker.onReady = end;
  // A snapshot is never needed.
  maker.onFailure = end;
}
