// The rows of one question: groups and studies, loaded page by page.

import type { Answer, PageRequest, Group, Question, Study } from "./messages";

/** Maximum number of rows of one answer. */
export const PAGE = 500;

export interface Loaded<T> {
  readonly rows: readonly T[];
  /** There are rows after these. */
  readonly more: boolean;
}

/** Rows that are loaded in order, until `pages` pages of `PAGE` rows are there. */
export class Rows<T> {
  private readonly rows: T[] = [];
  private more = true;
  private loading: Promise<void> = Promise.resolve();

  constructor(
    private readonly request: (offset: number) => Promise<Loaded<T>>,
    public pages = 1,
  ) {}

  /** Load the missing rows and return all. Reject if an answer is an error; the next call continues there. */
  async load(): Promise<Loaded<T>> {
    this.loading = this.loading.catch(() => {}).then(() => this.fill());
    await this.loading;
    return { rows: this.rows, more: this.more };
  }

  private async fill(): Promise<void> {
    while (this.more && this.rows.length < this.pages * PAGE) {
      const { rows, more } = await this.request(this.rows.length);
      this.rows.push(...rows);
      // An empty page ends the list, or it would be requested forever.
      this.more = more && 0 < rows.length;
    }
  }
}

export class Listing {
  readonly groups: Rows<Group>;
  private readonly studies = new Map<string, Rows<Study>>();
  /** The first answer, after `groups` has loaded. */
  head: Answer | undefined;

  /** For the question of `before`, as many pages are loaded as there. */
  constructor(
    readonly question: Question,
    private readonly request: (page: PageRequest) => Promise<Answer>,
    /** Cancel the pending requests. */
    readonly cancel: () => void,
    before?: Listing,
  ) {
    const same = before && isSame(question, before.question) ? before : undefined;
    this.groups = new Rows(async (offset) => {
      const answer = await this.requestPage([], offset);
      this.head ??= answer;
      return { rows: answer.groups ?? [], more: answer.more };
    }, same?.groups.pages);
    for (const [key, rows] of same?.studies ?? []) this.of(key, rows.pages);
  }

  /** Return the studies of the group `key`. */
  of(key: string, pages = 1): Rows<Study> {
    let rows = this.studies.get(key);
    if (!rows) {
      rows = new Rows(async (offset) => {
        const answer = await this.requestPage([key], offset);
        return { rows: answer.studies ?? [], more: answer.more };
      }, pages);
      this.studies.set(key, rows);
    }
    return rows;
  }

  private requestPage(path: readonly string[], offset: number): Promise<Answer> {
    return this.request({ ...this.question, path, offset, limit: PAGE });
  }
}

export function isSame(one: Question, other: Question): boolean {
  return one.query === other.query && one.group === other.group && one.only.join() === other.only.join();
}
