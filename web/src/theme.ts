// The colors of the editor, from the page's variables for light and dark mode.

import { EditorView } from "@codemirror/view";

const chosen = { backgroundColor: "var(--selection)", color: "var(--ink)" };
const box = { backgroundColor: "var(--raised)", color: "var(--ink)", borderColor: "var(--line)" };

export const THEME = EditorView.theme({
  "&": { height: "100%", fontSize: "var(--text)" },
  "&, .cm-content": { color: "var(--ink)", backgroundColor: "var(--paper)", caretColor: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-content": { backgroundColor: "transparent" },
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "1.5" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": chosen,
  ".cm-gutters": { ...box, color: "var(--dim)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--raised)" },
  ".cm-tooltip, .cm-panels, .cm-panel.cm-search": box,
  ".cm-tooltip": { maxWidth: "min(36rem, 92vw)", maxHeight: "60vh", overflow: "auto", borderRadius: "var(--radius)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": chosen,
  ".cm-completionDetail, .cm-diagnosticSource": { color: "var(--dim)", opacity: 1 },
  ".cm-textfield, .cm-button": { ...box, backgroundImage: "none" },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--match)" },
  ".cm-searchMatch-selected, .cm-lintRange-active": chosen,
  ".shown-move": { backgroundColor: "var(--match)", borderRadius: "3px" },
  ".token-keyword, .token-operator": { color: "var(--token-keyword)" },
  ".token-number": { color: "var(--token-number)" },
  ".token-class": { color: "var(--token-class)", fontWeight: "600" },
  ".token-property": { color: "var(--token-property)" },
  ".token-enumMember, .token-variable": { color: "var(--token-pawn)" },
});
