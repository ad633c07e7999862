// The settings of the user: rules, form of codes, letters of moves, colors. They are stored in the browser.

import { ask } from "./dialogs";
import { make } from "./elements";
import { LOOKS, setTheme, writeStored, readStored, currentTheme } from "./looks";
import type { SettingChoices } from "./messages";

const KEY = "gbr-settings";
/** A rule of this severity runs only if it is selected. */
const OFF = "hint";
const FORMS: Readonly<Record<string, string>> = {
  prefixed: "=0323.12g3g1",
  caption: "g3g1 0323.12 4/5 Draw",
  full: "g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=",
  dotted: "0323.12. g3g1a3a2e1g8. h6c3c6",
  compact: "(=0323.12g3g1a3a2e1g8h6c3c6)",
  class: "0323.12",
};

/** Settings of the server, as in a gbr.toml; only those that differ from the default. */
export interface Settings {
  readonly ignore?: readonly string[];
  readonly "extend-select"?: readonly string[];
  readonly form?: string;
  readonly "solution-letters"?: string;
}

export function readSettings(): Settings {
  try {
    const settings: unknown = JSON.parse(readStored(KEY) ?? "{}");
    return settings && typeof settings === "object" ? settings : {};
  } catch {
    return {};
  }
}

/** Show the settings, of which `choices` are possible, in a dialog; return those that the user has applied. */
export async function openSettings({ rules, forms, letters }: SettingChoices): Promise<Settings | undefined> {
  const settings = readSettings();
  const [ignored, added] = [new Set(settings.ignore), new Set(settings["extend-select"])];
  const colors = choose(
    LOOKS.map((one) => [one, one]),
    currentTheme(),
  );
  const form = choose(
    [["", "as in the text"], ...forms.map((one) => [one, FORMS[one] ?? one] as const)],
    settings.form,
  );
  const language = choose(letters, settings["solution-letters"]);
  const boxes = rules.map(([name, severity, summary]) => {
    const checked = severity === OFF ? added.has(name) : !ignored.has(name);
    const box = make("input", { type: "checkbox", checked });
    return { name, severity, box, label: make("label", {}, box, ` ${name}: ${summary}`) };
  });
  const row = (text: string, control: HTMLElement): HTMLElement =>
    make("label", {}, make("span", { textContent: text }), control);
  const list = make("fieldset", {}, make("legend", { textContent: "Rules" }), ...boxes.map(({ label }) => label));
  const content = make(
    "div",
    { className: "form" },
    row("Colors", colors),
    row("Form of codes", form),
    row("Letters of moves", language),
    list,
  );
  if (!(await ask("Settings", content, "Apply"))) return undefined;
  setTheme(colors.value);
  const named = (isOff: boolean): string[] =>
    boxes.filter(({ severity, box }) => (severity === OFF) === isOff && box.checked === isOff).map(({ name }) => name);
  const chosen: Settings = {
    ignore: named(false),
    "extend-select": named(true),
    ...(form.value ? { form: form.value } : {}),
    "solution-letters": language.value,
  };
  writeStored(KEY, JSON.stringify(chosen));
  return chosen;
}

/** Return a choice among values with their texts, at first `value`. */
function choose(options: readonly (readonly [string, string])[], value = ""): HTMLSelectElement {
  const choice = make("select", {}, ...options.map(([one, text]) => new Option(text, one)));
  if (value) choice.value = value;
  return choice;
}
