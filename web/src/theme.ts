// The colors of the editor, from the page's variables for light and dark mode.
import { EditorView } from "@codemirror/view";

const chosen = { backgroundColor: "var(--selection)", color: "var(--ink)" };
const box = { backgroundColor: "var(--raised)", color: "var(--ink)", borderColor: "var(--line)" };

export const THEME = EditorView.theme({
  "&, .cm-content": { color: "var(--ink)", backgroundColor: "var(--paper)", caretColor: "var(--ink)" },
  ".cm-content": { backgroundColor: "transparent" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": chosen,
  ".cm-gutters": { ...box, color: "var(--dim)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--raised)" },
  ".cm-tooltip, .cm-panels, .cm-panel.cm-search": box,
  ".cm-tooltip pre": { margin: 0, padding: ".3rem .5rem", font: "inherit", whiteSpace: "pre-wrap" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": chosen,
  ".cm-completionDetail, .cm-diagnosticSource": { color: "var(--dim)", opacity: 1 },
  ".cm-textfield, .cm-button": { ...box, backgroundImage: "none" },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--match)" },
  ".cm-searchMatch-selected, .cm-lintRange-active": chosen,
});
