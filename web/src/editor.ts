// The editor of texts: CodeMirror with the findings, colors, hovers and completions of the server.

import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, redoDepth, undo } from "@codemirror/commands";
import { type Diagnostic as Mark, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Text } from "@codemirror/state";
import {
  EditorView,
  type Tooltip,
  type ViewUpdate,
  drawSelection,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  tooltips,
} from "@codemirror/view";
import type { Draft } from "./drafts";
import { isTextKind } from "./kinds";
import { render } from "./markdown";
import { changesOf, positionAt, rangeOf, sentChanges, spanOf } from "./positions";
import { type Diagnostic, type Position, type Range, type TextEdit, severityOf } from "./protocol";
import type { Session } from "./session";
import { THEME } from "./theme";
import { TOKENS, showMove, showTokens } from "./tokens";

/** Milliseconds after a change or a scroll, before the colors are requested. */
const COLOR_PAUSE = 80;
/** Lines before and after the visible ones that are colored, too. */
const COLOR_MARGIN = 60;

/** What the page does about events of the editor. */
export interface Events {
  /** The text was edited. `isWhole` if nothing of the text `before` is left. */
  onEdit(before: Text, isWhole: boolean): void;
  /** The caret or the text has changed. */
  onMove(): void;
  /** Return true if the page handles the pasted content. */
  onPaste(event: ClipboardEvent): boolean;
  /** There is nothing to undo in this text. */
  onUndoneAll(): void;
}

export class Editor {
  readonly view: EditorView;
  private coloring = 0;

  constructor(
    parent: HTMLElement,
    private readonly session: Session,
    private readonly events: Events,
  ) {
    this.view = new EditorView({ parent });
  }

  /** Return the state of an editor with the text of `draft`. */
  stateOf({ text, kind }: Draft): EditorState {
    const ends = text.match(/\r\n?|\n/g) ?? [];
    const separator = ends.length && ends.every((end) => end === "\r\n") ? "\r\n" : "\n";
    return EditorState.create({
      doc: text,
      extensions: [
        EditorState.lineSeparator.of(separator),
        EditorState.readOnly.of(!isTextKind(kind)),
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        lintGutter(),
        THEME,
        TOKENS,
        highlightSelectionMatches(),
        EditorView.lineWrapping,
        keymap.of([
          { key: "Mod-z", run: () => this.undo(), preventDefault: true },
          ...defaultKeymap,
          ...historyKeymap,
          ...searchKeymap,
        ]),
        EditorView.contentAttributes.of({ "aria-label": "Your text", tabindex: "0" }),
        autocompletion({ override: [(context) => this.complete(context)] }),
        hoverTooltip((_, at) => this.hover(at)),
        // A hover stays within the editor, so that it covers no tools.
        tooltips({ tooltipSpace: (view) => view.dom.getBoundingClientRect() }),
        EditorView.updateListener.of((update) => this.update(update)),
        EditorView.domEventHandlers({ paste: (event) => this.events.onPaste(event) }),
      ],
    });
  }

  show(state: EditorState): void {
    this.view.setState(state);
    this.color();
  }

  /** The text with its own line ends. */
  get text(): string {
    return this.view.state.sliceDoc();
  }

  get doc(): Text {
    return this.view.state.doc;
  }

  get whole(): Range {
    return rangeOf(this.doc, 0, this.doc.length);
  }

  get caret(): Position {
    return positionAt(this.doc, this.view.state.selection.main.head);
  }

  /** Undo the last change; with nothing to undo or redo, tell the page. */
  undo(): boolean {
    if (!undo(this.view) && !redoDepth(this.view.state)) this.events.onUndoneAll();
    return true;
  }

  apply(edits: readonly TextEdit[]): void {
    this.view.dispatch({ changes: changesOf(this.doc, edits), userEvent: "input.fix" });
  }

  /** Set the caret to `position`, and show it; `isFocused` gives the editor the focus. */
  go(position: Position, isFocused = true): void {
    const { from } = spanOf(this.doc, { start: position, end: position });
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    if (isFocused) this.view.focus();
  }

  showFindings(diagnostics: readonly Diagnostic[]): void {
    const marks = diagnostics.map((one): Mark => ({
      ...spanOf(this.doc, one.range),
      message: one.message,
      source: String(one.code ?? ""),
      severity: severityOf(one),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Mark the move at `range`; remove the mark if it is null. */
  showMove(range: Range | null): void {
    showMove(this.view, range && spanOf(this.doc, range));
  }

  private update(update: ViewUpdate): void {
    if (update.docChanged && this.session.uri) {
      this.session.change(sentChanges(update.startState.doc, update.changes));
      let isWhole = true;
      update.changes.iterGaps(() => {
        isWhole = false;
      });
      this.events.onEdit(update.startState.doc, isWhole);
    }
    if (update.docChanged || update.selectionSet) this.events.onMove();
    if (update.docChanged || update.viewportChanged) this.color();
  }

  private color(): void {
    clearTimeout(this.coloring);
    this.coloring = window.setTimeout(() => void this.requestColors(), COLOR_PAUSE);
  }

  private async requestColors(): Promise<void> {
    const { from, to } = this.view.viewport;
    const [first, last] = [this.doc.lineAt(from).number - COLOR_MARGIN, this.doc.lineAt(to).number + COLOR_MARGIN];
    const range = {
      start: { line: Math.max(first - 1, 0), character: 0 },
      end: { line: Math.min(last, this.doc.lines), character: 0 },
    };
    const isCurrent = this.session.check();
    const answer = await this.session.ask<{ data: number[] }>("semanticTokens/range", { range });
    if (answer && isCurrent()) showTokens(this.view, answer.data);
  }

  private async hover(at: number): Promise<Tooltip | null> {
    const answer = await this.session.hover(positionAt(this.doc, at));
    if (!answer) return null;
    const dom = document.createElement("div");
    dom.className = "hover";
    dom.append(render(answer.contents.value));
    return { pos: at, create: () => ({ dom }) };
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    const position = positionAt(context.state.doc, context.pos);
    const items = await this.session.completions(position);
    if (!items.length) return null;
    const here = { start: position, end: position };
    const options = items.map((item) => ({
      label: item.label,
      ...(item.detail ? { detail: item.detail } : {}),
      apply: (editor: EditorView) => {
        const own = item.textEdit ?? { range: here, newText: item.insertText ?? item.label };
        editor.dispatch({ changes: changesOf(editor.state.doc, [own, ...(item.additionalTextEdits ?? [])]) });
      },
    }));
    return { from: context.pos, filter: false, options };
  }
}
