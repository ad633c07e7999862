// The page of the board view: its own script and style, nothing from elsewhere.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

export function page(webview: vscode.Webview, folder: vscode.Uri): string {
  const address = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
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
  <link rel="stylesheet" href="${address("board.css")}">
  <title>GBR Board</title>
</head>
<body>
  <main>
    <p id="note"></p>
    <h1 id="code"></h1>
    <div id="frame"></div>
    <section id="line" aria-label="Moves" hidden>
      <div id="steps" role="toolbar" aria-label="Steps">
        <button id="first" type="button" title="To the start (Home)" aria-keyshortcuts="Home">«</button>
        <button id="previous" type="button" title="Back (left arrow)" aria-keyshortcuts="ArrowLeft">‹</button>
        <button id="next" type="button" title="On (right arrow)" aria-keyshortcuts="ArrowRight">›</button>
        <button id="last" type="button" title="To the end of the line (End)" aria-keyshortcuts="End">»</button>
      </div>
      <p id="move" role="status"></p>
      <p id="lost" role="alert"></p>
      <div id="choices" role="listbox" aria-label="Moves from here" hidden></div>
      <ol id="path" aria-label="The way from the start"></ol>
    </section>
    <div id="buttons" role="toolbar" aria-label="Board">
      <button id="flip" type="button" title="Turn the board round (f)">Flip</button>
      <button id="copy-fen" type="button" title="Copy the position as a FEN">Copy FEN</button>
      <button id="copy-image" type="button" title="Copy the board as a PNG image">Copy Image</button>
    </div>
    <p id="fen"></p>
    <ul id="words" aria-live="polite"></ul>
  </main>
  <script nonce="${nonce}" src="${address("board.js")}"></script>
</body>
</html>`;
}
