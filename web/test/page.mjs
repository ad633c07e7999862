// Steps on the built page, for the programs that drive it in Chromium.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

export const PATIENCE = Number(process.env.PATIENCE ?? 180) * 1000;

/** Print how many seconds have passed, and what was done. */
export const step = (name) => console.log(`${(performance.now() / 1000).toFixed(1)} s: ${name}`);

/** Start the static server, Chromium, and a foreign server, which counts what arrives; `end` ends all. */
export async function begin() {
  const server = await serve();
  const address = `http://127.0.0.1:${server.address().port}/`;
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const foreign = createServer((_, response) => {
    foreign.arrived++;
    response.end();
  });
  foreign.arrived = 0;
  await new Promise((ready) => foreign.listen(0, "127.0.0.1", ready));
  foreign.url = `http://127.0.0.1:${foreign.address().port}/`;
  const end = async () => {
    await browser.close();
    server.close();
    foreign.close();
  };
  return { server, address, browser, foreign, end };
}

/** Open the page in a new context with `options`; whatever fails there fails here. */
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => {
    throw error;
  });
  // The server writes what its features raise.
  page.on("console", (message) => {
    if (/^\w*(Error|Exception)\b/.test(message.text())) throw new Error(message.text());
  });
  await page.goto(address);
  await page.locator(".cm-content").waitFor();
  return { context, page: new Steps(page) };
}

/** Try to send something to `foreign` from the page, its frames and its workers, in each way; check that nothing arrives. */
export async function sendElsewhere({ page }, foreign) {
  const inWorkers = (url) =>
    Promise.all([
      fetch(url, { mode: "no-cors" }).catch(() => {}),
      fetch(url, { mode: "no-cors", method: "POST", body: "text", keepalive: true }).catch(() => {}),
      new Promise((done) => {
        try {
          const request = new XMLHttpRequest();
          request.onloadend = done;
          request.open("GET", url);
          request.send();
        } catch {
          done();
        }
      }),
      import(`${url}script.js`).catch(() => {}),
      new Promise((done) => {
        try {
          const socket = new WebSocket(url.replace("http", "ws"));
          socket.onerror = socket.onopen = done;
        } catch {
          done();
        }
      }),
    ]).then(() => true);
  const inFrames = (url) => {
    navigator.sendBeacon(url, "text");
    new Image().src = `${url}picture`;
    const form = Object.assign(document.createElement("form"), { action: url, method: "post", target: "elsewhere" });
    const frame = Object.assign(document.createElement("iframe"), { name: "elsewhere", src: url });
    document.body.append(form, frame);
    form.submit();
    form.remove();
    return new Promise((done) => setTimeout(() => (frame.remove(), done(true)), 200));
  };
  assert.ok(page.workers().length);
  const places = [...page.workers(), ...page.frames()];
  await Promise.all(places.map((place) => place.evaluate(inWorkers, foreign.url)));
  for (const frame of page.frames()) await frame.evaluate(inFrames, foreign.url);
  assert.equal(foreign.arrived, 0, "something was sent elsewhere");
}

/** The page as its user sees it. */
export class Steps {
  constructor(page) {
    this.page = page;
    this.board = page.frameLocator("#board");
  }

  at(selector, options) {
    return this.page.locator(selector, options);
  }

  /** The text in the editor. */
  text() {
    return this.page.evaluate(() =>
      [...document.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"),
    );
  }

  /** Wait for a finding with `words`. */
  finds(words) {
    return this.at(".card .place", { hasText: words }).first().waitFor();
  }

  /** Wait until the status line has `words`. */
  says(words) {
    return this.at("#status", { hasText: words }).waitFor();
  }

  hasKind(kind) {
    return this.page.waitForFunction((kind) => document.querySelector("#kind").value === kind, kind);
  }

  /** Wait until the kind is shown as recognized, or as not. */
  isRecognized(kind, isRecognized = true) {
    return this.page.waitForFunction(
      ([kind, isRecognized]) => {
        const choice = document.querySelector("#kind");
        return choice.value === kind && choice.selectedOptions[0].text.includes("recognized") === isRecognized;
      },
      [kind, isRecognized],
    );
  }

  hasName(name) {
    return this.page.waitForFunction((name) => document.querySelector("#name").value === name, name);
  }

  /** Wait until the text has `part`. */
  hasText(part) {
    return this.page.waitForFunction((part) => document.querySelector(".cm-content")?.textContent.includes(part), part);
  }

  isBlank() {
    return this.page.waitForFunction(() => document.querySelector(".cm-content")?.textContent.trim() === "");
  }

  /** Choose files to open: names and contents. */
  choose(...files) {
    const chosen = files.map(([name, data]) => ({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(data),
    }));
    return this.at("#open-input").setInputFiles(chosen);
  }

  /** Drop files on the page: names and texts. */
  drop(...files) {
    return this.page.evaluate((files) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
      document
        .querySelector("#editor")
        .dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, files);
  }

  /** Paste `text` in place of the whole text. */
  async pasteOver(text) {
    await this.at(".cm-content").focus();
    await this.page.keyboard.press("Control+a");
    await this.at(".cm-content").evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Type `words` at the end of the text. */
  async type(words) {
    await this.at(".cm-content").focus();
    await this.page.keyboard.press("Control+End");
    await this.page.keyboard.insertText(words);
    await this.hasText(words.trim());
  }

  /** Click at the start of `words`, which are in one line of the text. */
  async putCaret(words) {
    const place = await this.page.waitForFunction((words) => {
      const line = [...document.querySelectorAll(".cm-line")].find((one) => one.textContent.includes(words));
      if (!line) return null;
      line.scrollIntoView({ block: "nearest" });
      let at = line.textContent.indexOf(words);
      const nodes = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (nodes.nextNode() && nodes.currentNode.length <= at) at -= nodes.currentNode.length;
      const range = document.createRange();
      range.setStart(nodes.currentNode, at);
      range.setEnd(nodes.currentNode, at + 1);
      const box = range.getBoundingClientRect();
      return { x: box.left + 1, y: box.top + box.height / 2 };
    }, words);
    const { x, y } = await place.jsonValue();
    await this.page.mouse.click(x, y);
  }

  /** Wait until `condition`, a function of the page that returns a promise, is true. */
  async until(condition, argument) {
    const end = performance.now() + PATIENCE;
    while (!(await this.page.evaluate(condition, argument))) assert.ok(performance.now() < end, String(condition));
  }

  /** Wait until the draft that is stored last has `part`. */
  isStored(part) {
    const isLast = (part) =>
      new Promise((done) => {
        const opening = indexedDB.open("gbr-lsp");
        opening.onsuccess = () => {
          const drafts = opening.result.transaction("drafts").objectStore("drafts").index("when").getAll();
          drafts.onsuccess = () => {
            opening.result.close();
            done(drafts.result.at(-1)?.text.includes(part) ?? false);
          };
        };
      });
    return this.until(isLast, part);
  }

  /** Choose the text that starts with `words` among the last ones. */
  async chooseRecent(words) {
    const row = this.at("#dialog .row", { hasText: words }).first();
    for (let tries = 0; ; tries++) {
      await this.at("#texts").click();
      await this.at("#dialog[open]").waitFor();
      if (await row.count()) return row.click();
      assert.ok(tries < 50, `${words} is not among the last texts`);
      await this.at("#dialog button[value=no]").click();
    }
  }

  /** Press `selector`, and return the file that is downloaded. */
  async download(selector) {
    const [download] = await Promise.all([this.page.waitForEvent("download"), this.at(selector).click()]);
    return download;
  }
}
