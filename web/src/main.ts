// The page: connects the session, the editor, the board, the findings and the files.

import type { Shown } from "../../vscode-extension/src/board/messages";
import { Board } from "./board";
import { keepReader } from "./client";
import { ask, diffOf } from "./dialogs";
import { type Draft, type Proof, readDrafts } from "./drafts";
import { Editor } from "./editor";
import { button, byId, make } from "./elements";
import { EXAMPLES, type Example } from "./examples";
import { download, onFiles, readFile, saveMarked, saveText, share } from "./files";
import { FileList } from "./file_list";
import { Findings } from "./findings";
import { chooseText, prepareHeader, showHeader } from "./header";
import { handleKeys } from "./keys";
import { draftIn } from "./links";
import { prepareLooks, showTab } from "./looks";
import { render } from "./markdown";
import { rangeOf, spanOf } from "./positions";
import type { Diagnostic } from "./protocol";
import { showProof } from "./proofs";
import { Session } from "./session";
import { openSettings, readSettings } from "./settings";
import { makeWhenIdle } from "./snapshot";
import { Status } from "./status";
import { Texts, blankDraft } from "./texts";

/** Milliseconds after findings in an edited text. */
const SETTLE_PAUSE = 300;
const status = new Status();
const say = (text: string): void => status.say(text);
const session = new Session(
  {
    onReady,
    onStep: (step) => status.start(step),
    onFailure,
    onFindings: showFindings,
    say,
    edit: (edits) => editor.apply(edits),
  },
  readSettings(),
);
const editor = new Editor(byId("editor"), session, {
  onEdit: (before, isWhole) => {
    texts.takeEdit(before, isWhole);
    status.check(texts.draft.name);
  },
  onMove: () => board.follow(),
  onPaste,
  onUndoneAll: () => void texts.restore(),
});
const texts = new Texts(editor, session, {
  onShow: showDraft,
  onRename: showHeader,
  onList: (drafts) => (recent = drafts),
  mayLose: ({ name }) =>
    ask(`Replace ${name}?`, "This browser keeps no drafts, so your changes will be lost.", "Replace"),
  onStoreFailure: () => say("This browser keeps no drafts: save your text."),
});
const findings = new Findings(session, {
  go: (position) => editor.go(position),
  apply: (edits) => editor.apply(edits),
  explain: (rule) => void explain(rule),
});
const board = new Board(editor, session, {
  say,
  copy: (text, what) =>
    void Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"))).then(
      () => say(`Copied: ${what}`),
      () => say("This browser does not allow to copy."),
    ),
  savePicture: (png) =>
    download(
      "board.png",
      Uint8Array.from(atob(png), (char) => char.charCodeAt(0)),
      "image/png",
    ),
});
const fileList = new FileList(session.client, say, (draft) => void texts.replace(draft));
let recent: readonly Draft[] = [];
let settling = 0;
/** True until the first findings in a text. */
let isNew = true;

function onReady(): void {
  status.ready();
  status.check(texts.draft.name);
  if (!("serviceWorker" in navigator)) return;
  // The files are stored by now, so the service worker does not fetch them again.
  void navigator.serviceWorker
    .register("service.js")
    .then(() => navigator.serviceWorker.ready)
    .then(keepReader)
    .then(makeWhenIdle)
    .catch(() => {});
}

function onFailure(why: string): void {
  status.failed(`The checker has stopped (${why}); your text is kept. Reload the page to start it again.`);
  void texts.store().catch(() => {});
}

/** Show `draft`, which was opened in the server, without the findings before it. */
function showDraft(draft: Draft): void {
  const { name, proof } = draft;
  showHeader(draft);
  isNew = true;
  findings.clear();
  board.clear();
  byId("editor").hidden = byId("board-side").hidden = byId("tabs").hidden = Boolean(proof);
  byId("document").hidden = !proof;
  showEmpty();
  if (proof) void showFile(draft, proof);
  else status.check(name);
}

async function showFile(draft: Draft, proof: Proof): Promise<void> {
  const { name } = draft;
  showTab("results");
  status.found(name, proof.findings.length, null, false);
  const request = { command: "gbr.boardShapes", arguments: [] };
  const shapes = await session.client.request<Shown["shapes"]>("workspace/executeCommand", request).catch(() => ({}));
  if (texts.draft !== draft) return;
  showProof(proof, draft.kind, shapes, {
    explain: (rule) => void explain(rule),
    saveMarked: () => void saveMarked(draft, say),
    saveReport: () => download(`${name}.html`, proof.report, "text/html"),
  });
}

/** Show the findings at once; what takes longer follows after a pause, except for a text that is new. */
function showFindings(diagnostics: readonly Diagnostic[]): void {
  editor.showFindings(diagnostics);
  findings.show(diagnostics);
  board.follow();
  clearTimeout(settling);
  settling = window.setTimeout(() => void settle(diagnostics.length), isNew ? 0 : SETTLE_PAUSE);
  isNew = false;
}

/** Show the numbers of codes and findings, and the studies of the findings. */
async function settle(count: number): Promise<void> {
  const isCurrent = session.check();
  const [coverage, studies] = await Promise.all([session.coverage(), count ? session.symbols() : []]);
  if (!isCurrent()) return;
  findings.group(studies);
  fileList.count(texts.draft, count);
  status.found(texts.draft.name, count, coverage, !editor.doc.toString().trim());
  showEmpty(count);
}

/** If there are no findings, offer what can be done. */
function showEmpty(count = 0): void {
  const empty = byId("empty");
  empty.replaceChildren();
  if (count || !texts.isText) return;
  const isBlank = !editor.text.trim();
  const words = isBlank
    ? "Paste or type a text, drop a file anywhere on the page, or try an example:"
    : "Nothing to correct here. Examples with slips:";
  const examples = EXAMPLES.map((one) => button("example", one.title, () => void showExample(one)));
  empty.append(
    make("p", { className: "dim", textContent: words }),
    make("div", { className: "examples" }, ...examples),
  );
}

async function showExample({ draft, at }: Example): Promise<void> {
  if (!(await texts.replace({ ...draft }))) return;
  const from = editor.doc.toString().indexOf(at);
  editor.go(rangeOf(editor.doc, from, from).start);
}

async function explain(rule: string): Promise<void> {
  const page = await session.client.rule(rule).catch(() => "");
  if (page) await ask(rule, render(page.replace(/^# .*\n/, "")), null);
}

async function fixAll(): Promise<void> {
  const { doc, whole } = editor;
  const edits = await session.safeFixes(whole);
  if (!edits.length) return say("Every fix here needs your decision.");
  const changes = edits.map(({ range, newText }) => {
    const { from, to } = spanOf(doc, range);
    const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
    const after = doc.sliceString(first.from, from) + newText + doc.sliceString(to, last.to);
    return { line: first.number, before: doc.sliceString(first.from, last.to), after };
  });
  if ((await ask("Apply all safe fixes", diffOf(changes), "Apply")) && doc === editor.doc) editor.apply(edits);
}

async function open(files: readonly File[]): Promise<void> {
  if (1 < files.length) return fileList.open(files);
  const read = await readFile(session.client, files[0]!, say);
  if ("trouble" in read) say(`${read.trouble}; still showing ${texts.draft.name}`);
  else if ((await texts.replace(read.draft)) && read.unread) say(`${read.draft.name}: ${read.unread}`);
}

function onPaste(event: ClipboardEvent): boolean {
  const files = event.clipboardData?.files;
  if (files?.length) void open([...files]);
  return Boolean(files?.length);
}

async function save(): Promise<void> {
  const { draft } = texts;
  if (draft.proof) return download(`${draft.name}.html`, draft.proof.report, "text/html");
  const { doc, text } = editor;
  say((await saveText(session.client, draft, text)) || `Saved ${draft.name}`);
  if (doc === editor.doc) draft.isChanged = false;
}

async function shareText(): Promise<void> {
  const problem = await share({ ...texts.draft, text: editor.text });
  if (problem) say(problem);
}

async function changeSettings(): Promise<void> {
  const settings = await openSettings(await session.client.settingChoices());
  if (settings) session.configure(settings);
}

/** Go to the next finding, or to the previous one if `isBack`. */
function step(isBack: boolean): void {
  const next = findings.next(editor.caret, isBack);
  if (next) editor.go(next.range.start);
}

/** Apply the first fix at the caret. */
async function fixHere(): Promise<void> {
  const isCurrent = session.check();
  const [fix] = await session.fixes({ start: editor.caret, end: editor.caret });
  if (!isCurrent()) return;
  if (fix) editor.apply(fix.edits);
  else say("There is no fix at the caret.");
}

/** Show the text in the link of the page; return false if there is none, if it is damaged, or if the user refuses. */
async function openLink(): Promise<boolean> {
  const clear = (): void => window.history.replaceState(null, "", location.pathname + location.search);
  try {
    const draft = await draftIn(location.hash);
    if (!draft) return false;
    const isShown = await texts.replace(draft);
    // The text is stored as a draft. At the next visit the link would show it without its changes.
    if (draft.id) clear();
    return isShown;
  } catch {
    clear();
    void ask("This link has no text that can be read.", "", null);
    return false;
  }
}

function prepare(): void {
  prepareHeader({ setKind: (kind) => texts.setKind(kind), rename: (name) => texts.rename(name) });
  byId("new").onclick = () => void texts.replace(blankDraft()).then(() => editor.view.focus());
  byId("undo").onclick = () => {
    if (texts.isText) editor.undo();
    else void texts.restore();
    editor.view.focus();
  };
  byId("fix-all").onclick = () => void fixAll();
  byId("save").onclick = () => void save();
  byId("share").onclick = () => void shareText();
  byId("texts").onclick = () =>
    void chooseText(
      recent,
      (draft) => void texts.replace(draft),
      (example) => void showExample(example),
    );
  byId("settings").onclick = () => void changeSettings();
  onFiles((files) => void open(files));
  handleKeys({
    F8: () => step(false),
    "Shift+F8": () => step(true),
    "Ctrl+S": save,
    "Ctrl+O": () => byId("open-input").click(),
    "Ctrl+Enter": fixHere,
  });
  window.addEventListener("hashchange", () => void openLink());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) void texts.store().catch(() => {});
  });
}

prepareLooks();
prepare();
void openLink().then(async (isShown) => {
  if (isShown) return editor.view.focus();
  const [last] = await readDrafts().catch(() => []);
  if (last) await texts.replace(last);
  else await showExample(EXAMPLES[0]!);
  editor.view.focus();
});
