// The markdown-it plugin for VS Code's Markdown preview.

import type MarkdownIt from "markdown-it";
import { renderFence } from "./fences";

/** Render FEN and PGN fences as boards; leave all other fences to the previous renderer. */
export function extendMarkdownIt(md: MarkdownIt): MarkdownIt {
  const before = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const html = token && renderFence(token.info, token.content);
    // The attributes contain the line of the source, which the preview needs for scrolling.
    if (token && html !== undefined) {
      token.attrJoin("class", "gbr-fence");
      return `<div${self.renderAttrs(token)}>${html}</div>\n`;
    }
    return before ? before(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
  };
  return md;
}
