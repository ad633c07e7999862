// The HTML around the body of a page. Its content policy allows only the extension's own script and style.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** Return the page with the script `name`.js and the style `name`.css of `folder`. */
export function renderPage(
  webview: vscode.Webview,
  folder: vscode.Uri,
  { name, title, body }: { readonly name: string; readonly title: string; readonly body: string },
): string {
  const address = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
  const nonce = randomBytes(16).toString("base64");
  const policy = [
    "default-src 'none'",
    "img-src data: blob:",
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${address(`${name}.css`)}">
  <title>${title}</title>
</head>
<body>
  ${body}
  <script nonce="${nonce}" src="${address(`${name}.js`)}"></script>
</body>
</html>`;
}
