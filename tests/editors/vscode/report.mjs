// What a part of the test saw, line by line, and how it waits.

import { setTimeout as pause } from "node:timers/promises";

/** The end of a part; `told` is whether its line was written already. */
export const failure = (message, told = false) => Object.assign(new Error(message), { failed: true, told });

/** Says whether `what` holds, and what was `shown`. */
export function tell(holds, what, shown = "") {
  const text = typeof shown === "string" ? shown : JSON.stringify(shown);
  process.stdout.write(`  ${holds ? "ok    " : "FAIL  "}${what}${text && ": "}${text}\n`);
  return holds;
}

/** Says so too; if it does not hold, the part of the test ends here. */
export function check(holds, what, shown) {
  if (!tell(holds, what, shown)) throw failure(what, true);
}

export function same(seen, expected, what) {
  const [one, other] = [JSON.stringify(seen), JSON.stringify(expected)];
  check(one === other, what, one === other ? one : `${one}\n        not ${other}`);
}

/** What `look` gives as soon as that is true, at most `seconds`; an error names what was waited for. */
export async function until(what, look, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (end < Date.now()) throw failure(`${what}: not in ${seconds} s`);
    await pause(20);
  }
}

/** How long it takes until `look` gives nothing anymore. */
export async function gone(what, look, seconds) {
  const begun = Date.now();
  let left = [];
  try {
    await until(what, async () => !(left = await look()).length, seconds);
  } catch {
    check(false, what, `after ${seconds} s: ${left.map((one) => `${one.pid} ${one.command}`).join("; ")}`);
  }
  check(true, what, `${Date.now() - begun} ms`);
}
