// The body of the board view.

import flip from "@vscode/codicons/src/icons/arrow-swap.svg";
import down from "@vscode/codicons/src/icons/arrow-down.svg";
import previous from "@vscode/codicons/src/icons/arrow-left.svg";
import next from "@vscode/codicons/src/icons/arrow-right.svg";
import up from "@vscode/codicons/src/icons/arrow-up.svg";
import engine from "@vscode/codicons/src/icons/chip.svg";
import copy from "@vscode/codicons/src/icons/copy.svg";
import edit from "@vscode/codicons/src/icons/edit.svg";
import svg from "@vscode/codicons/src/icons/file-code.svg";
import image from "@vscode/codicons/src/icons/file-media.svg";
import last from "@vscode/codicons/src/icons/keyboard-tab.svg";
import mirror from "@vscode/codicons/src/icons/mirror.svg";
import empty from "@vscode/codicons/src/icons/new-file.svg";

/** Return a button with `icon`. Its name is also its tooltip, with the `key` that does the same. */
function renderButton(id: string, icon: string, name: string, key = "", shortcut = key): string {
  const [title, shortcuts] = key ? [`${name} (${key})`, ` aria-keyshortcuts="${shortcut}"`] : [name, ""];
  return `<button id="${id}" type="button" class="icon" title="${title}" aria-label="${name}"${shortcuts}>${icon}</button>`;
}

export const BODY = `<main>
    <header>
      <h1 id="code"></h1>
      <p id="note"></p>
    </header>
    <div id="tools">
      <div id="steps" role="toolbar" aria-label="Steps">
        ${renderButton("first", last, "To the start", "Home")}
        ${renderButton("previous", previous, "Back", "left arrow", "ArrowLeft")}
        ${renderButton("next", next, "Forward", "right arrow", "ArrowRight")}
        ${renderButton("last", last, "To the end of the line", "End")}
      </div>
      <div id="buttons" role="toolbar" aria-label="Board">
        ${renderButton("flip", flip, "Flip the board", "f")}
        ${renderButton("analyze", engine, "Analyze with the engine of the setting gbr.engine")}
      </div>
      <div id="copies" role="toolbar" aria-label="Copy">
        ${renderButton("copy-fen", copy, "Copy the position as a FEN")}
        ${renderButton("copy-image", image, "Copy the board as a PNG image")}
        ${renderButton("copy-svg", svg, "Copy the board as SVG")}
      </div>
      <div id="writing" role="toolbar" aria-label="Write">
        ${renderButton("edit", edit, "Change the position in the text", "e")}
        ${renderButton("new", empty, "Set a new position from an empty board")}
      </div>
      <div id="finish" role="toolbar" aria-label="Position" hidden>
        <button id="write" type="button" title="Write it into the text (Enter)">Write</button>
        <button id="discard" type="button" title="Discard it (Escape)">Discard</button>
        <button id="empty" type="button" title="Remove all men">Empty</button>
      </div>
    </div>
    <div id="boards" role="group" aria-label="Boards of the study"></div>
    <div id="stage">
      <div id="square">
        <div id="frame"></div>
        <div id="squares" role="grid" aria-label="Squares" hidden></div>
      </div>
    </div>
    <div id="side">
      <p id="waits" role="status" hidden></p>
      <p id="said" role="status"></p>
      <div id="promotion" role="group" aria-label="The pawn becomes" hidden>
        <button id="promote-Q" type="button">Queen</button>
        <button id="promote-R" type="button">Rook</button>
        <button id="promote-B" type="button">Bishop</button>
        <button id="promote-N" type="button">Knight</button>
      </div>
      <section id="setting" aria-label="Set the position" hidden>
        <div id="palette" role="radiogroup" aria-label="Men"></div>
        <div id="all-men" role="toolbar" aria-label="All men">
          ${renderButton("shift-left", previous, "Move all men to the left")}
          ${renderButton("shift-up", up, "Move all men up")}
          ${renderButton("shift-down", down, "Move all men down")}
          ${renderButton("shift-right", next, "Move all men to the right")}
          ${renderButton("mirror", mirror, "Mirror the board: file a becomes file h")}
        </div>
        <label id="fen-field">FEN <input id="set-fen" type="text" spellcheck="false" autocomplete="off"
          title="The position as a FEN; type or paste another one"></label>
        <div id="choice" hidden>
          <label><span>As</span> <select id="as">
            <option value="code">Code</option>
            <option value="fen">FEN</option>
            <option value="pgn">PGN record</option>
            <option value="chessboard">\\chessboard</option>
            <option value="fence">Markdown fence</option>
            <option value="diagram">Chess-font diagram</option>
          </select></label>
          <label><span>Form</span> <select id="form">
            <option value="prefixed">=0323.12g3g1</option>
            <option value="caption">g3g1 0323.12 4/5 Draw</option>
            <option value="full">g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=</option>
            <option value="dotted">0323.12. g3g1a3a2e1g8. h6c3c6</option>
            <option value="compact">(=0323.12g3g1a3a2e1g8h6c3c6)</option>
            <option value="class">0323.12</option>
          </select></label>
          <label><span>Goal</span> <select id="goal">
            <option value="win">Win</option>
            <option value="draw">Draw</option>
            <option value="">None</option>
          </select></label>
          <label><span>To move</span> <select id="turn">
            <option value="white">White</option>
            <option value="black">Black</option>
          </select></label>
        </div>
        <p id="hint"></p>
      </section>
      <section id="dispute" aria-labelledby="dispute-title" hidden>
        <h2 id="dispute-title">Code and board differ</h2>
        <ul id="differences"></ul>
        <div id="fixes" role="group" aria-label="Fixes"></div>
      </section>
      <section id="position" aria-label="Position">
        <p id="move" role="status"></p>
        <p id="side-to-move"></p>
        <p id="tables"></p>
        <p id="lost" role="alert"></p>
        <p id="fen"></p>
      </section>
      <section id="analysis" aria-label="Analysis" hidden>
        <p id="engine" role="status"></p>
        <p id="engine-problem" role="alert"></p>
        <ol id="lines" aria-label="Best lines"></ol>
        <button id="stop-analysis" type="button" hidden>Stop</button>
      </section>
      <div id="scroller" tabindex="0" role="region" aria-label="Moves and study">
        <div id="tree" role="tree" aria-label="Moves"></div>
        <section id="study">
          <h2>The study</h2>
          <ul id="words" aria-live="polite"></ul>
        </section>
      </div>
    </div>
  </main>`;
