// The header: the name and the kind of the text, and the dialog with the last texts.

import { ask } from "./dialogs";
import type { Draft } from "./drafts";
import { button, byId, make } from "./elements";
import { EXAMPLES, type Example } from "./examples";
import { DOCUMENTS, KINDS, isTextKind } from "./kinds";

const nameField = byId<HTMLInputElement>("name");
const kindChoice = byId<HTMLSelectElement>("kind");

/** Fill the list of kinds, and report what the user chooses. */
export function prepareHeader(events: { setKind(kind: string): void; rename(name: string): void }): void {
  for (const [kind, { name }] of Object.entries(KINDS)) kindChoice.add(new Option(name, kind));
  for (const [kind, name] of Object.entries(DOCUMENTS))
    kindChoice.add(Object.assign(new Option(name, kind), { hidden: true }));
  kindChoice.onchange = () => events.setKind(kindChoice.value);
  nameField.onchange = () => events.rename(nameField.value);
}

/** Show the name and the kind of `draft`. */
export function showHeader({ name, kind, isRecognized }: Draft): void {
  document.title = `${name} – Check endgame studies`;
  nameField.value = name;
  for (const option of kindChoice.options) {
    const plain = KINDS[option.value]?.name ?? DOCUMENTS[option.value] ?? "";
    option.text = plain + (isRecognized && option.value === kind ? ", recognized" : "");
  }
  kindChoice.value = kind;
  for (const id of ["kind", "name", "fix-all", "share"]) byId<HTMLButtonElement>(id).disabled = !isTextKind(kind);
}

/** Let the user choose one of the last texts `drafts`, or an example. */
export async function chooseText(
  drafts: readonly Draft[],
  show: (draft: Draft) => void,
  showExample: (example: Example) => void,
): Promise<void> {
  const row = (title: string, more: string, act: () => void): HTMLElement => {
    const made = button("row", title, () => {
      byId<HTMLDialogElement>("dialog").close();
      act();
    });
    made.append(make("span", { className: "dim", textContent: more }));
    return made;
  };
  const start = ({ text }: Draft): string => text.trim().slice(0, 60).replace(/\s+/g, " ");
  const rows = drafts.map((draft) => row(draft.name, start(draft), () => show(draft)));
  const examples = EXAMPLES.map((one) => row(one.title, one.draft.name, () => showExample(one)));
  const none = make("p", {
    className: "dim",
    textContent: "The last ten texts that you edit are kept in this browser.",
  });
  const content = make(
    "div",
    { className: "rows" },
    ...(rows.length ? rows : [none]),
    make("h3", { textContent: "Examples" }),
    ...examples,
  );
  await ask("Your last texts", content, null);
}
