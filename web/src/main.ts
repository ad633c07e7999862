// The page: an editor, its findings, and the board at the caret. Contents of files are never inserted as HTML.
import { autocompletion, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, redoDepth, undo } from "@codemirror/commands";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, type Text } from "@codemirror/state";
import { EditorView, type ViewUpdate, drawSelection, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { draw, type Shown } from "./board";
import { Client, keepReader, type CodeAction, type Diagnostic, type Position, type Range, type TextEdit } from "./client";
import { LONGEST, addressOf, keep, kept, shared, type Draft } from "./keeping";
import { SAMPLE } from "./sample";
import { THEME } from "./theme";

const KINDS: Record<string, string> = { pgn: "pgn", markdown: "md", latex: "tex", plaintext: "txt", html: "html", asciidoc: "adoc", restructuredtext: "rst", org: "org", typst: "typ", csv: "csv", json: "json", yaml: "yaml" };
/** Kinds of read-only documents. */
const SHOWN = { pdf: "PDF", word: "Word" };
const PROOF_SECONDS = 120;
const MOST_SHOWN = 200;
const MOST_FIXES = 20;
const MAX_BEFORE = 10;
const SEVERITIES = ["", "error", "warning", "info", "hint"] as const;

const $ = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const say = (text: string) => { $("status").textContent = text; };
const remote = Annotation.define<boolean>();

let client: Client;
let draft: Draft = { ...SAMPLE };
/** The previous texts with their undo histories, the last one at the end. */
const before: { draft: Draft; state: EditorState }[] = [];
let recent: Draft[] = [];
let number = 0;
let version = 0;
let found: Diagnostic[] = [];
const isText = () => draft.kind in KINDS;
let opened = "";
/** URI of the open document in the server, or empty. */
const uri = () => opened;

const place = (doc: Text, at: number): Position => {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
};
const offset = (doc: Text, { line, character }: Position) => {
  if (doc.lines <= line) return doc.length;
  const known = doc.line(line + 1);
  return Math.min(known.from + character, known.to);
};
const changes = (doc: Text, edits: readonly TextEdit[]) =>
  edits.map(({ range, newText }) => ({ from: offset(doc, range.start), to: offset(doc, range.end), insert: newText }));

const view = new EditorView({ parent: $("editor") });

function editing({ text, kind }: Draft) {
  const ends = text.match(/\r\n?|\n/g) ?? [];
  const separator = ends.length && ends.every((end) => end === "\r\n") ? "\r\n" : "\n";
  return EditorState.create({
    doc: text,
    extensions: [
      EditorState.lineSeparator.of(separator), EditorState.readOnly.of(!(kind in KINDS)),
      lineNumbers(), history(), drawSelection(), lintGutter(), THEME, highlightSelectionMatches(), EditorView.lineWrapping,
      keymap.of([{ key: "Mod-z", run: undone, preventDefault: true }, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "Your text" }),
      autocompletion({ override: [complete] }), hoverTooltip(hover), EditorView.updateListener.of(updated),
      EditorView.domEventHandlers({ paste: pasted }),
    ],
  });
}

/** Show `next` with `state`, and open it in the server. The caller keeps the previous text. */
function show(next: Draft, state: EditorState) {
  if (opened) client.notify("textDocument/didClose", { textDocument: { uri: opened } });
  draft = next;
  number++;
  opened = isText() ? `untitled:${number}.${KINDS[draft.kind]}` : "";
  version = 1;
  found = draft.proof?.found ?? [];
  view.setState(state);
  $<HTMLSelectElement>("kind").value = draft.kind;
  for (const id of ["kind", "fix-all", "share"]) $<HTMLButtonElement>(id).disabled = !isText();
  draw($("board"), null);
  if (!isText()) { judged(found); return; }
  list();
  const text = view.state.doc.toString();
  client.notify("textDocument/didOpen", { textDocument: { uri: uri(), languageId: draft.kind, version, text } });
  void follow();
}

/** Store the current text, or reject. A blank text is not stored, and its draft stays unchanged. */
async function keepShown() {
  clearTimeout(keeping);
  if (!number || !isText()) return;
  const text = view.state.sliceDoc();
  if (!text.trim()) return;
  draft.text = text;
  await keep(draft);
}

/** Store the current text. If that fails, ask the user; return false if the text must stay. */
async function isSecured(): Promise<boolean> {
  for (;;) {
    const { state: { doc } } = view, mine = draft;
    try { await keepShown(); } catch {
      if (mine.isChanged && doc.toString().trim() && !await ask(`Replace ${mine.name}?`, "This browser keeps no drafts, so your changes will be lost.", "Replace")) return false;
    }
    // Repeat if the user has typed meanwhile.
    if (doc === view.state.doc && mine === draft) return true;
  }
}

/** Store the current text and show `next`; return false if the user refuses. *Undo* restores the previous text. */
async function replace(next: Draft): Promise<boolean> {
  if (!await isSecured()) return false;
  if (number) before.push({ draft, state: view.state });
  before.splice(0, before.length - MAX_BEFORE);
  show(next, editing(next));
  if (next.text !== SAMPLE.text) await keepShown().catch(() => {});
  await listRecent();
  return true;
}

/** Undo the last change. If there is none, and nothing to redo, restore the previous text. */
function undone(): boolean {
  if (undo(view) || redoDepth(view.state) || !before.length) return true;
  void isSecured().then((is) => {
    const last = is && before.pop();
    if (!last) return;
    show(last.draft, last.state);
    return listRecent();
  });
  return true;
}

async function listRecent() {
  const all = await kept().catch(() => []);
  recent = all.filter((one) => one.id !== draft.id);
  const choice = $<HTMLSelectElement>("recent");
  choice.disabled = !recent.length;
  choice.replaceChildren(new Option("", ""), ...recent.map(({ id, name, text }) =>
    new Option(`${name}: ${text.trim().slice(0, 50).replace(/\s+/g, " ")}`, id)));
}

let keeping = 0, following = 0;
function updated({ state, startState, docChanged, selectionSet, changes: made }: ViewUpdate) {
  if (docChanged && isText()) {
    const sent: unknown[] = [];
    made.iterChanges((from: number, to: number, _: number, __: number, inserted: Text) => {
      // Send the last change first, so that the offsets of the others stay valid.
      sent.unshift({ range: { start: place(startState.doc, from), end: place(startState.doc, to) }, text: inserted.toString() });
    });
    version++;
    client.notify("textDocument/didChange", { textDocument: { uri: uri(), version }, contentChanges: sent });
    let isWhole = true;
    made.iterGaps(() => { isWhole = false; });
    if (isWhole && startState.doc.toString().trim()) {
      // The whole text was replaced, so store the previous text as a separate draft.
      void keep({ ...draft, text: startState.sliceDoc() }).then(listRecent).catch(() => {});
      draft = { ...draft, id: undefined };
    }
    draft.isChanged = true;
    clearTimeout(keeping);
    keeping = setTimeout(() => keepShown().catch(() => say("This browser keeps no drafts: save your text.")), 500);
  }
  if (docChanged || selectionSet) {
    clearTimeout(following);
    following = setTimeout(follow, 60);
  }
}

async function follow() {
  const at = { uri: uri(), position: place(view.state.doc, view.state.selection.main.head) };
  if (!isText()) return;
  const state = version;
  const shown: Shown | null = await client.request("workspace/executeCommand", { command: "gbr.showBoard", arguments: [at.uri, at.position] }).catch(() => null);
  const isDisputed = shown?.boards.some(({ differences }) => differences.length);
  const offered = isDisputed ? (await Promise.all(shown!.places.map((range) => actions(range)))).flat() : [];
  const fixes = new Map(offered.filter(({ kind }) => kind === "quickfix").map((one) => [one.title, one.edit?.changes?.[uri()]]));
  if (at.uri === uri() && state === version)
    draw($("board"), shown, [...fixes].flatMap(([title, edits]) => edits ? [{ title, apply: () => apply(edits) }] : []));
}

const about = (at: number) => ({ textDocument: { uri: uri() }, position: place(view.state.doc, at) });

async function hover(_: EditorView, at: number) {
  if (!isText()) return null;
  const answer = await client.request("textDocument/hover", about(at)).catch(() => null);
  if (!answer) return null;
  const text: string = answer.contents.value ?? answer.contents;
  return { pos: at, create: () => {
    const dom = document.createElement("pre");
    dom.textContent = text;
    return { dom };
  } };
}

async function complete(context: CompletionContext) {
  const answer = await client.request("textDocument/completion", about(context.pos)).catch(() => null);
  const items: any[] = Array.isArray(answer) ? answer : answer?.items ?? [];
  if (!items.length) return null;
  return { from: context.pos, filter: false, options: items.map((item) => ({
    label: item.label, detail: item.detail,
    apply: (editor: EditorView) => {
      const edits: TextEdit[] = [item.textEdit ?? { range: { start: place(editor.state.doc, context.pos), end: place(editor.state.doc, context.pos) }, newText: item.insertText ?? item.label }, ...(item.additionalTextEdits ?? [])];
      editor.dispatch({ changes: changes(editor.state.doc, edits) });
    } })) };
}

const inDocument = (range: Range) => ({ from: offset(view.state.doc, range.start), to: offset(view.state.doc, range.end) });

function judged(diagnostics: Diagnostic[]) {
  found = diagnostics;
  const shown = found.map((one) => ({ ...inDocument(one.range), message: one.message, source: String(one.code ?? ""), severity: SEVERITIES[one.severity ?? 1] || "error" }));
  view.dispatch(setDiagnostics(view.state, shown as never), { annotations: remote.of(true) });
  say(found.length ? `${found.length} finding${found.length === 1 ? "" : "s"} in ${draft.name}` : `Nothing found in ${draft.name}`);
  list();
  void follow();
}

const apply = (edits: readonly TextEdit[]) => view.dispatch({ changes: changes(view.state.doc, edits), userEvent: "input.fix" });

async function actions(range: Range, only?: string): Promise<CodeAction[]> {
  const context = { diagnostics: [], triggerKind: 1, ...(only ? { only: [only] } : {}) };
  return (await client.request("textDocument/codeAction", { textDocument: { uri: uri() }, range, context }).catch(() => null)) ?? [];
}

function list() {
  const state = version;
  $("findings").replaceChildren(...found.slice(0, MOST_SHOWN).map((one, index) => {
    const item = document.createElement("li"), button = document.createElement("button"), rule = document.createElement("span");
    item.className = SEVERITIES[one.severity ?? 1] || "error";
    button.className = "place";
    button.textContent = isText() ? `Line ${one.range.start.line + 1}: ${one.message}` : one.message;
    button.onclick = () => {
      view.dispatch({ selection: { anchor: inDocument(one.range).from }, scrollIntoView: true });
      view.focus();
    };
    rule.className = "rule";
    rule.textContent = ` ${one.code ?? ""} `;
    item.append(button, rule);
    if (index < MOST_FIXES && isText()) void actions(one.range).then((offered) => {
      if (state !== version) return;
      for (const action of offered) {
        const edits = action.edit?.changes?.[uri()];
        if (action.kind !== "quickfix" || !edits) continue;
        const fix = document.createElement("button");
        fix.className = "fix";
        fix.textContent = action.title;
        fix.onclick = () => apply(edits);
        item.append(fix);
      }
    });
    return item;
  }));
  if (MOST_SHOWN < found.length) {
    const more = document.createElement("li");
    more.textContent = `and ${found.length - MOST_SHOWN} more`;
    $("findings").append(more);
  }
}

function ask(title: string, text: string, yes: string | null): Promise<boolean> {
  const dialog = $<HTMLDialogElement>("dialog");
  $("dialog-title").textContent = title;
  $("dialog-text").textContent = text;
  $("dialog-yes").hidden = yes === null;
  $("dialog-yes").textContent = yes ?? "";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => { dialog.onclose = () => done(dialog.returnValue === "yes"); });
}

async function fixAll() {
  const doc = view.state.doc, state = version;
  const whole = { start: { line: 0, character: 0 }, end: place(doc, doc.length) };
  const action = (await actions(whole, "source.fixAll.gbr"))[0];
  const edits = action?.edit?.changes?.[uri()];
  if (!edits?.length) { say("Every fix here needs your decision."); return; }
  const lines = edits.map(({ range, newText }) => {
    const { from, to } = inDocument(range), first = doc.lineAt(from), last = doc.lineAt(to);
    return `${first.number}\n- ${doc.sliceString(first.from, last.to)}\n+ ${doc.sliceString(first.from, from)}${newText}${doc.sliceString(to, last.to)}`;
  });
  if (await ask("Apply all safe fixes", lines.join("\n"), "Apply") && state === version)
    view.dispatch({ changes: changes(doc, edits), userEvent: "input.fix" });
}

async function read(file: File) {
  const name = file.name.replace(/[\\/\0]/g, "_") || "text";
  const failed = (why: string) => say(`${name} ${why}; still showing ${draft.name}`);
  try {
    const data = new Uint8Array(await file.arrayBuffer());
    const head = new TextDecoder("latin1").decode(data.subarray(0, 1024));
    if (head.includes("%PDF-")) await readProof(name.toLowerCase().endsWith(".pdf") ? name : `${name}.pdf`, "pdf", data, failed);
    else if (/\.doc[xm]$/i.test(name)) await readProof(name, "word", data, failed);
    else {
      const opened = await client.open(name, data);
      if (opened.trouble) failed(opened.trouble);
      else await replace({ name, kind: opened.language in KINDS ? opened.language : "plaintext", text: opened.text, codec: opened.codec, bom: opened.bom });
    }
  } catch (error) { failed(`cannot be read: ${(error as Error).message}`); }
}

/** Read a PDF or Word file in a separate worker, and end the worker after `PROOF_SECONDS`. */
async function readProof(name: string, kind: "pdf" | "word", data: Uint8Array, failed: (why: string) => void) {
  say(`Reading ${name}…`);
  const reader = new Client(true);
  const limit = setTimeout(() => reader.end(`it takes longer than ${PROOF_SECONDS} seconds`), PROOF_SECONDS * 1000);
  try {
    const checked = await reader.check(name, data);
    if (checked.trouble) { failed(checked.trouble); return; }
    const found = checked.findings.map((one: any): Diagnostic => ({
      code: one.code, message: `${one.spot.replace(/^p(\d+)(?::y\d+)?$/, "Page $1").replace(/^par(\d+)$/, "Paragraph $1")}: ${one.message}`, severity: 1,
      range: { start: { line: one.location.row - 1, character: one.location.column - 1 }, end: { line: one.end_location.row - 1, character: one.end_location.column - 1 } } }));
    const isShown = await replace({ name, kind, text: checked.text, codec: "utf-8", bom: false, proof: { report: checked.report, found } });
    if (isShown && checked.unread) say(`${name}: ${checked.unread}`);
  } finally {
    clearTimeout(limit);
    reader.onFailure = () => {};
    reader.end("");
  }
}

function download(name: string, data: BlobPart, type: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function save() {
  if (draft.proof) { download(`${draft.name}.html`, draft.proof.report, "text/html"); return; }
  const mine = draft, { doc } = view.state, text = view.state.sliceDoc();
  try {
    const saved = await client.save(mine.name, text, mine.codec, mine.bom);
    const said = saved.codec === mine.codec ? [] : ["Saved as UTF-8: windows-1252 lacks some characters"];
    if (saved.replaced) said.push(`${saved.replaced} damaged character${saved.replaced === 1 ? " was" : "s were"} saved as \ufffd`);
    if (said.length) say(said.join(". "));
    mine.codec = saved.codec;
    download(mine.name, saved.data, "application/octet-stream");
  } catch { download(mine.name, text, "text/plain"); }
  if (doc === view.state.doc) mine.isChanged = false;
}

async function share() {
  const address = await addressOf({ ...draft, text: view.state.sliceDoc() });
  if (!address) { say(`Too long to share by link (limit: ${LONGEST.toLocaleString("en")} characters after compression)`); return; }
  const isCopied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
  await ask(`${isCopied ? "Link copied. It" : "This link"} contains your whole text.`, address, null);
}

function pasted(event: ClipboardEvent, editor: EditorView): boolean {
  const files = event.clipboardData?.files;
  if (files?.length) { void read(files[0]!); return true; }
  const text = event.clipboardData?.getData("text/plain") ?? "";
  // Recognize PGN and LaTeX when a text is pasted into an empty page.
  const kind = /^\s*\[\w+ "/.test(text) ? "pgn" : /\\(documentclass|begin\{|newgame|fenboard)/.test(text) ? "latex" : "";
  if (editor.state.sliceDoc().trim() || !kind || draft.kind === kind) return false;
  void replace({ name: `text.${KINDS[kind]}`, kind, text, codec: "utf-8", bom: false, isChanged: true });
  return true;
}

function begin() {
  client = new Client(false);
  client.onReady = () => {
    if ($("status").textContent === "Starting…") say("Ready");
    // The files are stored by now, so the service worker does not fetch them again.
    if ("serviceWorker" in navigator) void navigator.serviceWorker.register("service.js").then(() => navigator.serviceWorker.ready).then(keepReader).catch(() => {});
  };
  client.onFailure = (why) => {
    say(`The checker has stopped (${why}); your text is kept. Reload the page to start it again.`);
    void keepShown().catch(() => {});
  };
  client.onNotification = (method, params) => {
    if (method === "textDocument/publishDiagnostics" && params.uri === uri() && (params.version ?? version) === version) judged(params.diagnostics);
    if (method === "window/showMessage") say(params.message);
  };
  client.onRequest = (method, params) => {
    if (method !== "workspace/applyEdit") return null;
    const edits = params.edit.changes?.[uri()];
    if (edits) view.dispatch({ changes: changes(view.state.doc, edits) });
    return { applied: Boolean(edits) };
  };
  void client.request("initialize", { processId: null, rootUri: null, clientInfo: { name: "gbr-lsp page" }, capabilities: {
    general: { positionEncodings: ["utf-16"] }, workspace: { applyEdit: true },
    textDocument: { diagnostic: {}, publishDiagnostics: { versionSupport: true, relatedInformation: true }, hover: { contentFormat: ["plaintext"] },
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source"] } }, isPreferredSupport: true } } } })
    .then(() => client.notify("initialized", {})).catch(() => {});
}

/** Show the text in the link of the page; return false if there is none, if it is damaged, or if the user refuses. */
async function openLink(): Promise<boolean> {
  const clear = () => window.history.replaceState(null, "", location.pathname + location.search);
  try {
    const carried = await shared(location.hash);
    if (!carried) return false;
    if (!(carried.kind in KINDS)) carried.kind = "plaintext";
    const isShown = await replace(carried);
    // The text is stored as a draft. At the next visit the link would show it without its changes.
    if (draft.id) clear();
    return isShown;
  } catch {
    clear();
    void ask("This link has no text that can be read.", "", null);
    return false;
  }
}

for (const kind of Object.keys(KINDS)) $<HTMLSelectElement>("kind").add(new Option(kind, kind));
for (const [kind, name] of Object.entries(SHOWN)) $<HTMLSelectElement>("kind").add(Object.assign(new Option(name, kind), { hidden: true }));
$<HTMLSelectElement>("kind").onchange = (event) => {
  show({ ...draft, kind: (event.target as HTMLSelectElement).value }, view.state);
  void keepShown().catch(() => {});
};
$<HTMLSelectElement>("recent").onchange = (event) => {
  const chosen = recent.find(({ id }) => id === (event.target as HTMLSelectElement).value);
  if (chosen) void replace(chosen);
};
$<HTMLInputElement>("open").onchange = (event) => { 
  const input = event.target as HTMLInputElement, file = input.files?.[0];
  if (file) void read(file);
  input.value = ""; // so that the same file can be opened again
};
$("new").onclick = () => void replace({ name: "text.txt", kind: "plaintext", text: "", codec: "utf-8", bom: false }).then(() => view.focus());
$("undo").onclick = () => { undone(); view.focus(); };
$("fix-all").onclick = () => void fixAll();
$("save").onclick = () => void save();
$("share").onclick = () => void share();
window.ondragover = (event) => { event.preventDefault(); $("editor").classList.add("over"); };
window.ondragleave = () => $("editor").classList.remove("over");
window.addEventListener("drop", (event) => {
  $("editor").classList.remove("over");
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  event.stopPropagation();
  void read(file);
}, true);

window.addEventListener("hashchange", () => void openLink());
document.addEventListener("visibilitychange", () => { if (document.hidden) void keepShown().catch(() => {}); });

begin();
void openLink().then(async (is) => {
  if (!is) await replace((await kept().catch(() => []))[0] ?? { ...SAMPLE });
  const at = view.state.doc.toString().indexOf("b6a2");
  if (0 <= at) view.dispatch({ selection: { anchor: at } });
  view.focus();
});
