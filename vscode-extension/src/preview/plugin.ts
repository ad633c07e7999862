// The plugin of VS Code's Markdown preview, which hands its markdown-it to extensions.

import type MarkdownIt from "markdown-it";
import { shown } from "./fences";

/** Draws fences of FEN and PGN, and leaves all others to whoever drew them before. */
export function extendMarkdownIt(md: MarkdownIt): MarkdownIt {
  const before = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const html = token && shown(token.info, token.content);
    // The attributes say which line of the source it is, for scrolling.
    if (token && html !== undefined) {
      token.attrJoin("class", "gbr-fence");
      return `<div${self.renderAttrs(token)}>${html}</div>\n`;
    }
    return before ? before(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
  };
  return md;
}
