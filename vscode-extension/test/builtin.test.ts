import assert from "node:assert/strict";
import { test } from "node:test";
import { machinePath, placeOf } from "../src/builtin/paths";

const WINDOWS = [
  ["C:\\Texts\\My book\\a.md", "/c:/Texts/My book/a.md", "c:\\", "/c:"],
  ["d:/texts", "/d:/texts", "d:\\", "/d:"],
  ["E:\\", "/e:/", "e:\\", "/e:"],
  ["e:", "/e:/", "e:\\", "/e:"],
  [
    "\\\\server\\Our share\\a b\\c.md",
    "/unc/server/Our share/a b/c.md",
    "\\\\server\\Our share\\",
    "/unc/server/Our share",
  ],
  ["\\\\wsl$\\Debian", "/unc/wsl$/Debian/", "\\\\wsl$\\Debian\\", "/unc/wsl$/Debian"],
] as const;

test("a path of Windows has its place below its drive or its share, and comes back", () => {
  for (const [path, inner, root, at] of WINDOWS) {
    assert.deepEqual(placeOf(path, "win32"), { path: inner, mount: { root, at } }, path);
    const back = machinePath(inner, "win32");
    assert.deepEqual(placeOf(back, "win32"), placeOf(path, "win32"), back);
    assert.ok(!back.includes("/") && /^([a-z]:|\\\\)/.test(back), back);
  }
});

test("a path of POSIX is its own place, below the top folder", () => {
  for (const path of ["/home/anna/My book/a.md", "/home", "/home/", "/tmp/x:y\\z"]) {
    const place = placeOf(path, "linux");
    assert.equal(place?.path, path);
    assert.ok(place.mount && path.startsWith(place.mount.at) && place.mount.at === place.mount.root);
    assert.equal(machinePath(path, "darwin"), path);
  }
});

test("nothing is mounted for the root, for relative paths, and over what the server has there itself", () => {
  for (const path of ["/", "/lib/x", "/dev/null", "/proc/self"]) assert.deepEqual(placeOf(path, "linux"), { path });
  for (const path of ["", "texts/a.md", "C:\\x", "~/x"]) assert.equal(placeOf(path, "linux"), undefined, path);
  for (const path of ["", "a.md", "\\a", "/a", "c:a.md", "\\\\?\\c:\\x", "\\\\server"])
    assert.equal(placeOf(path, "win32"), undefined, path);
});
