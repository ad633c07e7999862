// Markdown and the HTML of hovers as elements. Only known elements and attributes are copied, so no script runs and
// nothing is fetched.

import { marked } from "marked";

const ELEMENTS = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li pre code em strong b i br hr table thead tbody tr th td blockquote del a img".split(
    " ",
  ),
);
const PICTURE = /^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+$/;
/** An address in the text of a document is only text; a rule's page has none. */
const LINK = /^https?:\/\//;

/** Return `source` as elements. */
export function render(source: string): DocumentFragment {
  const html = marked.parse(source, { async: false, gfm: true });
  const fragment = document.createDocumentFragment();
  copy(new DOMParser().parseFromString(html, "text/html").body, fragment);
  return fragment;
}

function copy(from: Node, to: Node): void {
  for (const node of from.childNodes) {
    if (node instanceof Text) to.appendChild(document.createTextNode(node.data));
    if (!(node instanceof Element)) continue;
    const name = node.localName;
    const made = ELEMENTS.has(name) ? document.createElement(name) : undefined;
    if (made instanceof HTMLImageElement) {
      const source = node.getAttribute("src") ?? "";
      if (!PICTURE.test(source)) continue;
      made.src = source;
      made.alt = node.getAttribute("alt") ?? "";
    }
    if (made instanceof HTMLAnchorElement && LINK.test(node.getAttribute("href") ?? "")) {
      made.href = node.getAttribute("href")!;
      made.rel = "noreferrer";
      made.target = "_blank";
    }
    if (made) to.appendChild(made);
    if (!["script", "style", "iframe", "object", "template"].includes(name)) copy(node, made ?? to);
  }
}
