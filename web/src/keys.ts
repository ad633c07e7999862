// Keys that act on the whole page, and in the frame of the board.

import { byId } from "./elements";

/** Call the function of `commands` whose key is pressed, such as `Ctrl+S`; Cmd counts as Ctrl. */
export function handleKeys(commands: Readonly<Record<string, () => unknown>>): void {
  const onKey = (event: KeyboardEvent): void => {
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const name = `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.shiftKey ? "Shift+" : ""}${key}`;
    const command = byId<HTMLDialogElement>("dialog").open ? undefined : commands[name];
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  };
  window.addEventListener("keydown", onKey, true);
  const board = byId<HTMLIFrameElement>("board");
  board.addEventListener("load", () => board.contentWindow?.addEventListener("keydown", onKey, true));
}
