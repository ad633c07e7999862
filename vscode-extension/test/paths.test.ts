import assert from "node:assert/strict";
import { test } from "node:test";
import { expand, isWithin, locate, findOnPath, type Place } from "../src/finding/paths";

function place(files: string[], more: Partial<Place> = {}): Place {
  return {
    platform: "linux",
    env: { PATH: "/usr/local/bin:/usr/bin:.:bin", TOOLS: "/tools" },
    home: "/home/anna",
    folders: [
      { name: "book", path: "/texts/book" },
      { name: "notes", path: "/texts/notes" },
    ],
    isFile: (path) => files.includes(path),
    realPath: (path) => path,
    ...more,
  };
}

test("a path is written with a tilde and variables, as elsewhere in VS Code", () => {
  const at = place([]);
  assert.equal(expand("~/bin/gbr-lsp", at), "/home/anna/bin/gbr-lsp");
  assert.equal(expand(" ${userHome}/x ", at), "/home/anna/x");
  assert.equal(expand("${env:TOOLS}/x", at), "/tools/x");
  assert.equal(expand("${workspaceFolder}/.venv/bin/x", at), "/texts/book/.venv/bin/x");
  assert.equal(expand("${workspaceFolder:notes}/x", at), "/texts/notes/x");
  assert.equal(expand("a~b", at), "a~b");
});

test("a variable that has no value is an error that names it", () => {
  assert.throws(() => expand("${workspaceFolder:other}/x", place([])), /no folder of the workspace is called other/);
  assert.throws(() => expand("${workspaceFolder}/x", place([], { folders: [] })), /no folder is open/);
  assert.throws(() => expand("${config:python}/x", place([])), /\$\{config:python\} is not known here/);
});

test("a relative path starts from the first folder, a bare name is looked for on the PATH", () => {
  const at = place(["/texts/book/.venv/bin/gbr-lsp", "/usr/bin/gbr-lsp", "/abs/gbr-lsp"]);
  assert.equal(locate(".venv/bin/gbr-lsp", at), "/texts/book/.venv/bin/gbr-lsp");
  assert.equal(locate("./.venv/bin/gbr-lsp", at), "/texts/book/.venv/bin/gbr-lsp");
  assert.equal(locate("gbr-lsp", at), "/usr/bin/gbr-lsp");
  assert.equal(locate("/abs/gbr-lsp", at), "/abs/gbr-lsp");
  assert.equal(locate("/abs/other", at), undefined);
  assert.equal(locate("bin/gbr-lsp", place(["/bin/gbr-lsp"], { folders: [] })), undefined);
});

test("relative entries of the PATH, and those in folders to avoid, are passed over", () => {
  const at = place(["bin/x", "./x", "/texts/book/bin/x", "/usr/bin/x"], {
    env: { PATH: ".:bin:/texts/book/bin:/usr/bin" },
  });
  assert.equal(findOnPath("x", at), "/texts/book/bin/x");
  assert.equal(findOnPath("x", at, ["/texts/book"]), "/usr/bin/x");
  assert.equal(findOnPath("x", place([], { env: {} })), undefined);
});

test("a link on the PATH into a folder to avoid is passed over", () => {
  const realPath = (path: string): string => (path === "/usr/bin/x" ? "/texts/book/x" : path);
  assert.equal(findOnPath("x", place(["/usr/bin/x"], { realPath }), ["/texts/book"]), undefined);
});

test("a folder is within itself, and a neighbor with a longer name is not", () => {
  assert.ok(isWithin("/texts/book", "/texts/book", place([])));
  assert.ok(isWithin("/texts/book/..a/x", "/texts/book", place([])));
  assert.ok(!isWithin("/texts/bookshelf/x", "/texts/book", place([])));
  assert.ok(!isWithin("/else", "/texts/book", place([])));
});

test("on Windows programs have an ending, and the PATH its own separators", () => {
  const files = ["C:\\Tools\\gbr-lsp.exe", "C:\\Book\\.venv\\Scripts\\gbr-lsp.exe"];
  const at = place(files, {
    platform: "win32",
    env: { Path: '"C:\\Tools";C:\\Windows' },
    home: "C:\\Users\\Anna",
    folders: [{ name: "book", path: "C:\\Book" }],
  });
  assert.equal(locate("gbr-lsp", at), files[0]);
  assert.equal(locate(".venv\\Scripts\\gbr-lsp", at), files[1]);
  assert.equal(
    locate("${workspaceFolder}/.venv/Scripts/gbr-lsp.exe", { ...at, isFile: () => true }),
    "C:\\Book/.venv/Scripts/gbr-lsp.exe",
  );
  assert.ok(!isWithin("D:\\x", "C:\\Book", at));
});
