// The settings of the user: rules, form of codes, letters of moves, colors. They are stored in the browser.

import { ask } from "./dialogs";
import { LOOKS, setTheme, store, stored, theme } from "./looks";
import { make } from "./elements";

const KEY = "gbr-settings";

/** Settings of the server, as in a gbr.toml. */
export type Settings = Readonly<Record<string, unknown>>;

export function storedSettings(): Settings {
  try {
    const settings: unknown = JSON.parse(stored(KEY) ?? "{}");
    return settings && typeof settings === "object" ? (settings as Settings) : {};
  } catch {
    return {};
  }
}

/** Show the settings in a dialog; call `configure` with those that the user has chosen. */
export async function openSettings(configure: (settings: Settings) => void): Promise<void> {
  const colors = make("select", {}, ...LOOKS.map((one) => new Option(one, one, false, one === theme())));
  colors.onchange = () => setTheme(colors.value);
  const form = make("div", { className: "form" }, make("label", {}, make("span", { textContent: "Colors" }), colors));
  if (await ask("Settings", form, "Apply")) {
    store(KEY, JSON.stringify(storedSettings()));
    configure(storedSettings());
  }
}
