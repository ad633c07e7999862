// The text on the page, the texts before it, and the stored drafts.

import type { EditorState, Text } from "@codemirror/state";
import type { Draft } from "./drafts";
import { storeDraft, readDrafts } from "./drafts";
import type { Editor } from "./editor";
import { isTextKind, kindOf, renameTo } from "./kinds";
import type { Session } from "./session";

const MAX_PREVIOUS = 10;
/** Milliseconds after an edit, before the text is stored. */
const STORE_PAUSE = 500;
/** Code units; a longer text was not typed from the start. */
const MAX_TYPED = 5_000;

/** What the page does about changes of the text. */
export interface TextEvents {
  /** Another text is shown, or the same one as another kind. */
  onShow(draft: Draft): void;
  /** The name of `draft` has changed, or how its kind was determined. */
  onRename(draft: Draft): void;
  /** The stored drafts without the present one, the newest first. */
  onList(drafts: readonly Draft[]): void;
  /** Ask the user whether `draft`, which cannot be stored, may be replaced. */
  mayLose(draft: Draft): Promise<boolean>;
  /** The browser stores no drafts. */
  onStoreFailure(): void;
}

export const blankDraft = (): Draft => ({
  name: "text.txt",
  kind: "plaintext",
  text: "",
  codec: "utf-8",
  bom: false,
  isRecognized: true,
});

export class Texts {
  draft: Draft = blankDraft();
  private readonly previous: { draft: Draft; state: EditorState }[] = [];
  private isShown = false;
  private storing = 0;

  constructor(
    private readonly editor: Editor,
    private readonly session: Session,
    private readonly events: TextEvents,
  ) {}

  get isText(): boolean {
    return isTextKind(this.draft.kind);
  }

  /** Store the present text and show `next`; return false if the user refuses. *Undo* restores the present text. */
  async replace(next: Draft): Promise<boolean> {
    if (!(await this.secure())) return false;
    if (this.isShown) this.previous.push({ draft: this.draft, state: this.editor.view.state });
    this.previous.splice(0, this.previous.length - MAX_PREVIOUS);
    this.show(next, this.editor.stateOf(next));
    if (!next.isExample) await this.store().catch(() => {});
    await this.list();
    return true;
  }

  /** Restore the text before the present one. */
  async restore(): Promise<void> {
    const last = (await this.secure()) && this.previous.pop();
    if (!last) return;
    this.show(last.draft, last.state);
    await this.list();
  }

  /** Read the present text as `kind`, and rename it. */
  setKind(kind: string, isRecognized = false): void {
    const { draft } = this;
    draft.isRecognized = isRecognized;
    if (draft.kind === kind) return this.events.onRename(draft);
    draft.kind = kind;
    draft.name = renameTo(kind, draft.name);
    this.session.open(kind, this.editor.doc.toString());
    this.events.onShow(draft);
    this.storeSoon();
  }

  rename(name: string): void {
    this.draft.name = name.replace(/[\\/\0]/g, "_").trim() || this.draft.name;
    delete this.draft.isExample;
    this.events.onRename(this.draft);
    this.storeSoon();
  }

  /** Take an edit of the text, of which `before` was the whole if `isWhole`. */
  takeEdit(before: Text, isWhole: boolean): void {
    if (isWhole && before.toString().trim()) {
      // Store the replaced text as a separate draft.
      const old = { ...this.draft, text: before.toString() };
      const { isExample, ...draft } = this.draft;
      if (!isExample)
        void storeDraft(old)
          .then(() => this.list())
          .catch(() => {});
      this.draft = { ...draft, id: undefined, ...(isExample ? { name: renameTo(draft.kind, "text") } : {}) };
    }
    const { draft } = this;
    draft.isChanged = true;
    delete draft.isExample;
    if (isWhole && !this.recognize()) this.events.onRename(draft);
    this.storeSoon();
  }

  /** Store the present text, or reject. A blank text is not stored, and its draft stays unchanged. */
  async store(): Promise<void> {
    clearTimeout(this.storing);
    if (!this.isShown || !this.isText || this.draft.isExample) return;
    const { text } = this.editor;
    if (!text.trim()) return;
    this.draft.text = text;
    await storeDraft(this.draft);
  }

  /** Give the stored drafts to the page. */
  async list(): Promise<void> {
    const all = await readDrafts().catch(() => []);
    this.events.onList(all.filter(({ id }) => id !== this.draft.id));
  }

  private show(next: Draft, state: EditorState): void {
    this.draft = next;
    this.isShown = true;
    if (this.isText) this.session.open(next.kind, state.doc.toString());
    else this.session.close();
    this.editor.show(state);
    this.events.onShow(next);
  }

  private storeSoon(): void {
    clearTimeout(this.storing);
    this.storing = window.setTimeout(() => {
      const { draft, editor } = this;
      if (draft.isRecognized && draft.kind === "plaintext" && editor.doc.length < MAX_TYPED) this.recognize();
      this.store().catch(() => this.events.onStoreFailure());
    }, STORE_PAUSE);
  }

  /** Recognize the kind of the present text; return true if it is shown as another one. */
  private recognize(): boolean {
    const kind = kindOf(this.editor.doc.toString());
    if (kind === this.draft.kind && this.draft.isRecognized) return false;
    this.setKind(kind, true);
    return true;
  }

  /** Store the present text. If that fails, ask the user; return false if the text must stay. */
  private async secure(): Promise<boolean> {
    for (;;) {
      const { draft } = this;
      const { doc } = this.editor;
      try {
        await this.store();
      } catch {
        if (draft.isChanged && doc.toString().trim() && !(await this.events.mayLose(draft))) return false;
      }
      // Repeat if the user has typed meanwhile.
      if (doc === this.editor.doc && draft === this.draft) return true;
    }
  }
}
