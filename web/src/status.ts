// The line that says what was found, and the progress of the start and of long checks.

import { byId, formatCount } from "./elements";
import { STEPS } from "./messages";
import type { Coverage } from "./protocol";

/** Milliseconds before the progress of a check is shown. */
const PATIENCE = 500;
const EXAMPLE = "=0323.12g3g1";

export class Status {
  private readonly line = byId("status");
  private readonly bar = byId<HTMLProgressElement>("progress");
  private timer = 0;
  private isStarting = true;

  /** Say `text`; it stays until something else is said. */
  say(text: string): void {
    this.line.textContent = text;
  }

  /** The start has reached a step. */
  start(step: number): void {
    this.isStarting = true;
    this.bar.hidden = false;
    this.bar.max = STEPS.length + 1;
    this.bar.value = step + 1;
    this.say(`${STEPS[step]}… You can edit the text meanwhile.`);
  }

  ready(): void {
    this.isStarting = false;
    this.bar.hidden = true;
  }

  /** A check of `name` has begun; after `PATIENCE` this is shown. */
  check(name: string): void {
    clearTimeout(this.timer);
    if (this.isStarting) return;
    this.timer = window.setTimeout(() => {
      this.bar.hidden = false;
      this.bar.removeAttribute("value");
      this.say(`Checking ${name}…`);
    }, PATIENCE);
  }

  /** The check of `name` has ended. */
  found(name: string, found: number, coverage: Coverage | null, isBlank: boolean): void {
    clearTimeout(this.timer);
    this.ready();
    const findings = found ? formatCount(found, "finding") : "nothing found";
    if (isBlank) this.say("Paste or type a text, open a file, or try an example.");
    else if (coverage?.codes)
      this.say(
        `${name}: ${formatCount(coverage.codes, "code")}, ${coverage.compared.toLocaleString("en")} compared, ${findings}`,
      );
    else if (coverage && !found) this.say(`${name}: no codes found. A code looks like ${EXAMPLE}.`);
    else this.say(`${name}: ${findings}`);
  }

  failed(text: string): void {
    clearTimeout(this.timer);
    this.ready();
    this.say(text);
  }
}
