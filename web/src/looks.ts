// The look of the page: light, dark or that of the system; the border between text and board; the tabs of a phone.

import { byId } from "./elements";

export const LOOKS = ["system", "light", "dark"] as const;
const THEME = "gbr-theme";
const SHARE = "gbr-text-share";
const [LEAST, MOST, STEP] = [25, 75, 3];

/** Return the stored value of `key`; browsers may forbid to store anything. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The value lasts until the page is closed.
  }
}

export const currentTheme = (): string => document.documentElement.dataset["theme"] ?? "system";

/** Show the page and its board in the theme `name`. */
export function setTheme(name: string): void {
  writeStored(THEME, name);
  const frame = byId<HTMLIFrameElement>("board").contentDocument;
  for (const root of [document.documentElement, frame?.documentElement]) {
    if (!root) continue;
    if (name === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = name;
  }
}

/** Apply the stored look, and let the user move the border and choose a tab. */
export function prepareLooks(): void {
  setTheme(readStored(THEME) ?? "system");
  byId<HTMLIFrameElement>("board").addEventListener("load", () => setTheme(currentTheme()));
  prepareBorder();
  const tabs = [...document.querySelectorAll<HTMLElement>("#tabs button")];
  for (const tab of tabs) tab.onclick = () => showTab(tab.dataset["tab"]!);
  showTab("results");
}

/** On a phone, show the part `name` next to the text: `results` or `board-side`. */
export function showTab(name: string): void {
  document.querySelector("aside")!.dataset["tab"] = name;
  for (const tab of document.querySelectorAll<HTMLElement>("#tabs button"))
    tab.setAttribute("aria-current", String(tab.dataset["tab"] === name));
}

function prepareBorder(): void {
  const border = byId("border");
  let share = 0;
  const set = (percent: number): void => {
    share = Math.min(Math.max(percent, LEAST), MOST);
    document.documentElement.style.setProperty("--text-share", `${share}%`);
    border.setAttribute("aria-valuenow", String(Math.round(share)));
    writeStored(SHARE, String(share));
  };
  border.setAttribute("aria-valuemin", String(LEAST));
  border.setAttribute("aria-valuemax", String(MOST));
  set(Number(readStored(SHARE)) || 56);
  border.onpointerdown = (event) => border.setPointerCapture(event.pointerId);
  border.onpointermove = (event) => {
    if (border.hasPointerCapture(event.pointerId)) set((100 * event.clientX) / document.body.clientWidth);
  };
  border.onkeydown = ({ key }) => {
    if (key === "ArrowLeft" || key === "ArrowRight") set(share + (key === "ArrowLeft" ? -STEP : STEP));
  };
}
