// Looks: contrasts, the rules of axe-core in both themes and widths, a phone, and the links of the site.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { openPage, step } from "../page.mjs";
import { PRINTED } from "../samples.mjs";

const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SIZES = [{ viewport: { width: 1280, height: 800 } }, PHONE];

export async function looks({ browser, address }) {
  for (const colorScheme of ["light", "dark"]) await contrasts(browser, address, colorScheme);
  assert.deepEqual(await violations({ browser, address }), []);
  step("no violation of the rules of axe-core");
  await phone(browser, address);
  await keyboard(browser, address);
  for (const path of ["", "board.html", "licences.html", "docs/moves/"]) await follow(address, path);
}

/** Return the violations by the page, its board and its dialogs, light and dark, on a screen and a phone. */
export async function violations({ browser, address }) {
  const found = [];
  for (const colorScheme of ["light", "dark"])
    for (const size of SIZES) found.push(...(await violationsIn(browser, address, { colorScheme, ...size })));
  return found;
}

async function violationsIn(browser, address, options) {
  const { context, page } = await openPage(browser, address, { ...options, bypassCSP: true });
  await page.finds("The kings are exchanged");
  const all = [];
  const states = {
    page: () => {},
    texts: () => page.at("#texts").click(),
    settings: () => page.at("#settings").click(),
    file: async () => {
      await page.choose(["page.pdf", PRINTED]);
      await page.at(".boards svg").first().waitFor();
    },
  };
  for (const [name, enter] of Object.entries(states)) {
    await page.page.keyboard.press("Escape");
    await enter();
    const isDialog = ["texts", "settings"].includes(name);
    if (isDialog) await page.at("#dialog[open]").waitFor();
    // The rest of the page is inert while a dialog is open.
    for (const frame of name === "page" ? page.page.frames() : [page.page.mainFrame()]) {
      await frame.evaluate(AXE);
      const { violations } = await frame.evaluate(
        (part) => globalThis.axe.run(part ? document.querySelector(part) : document, { iframes: false }),
        isDialog ? "#dialog" : "",
      );
      const where = `${name}, ${options.colorScheme}, ${options.viewport.width} px`;
      for (const { id, nodes } of violations)
        all.push(...nodes.map(({ target, failureSummary }) => `${where}: ${id}: ${target}: ${failureSummary}`));
    }
  }
  await context.close();
  return all;
}

/** On a phone the findings are in sight below the text, and the board is a tab. */
async function phone(browser, address) {
  const { context, page } = await openPage(browser, address, PHONE);
  await page.finds("The kings are exchanged");
  // The list is drawn again when the names of the studies are known.
  await page.page.waitForFunction(
    () => document.querySelector(".card .fix")?.getBoundingClientRect().bottom <= innerHeight,
  );
  assert.equal(await page.page.evaluate(() => document.documentElement.scrollWidth), PHONE.viewport.width);
  await page.at("#tabs button", { hasText: "Board" }).tap();
  await page.board.locator("svg#board").waitFor();
  await page.board.locator("#boards button", { hasText: "Code" }).tap();
  await page.board.locator("#fixes button").first().tap();
  await page.says("nothing found");
  await context.close();
  step("a phone: findings in sight, a fix by touch");
}

/** With the Tab key alone, every control is reached once: header, text, border, board, findings. */
async function keyboard(browser, address) {
  const { context, page } = await openPage(browser, address);
  await page.finds("The kings are exchanged");
  await page.at(".fix").first().waitFor();
  await page.at("#name").focus();
  const focused = () =>
    page.page.evaluate(() => {
      const inner = document.activeElement.contentDocument?.activeElement;
      return [document.activeElement.id, document.activeElement.className, inner?.id ?? ""].join(" ").trim();
    });
  const reached = [];
  while (reached.length < 80 && reached.at(-1) !== "fix") {
    await page.page.keyboard.press("Tab");
    reached.push(await focused());
  }
  for (const id of ["kind", "open-input", "new", "settings", "cm-content", "border", "board  flip", "fix-all", "rule"])
    assert.ok(
      reached.some((one) => one.includes(id)),
      `${id} is not reached: ${reached.join("; ")}`,
    );
  await page.page.keyboard.press("Enter");
  await page.says("nothing found");
  await context.close();
  step("every control by the Tab key, and a fix by Enter");
}

async function contrasts(browser, address, colorScheme) {
  const { context, page } = await openPage(browser, address, { colorScheme });
  await page.finds("The kings are exchanged");
  await page.at(".cm-content").focus();
  await page.at(".cm-lintRange").first().hover();
  await page.at(".cm-tooltip-hover .cm-tooltip-section").first().waitFor();
  await page.page.keyboard.press("Control+Home");
  await page.page.keyboard.press("Shift+End");
  await page.at(".cm-selectionBackground").first().waitFor();
  await page.page.keyboard.press("Control+f");
  await page.at(".cm-panel.cm-search").waitFor();
  const measured = await page.page.evaluate(() => {
    const parts = (color) => color.match(/[\d.]+/g).map(Number);
    const light = (color) =>
      parts(color)
        .slice(0, 3)
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
    const get = (selector, property) => getComputedStyle(document.querySelector(selector))[property];
    const ground = (selector) => {
      for (let element = document.querySelector(selector); element; element = element.parentElement) {
        const color = getComputedStyle(element).backgroundColor;
        if (parts(color)[3] !== 0) return color;
      }
    };
    const contrast = (one, other) => {
      const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const on = (selector) => contrast(get(selector, "color"), ground(selector));
    const tokens = Object.fromEntries(["keyword", "number", "class"].map((name) => [name, on(`.token-${name}`)]));
    return {
      ...tokens,
      text: on(".cm-content"),
      tooltip: on(".cm-tooltip-hover .cm-tooltip-section"),
      gutter: on(".cm-lineNumbers .cm-gutterElement"),
      search: on(".cm-search label"),
      field: on(".cm-search .cm-textfield"),
      button: on(".cm-search .cm-button"),
      selection: contrast(get(".cm-content", "color"), get(".cm-selectionBackground", "backgroundColor")),
      caret: contrast(get(".cm-cursor", "borderLeftColor"), ground(".cm-content")),
    };
  });
  for (const [name, contrast] of Object.entries(measured))
    assert.ok(4.5 <= contrast, `${colorScheme} ${name}: ${contrast}`);
  step(`${colorScheme}: contrasts of ${Math.min(...Object.values(measured)).toFixed(1)} or more`);
  await context.close();
}

/** Check that the links, styles, scripts and pictures of a page are there. */
async function follow(address, path) {
  const html = await (await fetch(address + path)).text();
  const links = [...html.matchAll(/\b(?:href|src)=["']?([^"' >]+)/g)]
    .map(([, link]) => new URL(link, address + path))
    .filter(({ origin }) => `${origin}/` === address);
  assert.ok(links.length);
  for (const link of links) {
    const answer = await fetch(link);
    assert.equal(answer.status, 200, `${link} on ${path}`);
    assert.doesNotMatch(answer.headers.get("content-type"), /octet-stream/, String(link));
  }
  step(`${links.length} links of /${path}`);
}
