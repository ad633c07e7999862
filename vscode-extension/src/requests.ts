// Which completion requests VS Code makes by itself after a key. Independent of VS Code.
//
// Such a request has the same kind as one of Ctrl+Space. VS Code makes at most one of them for each version of a
// document, soon after a key that ends a word, and only if its setting `editor.quickSuggestions` permits it.

/** Maximum time between a change and a request that VS Code makes by itself, in ms. */
const BY_ITSELF = 200;

type Kind = "comments" | "strings" | "other";
/** The setting `editor.quickSuggestions`. */
export type Suggestions = boolean | Partial<Record<Kind, boolean | string>>;

/** The text around the cursor at a request. */
export interface Surroundings {
  readonly language: string;
  /** The text before the cursor: its line, and some lines above. */
  readonly before: string;
  /** The word at the cursor, with its parts before and after the cursor; both are empty if there is none. */
  readonly word: readonly [before: string, after: string];
  readonly suggestions: Suggestions;
}

/** The changes of one document, and the requests in it. */
export class Requests {
  private changeTime = -Infinity;
  private isDeletion = false;
  /** There has been a request since the last change. */
  private isRepeated = false;
  /** The list that may be open has opened by itself. */
  private hasAutomaticList = false;

  get isListAutomatic(): boolean {
    return this.hasAutomaticList;
  }

  /** Record a change at the time `now` in ms; `isDeletion` if it inserts nothing. */
  change(now: number, isDeletion: boolean): void {
    this.changeTime = now;
    this.isDeletion = isDeletion;
    this.isRepeated = false;
  }

  /** Record a request that continues an incomplete list. */
  continue(): void {
    this.isRepeated = true;
  }

  /** Record a request at the time `now`, and return true if VS Code may have made it by itself. */
  isAutomatic(now: number, surroundings: Surroundings): boolean {
    const isFirst = !this.isRepeated;
    this.isRepeated = true;
    if (!isFirst || BY_ITSELF <= now - this.changeTime) return false;
    // After a deletion VS Code requests only the list again that is open.
    return this.isDeletion ? this.hasAutomaticList : suggests(surroundings);
  }

  /** Record the answer to an automatic or a manual request. */
  answer(isAutomatic: boolean, items: number): void {
    this.hasAutomaticList = isAutomatic && 0 < items;
  }
}

/** Return true if VS Code may make a request by itself once the key before the cursor is typed. */
function suggests({ language, before, word: [start, end], suggestions }: Surroundings): boolean {
  const isEdge = start && (!end || start.length === 1);
  if (!isEdge || !Number.isNaN(Number(start + end))) return false;
  if (typeof suggestions === "boolean") return suggestions;
  const kind = kindOf(language, before);
  const kinds: Kind[] = kind ? [kind] : ["comments", "strings", "other"];
  return kinds.some((one) => isOn(suggestions[one] ?? one === "other"));
}

const isOn = (value: boolean | string): boolean => value !== false && value !== "off";

/** Return the kind of the text at the end of `before`, as the grammars have it; undefined if it is not known. */
function kindOf(language: string, before: string): Kind | undefined {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (language === "pgn") {
    if (/^\s*\[\s*\w+\s*"(?:\\.|[^"\\])*$/.test(line)) return "strings";
    const moves = before.split(/^\s*\[.*$/m).at(-1) ?? "";
    return moves.lastIndexOf("}") < moves.lastIndexOf("{") || /^%|(?:^|\s);/.test(line) ? "comments" : "other";
  }
  if (language === "latex" || language === "tex") return /(?<!\\)%/.test(line) ? "comments" : "other";
  return ["markdown", "plaintext"].includes(language) ? "other" : undefined;
}
