// Dialogs: questions, the changes of *Apply all safe fixes*, and pages of rules.

import { byId, make } from "./elements";

/** Show a dialog with `title` and `content`; return true if the user has pressed the button `yes`. */
export function ask(title: string, content: Node | string, yes: string | null): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>("dialog");
  byId("dialog-title").textContent = title;
  byId("dialog-content").replaceChildren(content);
  byId("dialog-yes").hidden = yes === null;
  byId("dialog-yes").textContent = yes ?? "";
  dialog.returnValue = "";
  if (!dialog.open) dialog.showModal();
  byId("dialog-content").scrollTop = 0;
  return new Promise((done) => {
    dialog.onclose = () => done(dialog.returnValue === "yes");
  });
}

/** A change of the lines that begin at `line`, from 1; `before` and `after` are equal at both ends. */
export interface LineChange {
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** Return `changes` as removed and added lines, with the parts that differ marked. */
export function diffOf(changes: readonly LineChange[]): HTMLElement {
  const list = make("div", { className: "diff" });
  for (const { line, before, after } of changes) {
    const [start, end] = commonEnds(before, after);
    const row = (name: "del" | "ins", text: string): HTMLElement => {
      const [head, middle, tail] = [
        text.slice(0, start),
        text.slice(start, text.length - end),
        text.slice(text.length - end),
      ];
      return make(name, {}, head, make("mark", { textContent: middle }), tail);
    };
    list.append(make("span", { className: "dim", textContent: `Line ${line}` }), row("del", before), row("ins", after));
  }
  return list;
}

/** Return the lengths of the equal starts and ends of two texts; they do not overlap, and split no character. */
function commonEnds(one: string, other: string): [number, number] {
  const [left, right] = [[...one], [...other]];
  let [start, end] = [0, 0];
  const most = Math.min(left.length, right.length);
  while (start < most && left[start] === right[start]) start++;
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  return [left.slice(0, start).join("").length, end ? left.slice(-end).join("").length : 0];
}
