// The list of findings: cards grouped by study, with counts per rule as filters.

import { byId, button, formatCount, make } from "./elements";
import {
  type Diagnostic,
  type DocumentSymbol,
  type Position,
  type TextEdit,
  isBefore,
  isIn,
  severityOf,
} from "./protocol";
import type { Session } from "./session";

/** Cards that are drawn at first, and each time the end of the list comes into view. */
const CARDS = 100;

/** What the page does for a card. */
export interface CardEvents {
  go(position: Position): void;
  apply(edits: readonly TextEdit[]): void;
  explain(rule: string): void;
}

/** The findings of a study, or without one. */
interface Group {
  readonly study: DocumentSymbol | undefined;
  readonly found: readonly Diagnostic[];
}

export class Findings {
  private found: readonly Diagnostic[] = [];
  private studies: readonly DocumentSymbol[] = [];
  private readonly hidden = new Set<string>();
  private shown = CARDS;
  private readonly inView = new IntersectionObserver((entries) => this.see(entries));
  private cards = new Map<Element, Diagnostic>();

  constructor(
    private readonly session: Session,
    private readonly events: CardEvents,
  ) {}

  /** Show `found`, grouped by the studies that are known. */
  show(found: readonly Diagnostic[]): void {
    this.found = found;
    this.draw();
  }

  /** Group the findings by `studies`. */
  group(studies: readonly DocumentSymbol[]): void {
    if (JSON.stringify(studies) === JSON.stringify(this.studies)) return;
    this.studies = studies;
    this.draw();
  }

  /** Forget the findings of another text. */
  clear(): void {
    this.found = this.studies = [];
    this.shown = CARDS;
    this.hidden.clear();
    this.draw();
  }

  /** Return the finding after `position`, or before it if `isBack`; the first or last one if there is none. */
  next(position: Position, isBack: boolean): Diagnostic | undefined {
    const visible = this.visible();
    if (isBack) return visible.findLast(({ range }) => isBefore(range.start, position)) ?? visible.at(-1);
    return visible.find(({ range }) => isBefore(position, range.start)) ?? visible[0];
  }

  private visible(): readonly Diagnostic[] {
    const shown = this.found.filter(({ code }) => !this.hidden.has(code ?? ""));
    return shown.toSorted((one, other) => (isBefore(one.range.start, other.range.start) ? -1 : 1));
  }

  private draw(): void {
    this.inView.disconnect();
    const old = this.cards;
    this.cards = new Map();
    const visible = this.visible();
    byId("findings-count").textContent = this.found.length ? this.found.length.toLocaleString("en") : "";
    byId("filters").replaceChildren(...this.filters());
    const groups = groupsOf(visible.slice(0, this.shown), this.studies);
    byId("findings").replaceChildren(...groups.map((group) => this.drawGroup(group)));
    this.keepFixes(old);
    if (this.shown < visible.length) {
      const more = button("more", `${formatCount(visible.length - this.shown, "more finding")}`, () => this.more());
      byId("findings").append(more);
      this.inView.observe(more);
    }
  }

  /** Keep the fixes of the cards in `old` until those of the same findings are known again. */
  private keepFixes(old: ReadonlyMap<Element, Diagnostic>): void {
    const keyOf = ({ code, message }: Diagnostic): string => `${code} ${message}`;
    const fixes = new Map([...old].map(([card, one]) => [keyOf(one), card.querySelector(".fixes")]));
    for (const [card, one] of this.cards) {
      const kept = fixes.get(keyOf(one));
      if (kept?.childElementCount) card.querySelector(".fixes")?.replaceWith(kept);
      fixes.delete(keyOf(one));
    }
  }

  private more(): void {
    this.shown += CARDS;
    this.draw();
  }

  private filters(): HTMLElement[] {
    const counts = new Map<string, number>();
    for (const { code } of this.found) counts.set(code ?? "", (counts.get(code ?? "") ?? 0) + 1);
    if (counts.size < 2) return [];
    return [...counts].map(([rule, count]) => {
      const chip = button("chip", `${rule} ${count.toLocaleString("en")}`, () => this.toggle(rule));
      chip.setAttribute("aria-pressed", String(!this.hidden.has(rule)));
      return chip;
    });
  }

  private toggle(rule: string): void {
    if (!this.hidden.delete(rule)) this.hidden.add(rule);
    this.draw();
    const chips = [...byId("filters").children] as HTMLElement[];
    chips.find(({ textContent }) => textContent?.startsWith(`${rule} `))?.focus();
  }

  private drawGroup({ study, found }: Group): HTMLElement {
    const head = make("h3");
    if (study) {
      head.append(button("place", study.name, () => this.events.go(study.range.start)));
      if (study.detail) head.append(make("span", { className: "dim", textContent: study.detail }));
    }
    return make("section", { className: "study" }, ...(study ? [head] : []), ...found.map((one) => this.drawCard(one)));
  }

  private drawCard(one: Diagnostic): HTMLElement {
    const severity = severityOf(one);
    const place = button("place", one.message, () => this.events.go(one.range.start));
    const details = make("p", { className: "details" });
    details.append(make("span", { className: "severity", textContent: severity }));
    if (one.code) details.append(button("link rule", one.code, () => this.events.explain(one.code!)));
    details.append(button("link", `line ${one.range.start.line + 1}`, () => this.events.go(one.range.start)));
    for (const { location, message } of one.relatedInformation ?? []) {
      const words = `${message}: line ${location.range.start.line + 1}`;
      if (location.uri === this.session.uri)
        details.append(button("link", words, () => this.events.go(location.range.start)));
    }
    const fixes = make("div", { className: "fixes" });
    const card = make("article", { className: `card ${severity}` }, place, details, fixes);
    this.cards.set(card, one);
    this.inView.observe(card);
    return card;
  }

  /** Request the fixes of the cards that come into view. */
  private see(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const one = this.cards.get(target);
      if (!isIntersecting) continue;
      this.inView.unobserve(target);
      if (one) void this.offer(target, one);
      else this.more();
    }
  }

  private async offer(card: Element, { range }: Diagnostic): Promise<void> {
    const isCurrent = this.session.check();
    const fixes = await this.session.fixes(range);
    if (!isCurrent()) return;
    const buttons = fixes.map(({ title, edits }) =>
      button("fix", title, () => isCurrent() && this.events.apply(edits)),
    );
    card.querySelector(".fixes")?.replaceChildren(...buttons);
  }
}

/** Return `found` in groups, each with the study that it is in, or that is the nearest before it. */
function groupsOf(found: readonly Diagnostic[], studies: readonly DocumentSymbol[]): Group[] {
  const groups: { study: DocumentSymbol | undefined; found: Diagnostic[] }[] = [];
  const all = studies.flatMap((study) => [study, ...(study.children ?? [])]);
  const own = all.filter((study) => !study.children?.length);
  for (const one of found) {
    const { start } = one.range;
    const study =
      own.find(({ range }) => isIn(range, start)) ?? own.findLast(({ range }) => isBefore(range.start, start));
    const last = groups.at(-1);
    if (last && last.study === study) last.found.push(one);
    else groups.push({ study, found: [one] });
  }
  return groups;
}
