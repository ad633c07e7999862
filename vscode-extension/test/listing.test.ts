import assert from "node:assert/strict";
import { test } from "node:test";
import { Listing, PAGE } from "../src/collection/listing";
import type { Answer, PageRequest, Group, Question, Study } from "../src/collection/messages";

const QUESTION: Question = { query: "", only: [], group: "class" };
const NONE: Answer = { readAs: "", total: 0, all: 0, state: "ready", groups: null, studies: null, more: false };

const createGroup = (number: number): Group => ({ key: `k${number}`, title: `${number}`, detail: "", count: 1200 });
const createStudy = (number: number): Study => ({ id: `${number}` }) as Study;

function createPage<T>(
  count: number,
  make: (number: number) => T,
  { offset, limit }: PageRequest,
): { rows: T[]; more: boolean } {
  const end = Math.min(offset + limit, count);
  return { rows: Array.from({ length: end - offset }, (_, number) => make(offset + number)), more: end < count };
}

/** A server with three classes of 1,200 studies. */
function createServer(): { requests: PageRequest[]; answer: (asked: PageRequest) => Promise<Answer> } {
  const requests: PageRequest[] = [];
  return {
    requests,
    async answer(one) {
      requests.push(one);
      if (!one.path.length) {
        const { rows, more } = createPage(3, createGroup, one);
        return { ...NONE, total: 3600, all: 3600, groups: rows, more };
      }
      const { rows, more } = createPage(1200, createStudy, one);
      return { ...NONE, studies: rows, more };
    },
  };
}

const offsetsOf = (requests: readonly PageRequest[]): unknown[] =>
  requests.map(({ path, offset }) => [...path, offset]);

test("a list is loaded page by page, and each page once", async () => {
  const { requests, answer } = createServer();
  const listing = new Listing(QUESTION, answer, () => {});
  assert.equal((await listing.groups.load()).rows.length, 3);
  assert.equal(listing.head?.total, 3600);
  const rows = listing.of("k1");
  const [one, other] = await Promise.all([rows.load(), rows.load()]);
  assert.deepEqual([one.rows.length, one.more, other.rows.length], [PAGE, true, PAGE]);
  rows.pages += 1;
  assert.deepEqual((await rows.load()).rows.length, 2 * PAGE);
  rows.pages += 1;
  const all = await rows.load();
  assert.deepEqual([all.rows.length, all.more], [1200, false]);
  assert.deepEqual(
    all.rows.map(({ id }) => Number(id)),
    Array.from({ length: 1200 }, (_, number) => number),
  );
  assert.deepEqual(offsetsOf(requests), [[0], ["k1", 0], ["k1", 500], ["k1", 1000]]);
});

test("the same question loads as many pages again, another question one", async () => {
  const { requests, answer } = createServer();
  const first = new Listing(QUESTION, answer, () => {});
  first.of("k1").pages = 2;
  const again = new Listing({ ...QUESTION }, answer, () => {}, first);
  assert.equal((await again.of("k1").load()).rows.length, 2 * PAGE);
  for (const other of [{ query: "draw" }, { group: "file" }, { only: ["win"] }] as Partial<Question>[]) {
    const next = new Listing({ ...QUESTION, ...other }, answer, () => {}, again);
    assert.equal((await next.of("k1").load()).rows.length, PAGE);
  }
  assert.deepEqual(requests.at(-1), { ...QUESTION, only: ["win"], path: ["k1"], offset: 0, limit: PAGE });
});

test("after an error the list continues where it was", async () => {
  const { answer } = createServer();
  let fails = false;
  const listing = new Listing(
    QUESTION,
    (request) => (fails ? Promise.reject(new Error("no")) : answer(request)),
    () => {},
  );
  const rows = listing.of("k2");
  await rows.load();
  fails = true;
  rows.pages += 1;
  await assert.rejects(rows.load(), /no/);
  fails = false;
  assert.equal((await rows.load()).rows.length, 2 * PAGE);
});

test("an empty page ends a list, whatever the server claims", async () => {
  const listing = new Listing(
    QUESTION,
    async () => ({ ...NONE, groups: [], more: true }),
    () => {},
  );
  assert.deepEqual(await listing.groups.load(), { rows: [], more: false });
});
