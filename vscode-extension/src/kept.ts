// The generated texts that are open, kept for the next start of the window. Independent of VS Code.

const KEY = "gbr.texts";
/** Maximum length of a text that is kept, in UTF-16 code units. */
const LONGEST = 500_000;

/** The methods of a workspace's memory that are used here. */
export interface Memory {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** A link in a text: its row, the columns of its start and end, and its target. */
export type KeptLink = readonly [row: number, start: number, end: number, target: string];

export interface Kept {
  readonly text: string;
  readonly links: readonly KeptLink[];
  readonly isWritable: boolean;
  readonly language?: string | undefined;
}

export class KeptTexts {
  constructor(private readonly memory: Memory) {}

  /** Return the text at `uri`, or undefined if there is none. */
  get(uri: string): Kept | undefined {
    return this.readAll()[uri];
  }

  /** Keep `kept` at `uri`; a text that is too long is not kept, nor an older one in its place. */
  put(uri: string, kept: Kept): void {
    if (LONGEST < kept.text.length) return this.drop(uri);
    this.write({ ...this.readAll(), [uri]: kept });
  }

  drop(uri: string): void {
    this.keepOnly(Object.keys(this.readAll()).filter((one) => one !== uri));
  }

  /** Drop all texts except those at `uris`. */
  keepOnly(uris: readonly string[]): void {
    const all = Object.entries(this.readAll());
    const left = all.filter(([uri]) => uris.includes(uri));
    if (left.length < all.length) this.write(Object.fromEntries(left));
  }

  private readAll(): Record<string, Kept> {
    return this.memory.get<Record<string, Kept>>(KEY) ?? {};
  }

  private write(all: Record<string, Kept>): void {
    void this.memory.update(KEY, all);
  }
}
