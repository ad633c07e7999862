// Times of events in the page by its own clock, in milliseconds from the start of the visit.

/** Run in the page before its own scripts: `globalThis.measured` has the times. */
export function watch() {
  if (self !== top) return;
  const measured = { editor: undefined, card: undefined, input: 0, done: undefined, wait };
  globalThis.measured = measured;
  /** The last version of a document that the page has sent, and the last one that the server has sent findings for. */
  let sent = { key: "", at: 0 },
    published = { key: "", at: 0 };

  const isPublished = () => published.key === sent.key && measured.input <= sent.at && sent.at <= published.at;
  /** Return the document and the version in `message`; long messages have both at the start or the end. */
  const keyOf = (message) => {
    const ends = message.slice(0, 400) + message.slice(-200);
    return `${/"uri": ?"([^"]*)"/.exec(ends)?.[1]} ${/"version": ?(\d+)/.exec(ends)?.[1]}`;
  };
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (typeof data !== "string" || !/^.{0,100}publishDiagnostics|publishDiagnostics.{0,100}$/s.test(data)) return;
        published = { key: keyOf(data), at: performance.now() };
      });
    }
    postMessage(data, ...given) {
      if (typeof data === "string" && /textDocument\/did(Open|Change)"/.test(data.slice(0, 100)))
        sent = { key: keyOf(data), at: performance.now() };
      super.postMessage(data, ...given);
    }
  };
  for (const name of ["keydown", "paste", "change"])
    addEventListener(name, (event) => (measured.input = event.timeStamp), true);

  // The editor is usable if it has the first text and keeps a letter that is typed.
  const start = new MutationObserver(() => {
    if (measured.letter && !measured.editor && document.querySelector(".cm-line")?.textContent) type();
    if (!document.querySelector(".card")) return;
    measured.card = performance.now();
    start.disconnect();
  });
  start.observe(document, { childList: true, subtree: true, characterData: true });
  const type = () => {
    const editor = document.querySelector(".cm-content");
    if (editor.textContent.includes(measured.letter)) {
      measured.editor = performance.now();
      return;
    }
    editor.focus();
    document.execCommand("insertText", false, measured.letter);
    setTimeout(type);
  };

  /** Start to wait for the findings of the next input; `measured.done` is then a promise of the times since the input. */
  function wait(isFile) {
    measured.input = Infinity;
    const status = document.querySelector("#status"),
      list = document.querySelector("#findings");
    measured.done = new Promise((done) => {
      const observer = new MutationObserver((records) => {
        const { input } = measured;
        const isSaid = records.some(({ target }) => status.contains(target)) && status.textContent.includes("compared");
        const isListed = list.querySelector(".card") && /\.\w+: .*(finding|nothing found)/.test(status.textContent);
        if (isFile ? input === Infinity || !isListed : !isPublished() || !isSaid) return;
        observer.disconnect();
        const shown = performance.now() - input;
        done({ shown, published: published.at - input, words: status.textContent });
      });
      for (const part of [status, list])
        observer.observe(part, { childList: true, subtree: true, characterData: true });
    });
  }
}
