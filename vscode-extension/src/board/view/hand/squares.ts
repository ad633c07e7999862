// A grid of 64 buttons over the board. One of them takes the focus; the label of each contains its man.

import { type Man, FILES, nameOf } from "../position";

export interface Handlers {
  /** A click on `square`, by mouse or by key. */
  onClick(square: string): void;
  /** A man was dragged from `from`; `to` is undefined if it left the board. */
  onDrag(from: string, to: string | undefined): void;
}

const FAR = 5;
const ARROWS: Readonly<Record<string, [number, number]>> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export class Squares {
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private turned = false;
  private current = "e4";
  private isWaiting = false;
  private from: { square: string; x: number; y: number; isDrag: boolean } | undefined;

  constructor(
    private readonly grid: HTMLElement,
    private readonly handlers: Handlers,
  ) {
    for (const square of listSquares()) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset["square"] = square;
      button.setAttribute("role", "gridcell");
      button.addEventListener("focus", () => this.enter(square));
      button.addEventListener("click", (event) => {
        // A drag also ends with a click, to be ignored. The click of a key has `detail` 0.
        if (!this.from?.isDrag || !event.detail) this.handlers.onClick(square);
      });
      button.addEventListener("pointerdown", (event) => {
        this.from = { square, x: event.clientX, y: event.clientY, isDrag: false };
        button.setPointerCapture(event.pointerId);
      });
      this.buttons.set(square, button);
    }
    grid.addEventListener("pointermove", (event) => this.drag(event));
    grid.addEventListener("pointerup", (event) => this.drop(event));
    grid.addEventListener("pointercancel", () => this.endDrag());
    window.addEventListener("focus", () => this.isWaiting && this.focus());
    this.layOut();
  }

  /** Lay the squares over `board` and label them with `men`; `more` returns an addition to the label of a square. */
  show(board: SVGSVGElement | undefined, men: readonly Man[], more: (square: string) => string, picked?: string): void {
    this.grid.hidden = !board;
    if (!board) return;
    const turned = board.dataset["turned"] === "true";
    if (turned !== this.turned) {
      this.turned = turned;
      this.layOut();
    }
    const { x, y, width, height } = board.viewBox.baseVal;
    const place = { left: -x / width, top: -y / height, width: 800 / width, height: 800 / height };
    for (const [name, share] of Object.entries(place)) this.grid.style.setProperty(name, `${100 * share}%`);
    const standing = new Map(men.map((man) => [man.square, nameOf(man)]));
    for (const [square, button] of this.buttons) {
      const label = [square, standing.get(square) ?? "empty", more(square)].filter(Boolean).join(", ");
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      button.setAttribute("aria-selected", String(square === picked));
      button.tabIndex = square === this.current ? 0 : -1;
    }
  }

  /** Focus `square`, now or when the page next has the focus. It never takes the focus from the text editor. */
  focus(square = this.current): void {
    this.current = square;
    this.isWaiting = !document.hasFocus();
    if (!this.isWaiting) this.buttons.get(square)?.focus();
  }

  get focused(): string | undefined {
    const active = document.activeElement;
    return active instanceof HTMLElement && this.grid.contains(active) ? active.dataset["square"] : undefined;
  }

  /** Handle a key that moves the focus on the board; return false for other keys. */
  moveFocus(key: string): boolean {
    const step = ARROWS[key];
    const [file, rank] = [FILES.indexOf(this.current.charAt(0)), Number(this.current.charAt(1))];
    const sign = this.turned ? -1 : 1;
    if (step) {
      const to: [number, number] = [file + sign * step[0], rank + sign * step[1]];
      if (0 <= to[0] && to[0] < 8 && 1 <= to[1] && to[1] <= 8) this.focus(`${FILES[to[0]]}${to[1]}`);
    } else if (key === "Home" || key === "End") {
      this.focus(`${FILES[(key === "Home") !== this.turned ? 0 : 7]}${rank}`);
    } else {
      return false;
    }
    return true;
  }

  /** Return the square at the point `x`, `y` of the window, in pixels; undefined if it is off the board. */
  squareAt(x: number, y: number): string | undefined {
    const box = this.grid.getBoundingClientRect();
    const [column, row] = [Math.floor((8 * (x - box.left)) / box.width), Math.floor((8 * (y - box.top)) / box.height)];
    if (column < 0 || 7 < column || row < 0 || 7 < row) return undefined;
    return this.turned ? `${FILES[7 - column]}${row + 1}` : `${FILES[column]}${8 - row}`;
  }

  private enter(square: string): void {
    const before = this.buttons.get(this.current);
    if (before) before.tabIndex = -1;
    this.current = square;
    const now = this.buttons.get(square);
    if (now) now.tabIndex = 0;
  }

  private layOut(): void {
    const ranks = [1, 2, 3, 4, 5, 6, 7, 8];
    if (!this.turned) ranks.reverse();
    const files = this.turned ? [...FILES].reverse() : [...FILES];
    const active = this.focused;
    this.grid.replaceChildren(
      ...ranks.map((rank) => {
        const row = document.createElement("div");
        row.setAttribute("role", "row");
        row.append(...files.map((file) => this.buttons.get(`${file}${rank}`) as HTMLButtonElement));
        return row;
      }),
    );
    if (active) this.focus(active);
  }

  private drag(event: PointerEvent): void {
    const from = this.from;
    if (!from || !event.buttons) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    from.isDrag ||= FAR < Math.hypot(x, y);
    if (!from.isDrag) return;
    const man = this.manOn(from.square);
    const unit = this.grid.getBoundingClientRect().width / 800;
    man?.setAttribute("data-dragged", "true");
    man?.style.setProperty("translate", `${x / unit}px ${y / unit}px`);
  }

  private drop(event: PointerEvent): void {
    const from = this.from;
    this.endDrag();
    if (!from?.isDrag) return;
    // Keep the drag until the click after it, which is then ignored.
    this.from = from;
    setTimeout(() => (this.from = undefined));
    this.handlers.onDrag(from.square, this.squareAt(event.clientX, event.clientY));
  }

  private endDrag(): void {
    const man = this.from && this.manOn(this.from.square);
    man?.removeAttribute("data-dragged");
    man?.style.removeProperty("translate");
    this.from = undefined;
  }

  private manOn(square: string): SVGElement | null {
    return document.querySelector<SVGElement>(`#board .man[data-square="${square}"]`);
  }
}

function listSquares(): string[] {
  return [...FILES].flatMap((file) => [1, 2, 3, 4, 5, 6, 7, 8].map((rank) => `${file}${rank}`));
}
