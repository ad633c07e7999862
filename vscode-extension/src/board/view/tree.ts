// The tree of moves on the page.

import type { MoveNode } from "../messages";
import type { TreeNodes } from "./tree_nodes";
import { type Cell, FOLDABLE, type Row, rowsOf, type Variation } from "./tree_rows";

/** Deeper variations are indented like this depth. */
const DEEPEST = 7;
const MARGIN = 8;

export class TreeView {
  private tree: TreeNodes | undefined;
  private current: MoveNode | undefined;
  private readonly items = new Map<number, HTMLElement>();
  private rows: { readonly element: HTMLElement; readonly variation: Variation | null; readonly isHead: boolean }[] =
    [];
  private variations = new Map<number, Variation>();
  /** The ids of the first moves of folded variations. */
  private readonly foldedIds = new Set<number>();
  private markedItems: HTMLElement[] = [];

  /** `scroller` is the element that scrolls `list`, the tree. */
  constructor(
    private readonly list: HTMLElement,
    private readonly scroller: HTMLElement,
    private readonly go: (node: MoveNode) => void,
  ) {
    list.addEventListener("click", (event) => this.click(event.target as Element));
    new ResizeObserver(() => this.scrollToCurrent()).observe(scroller);
  }

  /** Show `tree` with the move `current`, which is scrolled into view. */
  show(tree: TreeNodes | undefined, current: MoveNode | undefined): void {
    const isNew = tree !== this.tree;
    if (isNew) this.draw(tree);
    if (!isNew && current === this.current) return;
    this.current = current;
    this.mark();
  }

  /** Give the focus to the current move. */
  focus(): void {
    if (this.current) this.items.get(this.current.id)?.focus({ preventScroll: true });
  }

  get hasFocus(): boolean {
    return this.list.contains(document.activeElement);
  }

  /** Fold or unfold the innermost variation of the current move that can be folded; return false without one. */
  fold(): boolean {
    const head = this.current && this.findFoldable(this.current)?.head;
    if (!head) return false;
    this.toggle(head);
    return true;
  }

  private findFoldable(node: MoveNode): Variation | null {
    let found = this.variations.get(node.id) ?? null;
    while (found && found.depth < FOLDABLE) found = found.parent;
    return found;
  }

  private click(target: Element): void {
    const found = target.closest<HTMLElement>("[data-fold], [data-node]");
    const node = this.tree?.nodes[Number(found?.dataset["fold"] ?? found?.dataset["node"] ?? -1)];
    if (!node) return;
    if (found?.dataset["fold"]) this.toggle(node);
    else {
      this.go(node);
      this.focus();
    }
  }

  private toggle(head: MoveNode): void {
    if (!this.foldedIds.delete(head.id)) this.foldedIds.add(head.id);
    this.showFolds();
    const isHidden =
      this.current && this.current !== head && this.isFolded(this.variations.get(this.current.id) ?? null);
    if (isHidden) this.go(head);
    if (isHidden && this.hasFocus) this.focus();
  }

  private isFolded(variation: Variation | null): boolean {
    for (let one = variation; one; one = one.parent) if (this.foldedIds.has(one.head.id)) return true;
    return false;
  }

  private showFolds(): void {
    for (const { element, variation, isHead } of this.rows) {
      const own = variation !== null && this.foldedIds.has(variation.head.id);
      element.hidden = isHead ? this.isFolded(variation?.parent ?? null) : this.isFolded(variation);
      element.classList.toggle("folded", own && isHead);
      if (!isHead || !variation || variation.depth < FOLDABLE) continue;
      this.items.get(variation.head.id)?.setAttribute("aria-expanded", String(!own));
      element.querySelector("button")?.setAttribute("aria-label", own ? "Unfold the variation" : "Fold the variation");
    }
  }

  private draw(tree: TreeNodes | undefined): void {
    // After an edit of the text, the moves before it have the same ids.
    for (const id of this.foldedIds)
      if (tree?.nodes[id]?.text !== this.tree?.nodes[id]?.text) this.foldedIds.delete(id);
    this.tree = tree;
    this.current = undefined;
    this.markedItems = [];
    this.items.clear();
    const { rows, variations } = tree ? rowsOf(tree) : { rows: [], variations: new Map<number, Variation>() };
    this.variations = variations;
    for (const id of this.foldedIds) if (variations.get(id)?.head.id !== id) this.foldedIds.delete(id);
    const started = new Set<Variation>();
    this.rows = rows.map((row) => {
      const { variation } = row;
      const isHead = variation !== null && !started.has(variation);
      if (variation) started.add(variation);
      return { element: this.drawRow(row, isHead), variation, isHead };
    });
    this.list.replaceChildren(...this.rows.map(({ element }) => element));
    this.showFolds();
  }

  private drawRow({ variation, number, cells }: Row, isHead: boolean): HTMLElement {
    const row = createElement("div", variation ? "row side" : cells[0]?.kind === "comment" ? "row remark" : "row main");
    row.setAttribute("role", "none");
    if (variation) row.style.setProperty("--depth", String(Math.min(variation.depth, DEEPEST) - 1));
    if (variation && isHead && FOLDABLE <= variation.depth) {
      const fold = createElement("button", "fold");
      fold.setAttribute("type", "button");
      fold.dataset["fold"] = String(variation.head.id);
      fold.tabIndex = -1;
      row.append(fold);
    }
    if (row.className === "row main") row.append(createHidden("number", number && `${number}.`));
    for (const cell of cells) row.append(this.drawCell(cell, variation?.depth ?? 1), variation ? " " : "");
    return row;
  }

  private drawCell(cell: Cell, depth: number): HTMLElement {
    if (cell.kind === "gap") return createHidden("gap", "…");
    if (cell.kind === "comment") return createElement("span", "comment", cell.text);
    const { node, number } = cell;
    const siblings = this.tree?.siblingsOf(node) ?? [];
    const item = createElement("span", "move");
    const attributes = {
      role: "treeitem",
      "data-node": node.id,
      "aria-level": depth,
      "aria-setsize": siblings.length,
      "aria-posinset": siblings.indexOf(node) + 1,
      "aria-selected": false,
      "aria-label": labelOf(node),
      tabindex: -1,
    };
    for (const [name, value] of Object.entries(attributes)) item.setAttribute(name, String(value));
    if (number) item.append(createElement("span", "number", number));
    item.append(node.text ?? "Start");
    const signs = signsOf(node);
    if (signs) item.append(createElement("span", "signs", signs));
    if (node.tables && !node.lost) item.append(createElement("span", "tables", ` ${node.tables.sign}`));
    const title = [...(node.meanings ?? []), node.lost ?? node.tables?.words].filter(Boolean).join("; ");
    if (title) item.title = title;
    if (node.lost) item.classList.add("lost");
    this.items.set(node.id, item);
    return item;
  }

  private mark(): void {
    for (const item of this.markedItems) {
      item.classList.remove("choice");
      item.removeAttribute("aria-current");
      item.setAttribute("aria-selected", "false");
      item.tabIndex = -1;
    }
    this.markedItems = [];
    const { current, tree } = this;
    const item = current && this.items.get(current.id);
    if (!current || !item) return;
    item.setAttribute("aria-current", "step");
    item.setAttribute("aria-selected", "true");
    item.tabIndex = 0;
    this.markedItems.push(item);
    const next = tree?.childrenOf(current) ?? [];
    for (const one of 1 < next.length ? next : []) {
      const choice = this.items.get(one.id);
      choice?.classList.add("choice");
      if (choice) this.markedItems.push(choice);
    }
    this.unfold(current);
    this.scrollToCurrent();
  }

  private unfold(node: MoveNode): void {
    let isChanged = false;
    for (let one = this.variations.get(node.id) ?? null; one; one = one.parent) {
      // The first move of a folded variation stays visible.
      if (one.head !== node && this.foldedIds.delete(one.head.id)) isChanged = true;
    }
    if (isChanged) this.showFolds();
  }

  private scrollToCurrent(): void {
    const item = this.current && this.items.get(this.current.id);
    if (!item) return;
    const [view, box] = [this.scroller.getBoundingClientRect(), item.getBoundingClientRect()];
    if (box.top < view.top + MARGIN) this.scroller.scrollTop -= view.top + MARGIN - box.top;
    else if (view.bottom - MARGIN < box.bottom) this.scroller.scrollTop += box.bottom + MARGIN - view.bottom;
  }
}

/** Return the label of a move: `12.Kb6: White's king goes from a6 to b6; good move`. */
function labelOf({ number, text, words, meanings, lost, tables }: MoveNode): string {
  if (text === null) return "Start";
  const more = [words, ...(meanings ?? []), lost ?? tables?.words].filter(Boolean).join("; ");
  return `${number ?? ""}${text}${more ? `: ${more}` : ""}`;
}

/** Return the signs after a move, except those that are printed with it. */
function signsOf({ text, signs }: MoveNode): string {
  return (signs ?? []).map((sign) => (text?.endsWith(sign) ? "" : /^[!?]+$/.test(sign) ? sign : ` ${sign}`)).join("");
}

function createElement(name: string, className: string, text?: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Return an element that a screen reader skips, because the labels of the moves have its text. */
function createHidden(className: string, text: string): HTMLElement {
  const element = createElement("span", className, text);
  element.setAttribute("aria-hidden", "true");
  return element;
}
