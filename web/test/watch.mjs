// Times of events in the page by its own clock, in milliseconds from the start of the visit.
/* global MutationObserver, Worker, addEventListener, self, top */

/** Run in the page before its own scripts: `globalThis.measured` has the times. */
export function watch() {
  if (self !== top) return;
  const measured = { editor: undefined, card: undefined, input: 0, done: undefined, wait };
  globalThis.measured = measured;
  /** The last version of a document that the page has sent, and the last one that the server has sent findings for. */
  let sent = { key: "", at: 0 },
    published = { key: "", at: 0 };
  /** The versions that the page has requested findings for, by the ids of the requests. */
  const pulled = new Map();

  const isPublished = () => published.key === sent.key && measured.input <= sent.at && sent.at <= published.at;
  /** Return the document and the version in `message`; long messages have both at the start or the end. */
  const keyOf = (message) => {
    const ends = message.slice(0, 400) + message.slice(-200);
    return `${/"uri": ?"([^"]*)"/.exec(ends)?.[1]} ${/"version": ?(\d+)/.exec(ends)?.[1]}`;
  };
  const idOf = (message) => Number(/^.{0,40}"id": ?(\d+)/.exec(message)?.[1]);
  const receive = (message) => {
    const isPush = /publishDiagnostics/.test(message.slice(0, 100) + message.slice(-100));
    const key = isPush ? keyOf(message) : pulled.get(idOf(message));
    if (key) published = { key, at: performance.now() };
  };
  const send = (message) => {
    const method = /"method":"textDocument\/(\w+)"/.exec(message.slice(0, 100))?.[1];
    if (method === "didOpen" || method === "didChange") sent = { key: keyOf(message), at: performance.now() };
    if (method === "diagnostic") pulled.set(idOf(message), sent.key);
  };
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (typeof data === "string") receive(data);
      });
    }
    postMessage(data, ...given) {
      if (typeof data === "string") send(data);
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

  /**
   * Start to wait for the list of findings after the next input: a file if `isFile`, else an edit of a text.
   * `measured.done` is then a promise of the times from the input until the last list and the first one. The server sends
   * some findings of a long text before the others: the last list is the one that no other follows for `quiet`
   * milliseconds. There must be findings.
   */
  function wait(isFile, quiet) {
    measured.input = Infinity;
    const list = document.querySelector("#findings");
    measured.done = new Promise((done) => {
      let first,
        listed,
        timer = 0;
      const observer = new MutationObserver(() => {
        const { input } = measured;
        if (!list.querySelector(".card") || (isFile ? input === Infinity : !isPublished())) return;
        // The same findings may be listed again, for example when their studies are known.
        if (listed === published) return;
        listed = published;
        const shown = performance.now() - input;
        first ??= shown;
        const words = `${document.querySelector("#findings-count").textContent} findings`;
        const times = { shown, first, published: published.at - input, words };
        clearTimeout(timer);
        timer = setTimeout(() => {
          observer.disconnect();
          done(times);
        }, quiet);
      });
      observer.observe(list, { childList: true });
    });
  }
}
