// The page: an editor, the findings beside it, and the board at the caret. Texts of files are never HTML.
import { autocompletion, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, undo } from "@codemirror/commands";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, type Text } from "@codemirror/state";
import { EditorView, drawSelection, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { draw, type Shown } from "./board";
import { Client, type CodeAction, type Diagnostic, type Position, type Range, type TextEdit } from "./client";
import { LONGEST, addressOf, keep, kept, shared, type Draft } from "./keeping";
import { SAMPLE } from "./sample";

const KINDS: Record<string, string> = { pgn: "pgn", markdown: "md", latex: "tex", plaintext: "txt", html: "html", asciidoc: "adoc", restructuredtext: "rst", org: "org", typst: "typ", csv: "csv", json: "json", yaml: "yaml" };
const PROOF_SECONDS = 120;
const MOST_SHOWN = 200;
const MOST_FIXES = 20;
const SEVERITIES = ["", "error", "warning", "info", "hint"] as const;

const $ = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const say = (text: string) => { $("status").textContent = text; };
const remote = Annotation.define<boolean>();

let client: Client;
let draft: Draft = { ...SAMPLE };
let number = 0;
let version = 0;
let found: Diagnostic[] = [];
const uri = () => `untitled:${number}.${KINDS[draft.kind] ?? "txt"}`;

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

function editing(text: string) {
  const ends = text.match(/\r\n?|\n/g) ?? [];
  const separator = ends.length && ends.every((end) => end === "\r\n") ? "\r\n" : "\n";
  return EditorState.create({
    doc: text,
    extensions: [
      EditorState.lineSeparator.of(separator), EditorState.readOnly.of(draft.kind === "proof"),
      lineNumbers(), history(), drawSelection(), lintGutter(), highlightSelectionMatches(), EditorView.lineWrapping,
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "Your text" }),
      autocompletion({ override: [complete] }), hoverTooltip(hover), EditorView.updateListener.of(updated),
      EditorView.domEventHandlers({ paste: pasted }),
    ],
  });
}

/** Opens a text in the place of the one before. */
function open(next: Draft) {
  if (number && draft.kind !== "proof") client.notify("textDocument/didClose", { textDocument: { uri: uri() } });
  draft = next;
  number++;
  version = 1;
  found = [];
  view.setState(editing(draft.text));
  $<HTMLSelectElement>("kind").value = draft.kind;
  list();
  draw($("board"), null);
  if (draft.kind === "proof") return;
  const text = view.state.doc.toString();
  client.notify("textDocument/didOpen", { textDocument: { uri: uri(), languageId: draft.kind, version, text } });
  follow();
}

let keeping = 0, following = 0;
function updated({ state, startState, docChanged, selectionSet, changes: made }: { state: EditorState; startState: EditorState; docChanged: boolean; selectionSet: boolean; changes: any }) {
  if (docChanged && draft.kind !== "proof") {
    const sent: unknown[] = [];
    made.iterChanges((from: number, to: number, _: number, __: number, inserted: Text) => {
      // The last change comes first, so that the places of the others stay as they are.
      sent.unshift({ range: { start: place(startState.doc, from), end: place(startState.doc, to) }, text: inserted.toString() });
    });
    version++;
    client.notify("textDocument/didChange", { textDocument: { uri: uri(), version }, contentChanges: sent });
    clearTimeout(keeping);
    keeping = setTimeout(() => keep({ ...draft, text: state.sliceDoc() }).catch(() => say("This browser keeps no drafts: save your text.")), 500);
  }
  if (docChanged || selectionSet) {
    clearTimeout(following);
    following = setTimeout(follow, 60);
  }
}

async function follow() {
  const at = { uri: uri(), position: place(view.state.doc, view.state.selection.main.head) };
  if (draft.kind === "proof") return;
  const state = version;
  const boardAt = (position: Position): Promise<Shown | null> =>
    client.request("workspace/executeCommand", { command: "gbr.showBoard", arguments: [at.uri, position] }).catch(() => null);
  let shown = await boardAt(at.position);
  if (shown && !shown.fen) {
    // A code that its board contradicts has none of its own: the one that it is compared with is drawn.
    const one = found.find(({ range, relatedInformation }) => relatedInformation && range.start.line <= at.position.line && at.position.line <= range.end.line);
    const beside = one?.relatedInformation?.[0];
    const other = beside && await boardAt(beside.location.range.start);
    if (other?.fen) shown = { ...shown, fen: other.fen, squares: other.squares };
  }
  if (at.uri === uri() && state === version) draw($("board"), shown);
}

const about = (at: number) => ({ textDocument: { uri: uri() }, position: place(view.state.doc, at) });

async function hover(_: EditorView, at: number) {
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
    button.textContent = `Line ${one.range.start.line + 1}: ${one.message}`;
    button.onclick = () => {
      view.dispatch({ selection: { anchor: inDocument(one.range).from }, scrollIntoView: true });
      view.focus();
    };
    rule.className = "rule";
    rule.textContent = ` ${one.code ?? ""} `;
    item.append(button, rule);
    if (index < MOST_FIXES && draft.kind !== "proof") void actions(one.range).then((offered) => {
      if (state !== version) return;
      for (const action of offered) {
        const edits = action.edit?.changes?.[uri()];
        if (action.kind !== "quickfix" || !edits) continue;
        const fix = document.createElement("button");
        fix.className = "fix";
        fix.textContent = action.title;
        fix.onclick = () => view.dispatch({ changes: changes(view.state.doc, edits), userEvent: "input.fix" });
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
  if (!edits?.length) { say("There is no fix that is safe without a look: choose at the finding."); return; }
  const lines = edits.map(({ range, newText }) => {
    const { from, to } = inDocument(range), first = doc.lineAt(from), last = doc.lineAt(to);
    return `${first.number}\n- ${doc.sliceString(first.from, last.to)}\n+ ${doc.sliceString(first.from, from)}${newText}${doc.sliceString(to, last.to)}`;
  });
  if (await ask("Apply all safe fixes", lines.join("\n"), "Apply") && state === version)
    view.dispatch({ changes: changes(doc, edits), userEvent: "input.fix" });
}

async function read(file: File) {
  const data = new Uint8Array(await file.arrayBuffer());
  const name = file.name.replace(/[\\/\0]/g, "_") || "text";
  const head = new TextDecoder("latin1").decode(data.subarray(0, 1024));
  if (head.includes("%PDF-")) return readProof(name, data);
  if (/\.docx?$/i.test(name)) { say(`${name}: a Word file is read by the command, gbr-lsp check ${name}`); return; }
  try {
    const opened = await client.open(name, data);
    if (opened.trouble) { say(`${name} ${opened.trouble}`); return; }
    open({ name, kind: opened.language, text: opened.text, codec: opened.codec, bom: opened.bom });
  } catch (error) { say(`${name}: ${(error as Error).message}`); }
}

/** Reads a PDF in a worker of its own, which is ended when it takes too long. */
async function readProof(name: string, data: Uint8Array) {
  say(`Reading ${name}…`);
  const reader = new Client(true);
  const limit = setTimeout(() => reader.end(`takes longer than ${PROOF_SECONDS} seconds to read`), PROOF_SECONDS * 1000);
  try {
    const checked = await reader.check(name.toLowerCase().endsWith(".pdf") ? name : `${name}.pdf`, data);
    if (checked.trouble) { say(`${name} ${checked.trouble}`); return; }
    open({ name, kind: "proof", text: checked.text, codec: "utf-8", bom: false });
    report = checked.report;
    judged(checked.findings.map((one: any): Diagnostic => ({
      code: one.code, message: `${one.spot}: ${one.message}`, severity: 1,
      range: { start: { line: one.location.row - 1, character: one.location.column - 1 }, end: { line: one.end_location.row - 1, character: one.end_location.column - 1 } } })));
    if (checked.unread) say(`${name}: ${checked.unread}`);
  } catch (error) { say(`${name} ${(error as Error).message}`); } finally {
    clearTimeout(limit);
    reader.onFailure = () => {};
    reader.end("");
  }
}
let report = "";

function download(name: string, data: BlobPart, type: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function save() {
  if (draft.kind === "proof") { download(`${draft.name}.html`, report, "text/html"); return; }
  try {
    const saved = await client.save(draft.name, view.state.sliceDoc(), draft.codec, draft.bom);
    if (saved.codec !== draft.codec) say(`Saved in ${saved.codec}: ${draft.codec} has not all characters`);
    draft.codec = saved.codec;
    download(draft.name, saved.data, "application/octet-stream");
  } catch { download(draft.name, view.state.sliceDoc(), "text/plain"); }
}

async function share() {
  const address = await addressOf({ ...draft, text: view.state.sliceDoc() });
  if (!address) { say(`The text is too long for an address: ${LONGEST} characters are the most when it is packed.`); return; }
  history_(address);
  await navigator.clipboard?.writeText(address).catch(() => {});
  await ask("An address that holds the text; no server sees it", address, null);
}
const history_ = (address: string) => window.history.replaceState(null, "", address);

function pasted(event: ClipboardEvent, editor: EditorView): boolean {
  const files = event.clipboardData?.files;
  if (files?.length) { void read(files[0]!); return true; }
  const text = event.clipboardData?.getData("text/plain") ?? "";
  // A game that is pasted into an empty page is PGN, and TeX shows itself, too.
  const kind = /^\s*\[\w+ "/.test(text) ? "pgn" : /\\(documentclass|begin\{|newgame|fenboard)/.test(text) ? "latex" : "";
  if (editor.state.sliceDoc().trim() || !kind || draft.kind === kind) return false;
  open({ name: `text.${KINDS[kind]}`, kind, text, codec: "utf-8", bom: false });
  return true;
}

function begin() {
  client = new Client(false);
  client.onReady = () => {
    if (!found.length) say("Ready");
    // The files are there by now, so that the service worker need not ask for them again.
    if ("serviceWorker" in navigator) void navigator.serviceWorker.register("service.js").catch(() => {});
  };
  client.onFailure = (why) => {
    say(`The checker has stopped (${why}); your text is kept. Reload the page to start it again.`);
    void keep({ ...draft, text: view.state.sliceDoc() }).catch(() => {});
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
      codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source"] } } } } } })
    .then(() => client.notify("initialized", {})).catch(() => {});
}

async function first(): Promise<Draft> {
  try {
    const carried = await shared(location.hash);
    if (carried) return carried;
  } catch { return { ...SAMPLE, name: "sample.md", text: `${SAMPLE.text}\nThe address carries no text that can be read.\n` }; }
  return (await kept().catch(() => undefined)) ?? { ...SAMPLE };
}

for (const kind of Object.keys(KINDS)) $<HTMLSelectElement>("kind").add(new Option(kind, kind));
$<HTMLSelectElement>("kind").onchange = (event) => open({ ...draft, kind: (event.target as HTMLSelectElement).value, text: view.state.sliceDoc() });
$<HTMLInputElement>("open").onchange = (event) => { const file = (event.target as HTMLInputElement).files?.[0]; if (file) void read(file); };
$("new").onclick = () => { open({ name: "text.txt", kind: "plaintext", text: "", codec: "utf-8", bom: false }); view.focus(); };
$("undo").onclick = () => { undo(view); view.focus(); };
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

begin();
void first().then((draft) => {
  open(draft);
  const at = view.state.doc.toString().indexOf("b6a2");
  if (0 <= at) view.dispatch({ selection: { anchor: at } });
  view.focus();
});
