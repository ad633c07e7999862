// The board view of the extension for VS Code in a frame of the page. Messages go to the page and come from there.

const KEY = "gbr-board";

Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => parent.postMessage(message, location.origin),
    getState: () => JSON.parse(sessionStorage.getItem(KEY) ?? "null") ?? undefined,
    setState: (state: unknown) => sessionStorage.setItem(KEY, JSON.stringify(state)),
  }),
});
await import("../../vscode-extension/src/board/view/board");

export {};
