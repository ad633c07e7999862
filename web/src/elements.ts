// Elements of the page. Text is always set as text, never as HTML.

export const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

/** Return a new element `name` with `properties` and `children`. */
export function make<N extends keyof HTMLElementTagNameMap>(
  name: N,
  properties: Partial<HTMLElementTagNameMap[N]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[N] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Return a button of the class `className` that runs `press`. */
export function button(className: string, text: string, press: () => void): HTMLButtonElement {
  return make("button", { type: "button", className, textContent: text, onclick: press });
}

/** Return `count` with its noun: `1 code`, `1,640 codes`. */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
