// Colors of the text by the server's semantic tokens, and a mark on the move that the board shows.

import { StateEffect, StateField, type Range as Ranged, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** The types of tokens, numbered as in the server's legend; a token of type `king` has the CSS class `token-king`. */
const TYPES = ["operator", "keyword", "number", "class", "property", "enumMember", "variable"] as const;
const DECORATIONS = TYPES.map((type) => Decoration.mark({ class: `token-${type}` }));
const MOVE = Decoration.mark({ class: "shown-move" });
/** Numbers of a token: lines and characters from the one before, its length, type and modifiers. */
const NUMBERS = 5;

const setTokens = StateEffect.define<DecorationSet>();
const setMove = StateEffect.define<{ from: number; to: number } | null>();

const fieldOf = <T>(effect: ReturnType<typeof StateEffect.define<T>>, valueOf: (value: T) => DecorationSet) =>
  StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (decorations, transaction) => {
      const set = transaction.effects.find((one) => one.is(effect));
      return set ? valueOf(set.value) : decorations.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });

export const TOKENS = [
  fieldOf(setTokens, (decorations) => decorations),
  fieldOf(setMove, (span) =>
    span && span.from < span.to ? Decoration.set(MOVE.range(span.from, span.to)) : Decoration.none,
  ),
];

/** Color the text by the tokens in `data`, the answer of `textDocument/semanticTokens/range`. */
export function showTokens(view: EditorView, data: readonly number[]): void {
  view.dispatch({ effects: setTokens.of(Decoration.set(decorationsOf(view.state.doc, data))) });
}

/** Mark the move from `from` to `to`; remove the mark if `span` is null. */
export function showMove(view: EditorView, span: { from: number; to: number } | null): void {
  view.dispatch({ effects: setMove.of(span) });
}

function decorationsOf(doc: Text, data: readonly number[]): Ranged<Decoration>[] {
  const found: Ranged<Decoration>[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at + NUMBERS <= data.length; at += NUMBERS) {
    const [lines, characters, length, type] = data.slice(at, at + NUMBERS) as [number, number, number, number];
    line += lines;
    character = lines ? characters : character + characters;
    const decoration = DECORATIONS[type];
    if (!decoration || doc.lines <= line) continue;
    const { from, to } = doc.line(line + 1);
    if (from + character + length <= to) found.push(decoration.range(from + character, from + character + length));
  }
  return found;
}
