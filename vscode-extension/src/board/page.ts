// The body of the board view.

export const BODY = `<main>
    <p id="note"></p>
    <h1 id="code"></h1>
    <div id="stage">
      <div id="frame"></div>
      <div id="squares" role="grid" aria-label="Squares" hidden></div>
    </div>
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
      <div id="choice" hidden>
        <label>as <select id="as">
          <option value="code">Code</option>
          <option value="fen">FEN</option>
          <option value="pgn">PGN record</option>
          <option value="chessboard">\\chessboard</option>
          <option value="fence">Markdown fence</option>
          <option value="diagram">Chess-font diagram</option>
        </select></label>
        <label>in the form <select id="form">
          <option value="prefixed">=0323.12g3g1</option>
          <option value="caption">g3g1 0323.12 4/5 Draw</option>
          <option value="full">g3g1 0323.12 a3a2e1g8.h6c3c6 4/5=</option>
          <option value="dotted">0323.12. g3g1a3a2e1g8. h6c3c6</option>
          <option value="compact">(=0323.12g3g1a3a2e1g8h6c3c6)</option>
          <option value="class">0323.12</option>
        </select></label>
        <label>goal <select id="goal">
          <option value="win">Win</option>
          <option value="draw">Draw</option>
          <option value="">None</option>
        </select></label>
        <label>to move <select id="turn">
          <option value="white">White</option>
          <option value="black">Black</option>
        </select></label>
      </div>
      <div role="toolbar" aria-label="Position">
        <button id="write" type="button" title="Write it into the text (Enter)">Write</button>
        <button id="discard" type="button" title="Discard it (Escape)">Discard</button>
        <button id="empty" type="button" title="Remove all men">Empty</button>
      </div>
      <p id="hint"></p>
    </section>
    <section id="line" aria-label="Moves" hidden>
      <div id="steps" role="toolbar" aria-label="Steps">
        <button id="first" type="button" title="To the start (Home)" aria-keyshortcuts="Home">«</button>
        <button id="previous" type="button" title="Back (left arrow)" aria-keyshortcuts="ArrowLeft">‹</button>
        <button id="next" type="button" title="Forward (right arrow)" aria-keyshortcuts="ArrowRight">›</button>
        <button id="last" type="button" title="To the end of the line (End)" aria-keyshortcuts="End">»</button>
      </div>
      <p id="move" role="status"></p>
      <p id="tables"></p>
      <p id="lost" role="alert"></p>
      <div id="choices" role="listbox" aria-label="Moves from here" hidden></div>
      <ol id="path" aria-label="The moves from the start"></ol>
    </section>
    <section id="analysis" aria-label="Analysis" hidden>
      <p id="engine" role="status"></p>
      <p id="engine-problem" role="alert"></p>
      <ol id="lines" aria-label="Best lines"></ol>
      <button id="stop-analysis" type="button" hidden>Stop</button>
    </section>
    <div id="buttons" role="toolbar" aria-label="Board">
      <button id="flip" type="button" title="Flip the board (f)">Flip</button>
      <button id="analyze" type="button" title="Ask the engine of the setting gbr.engine">Analyze</button>
      <button id="copy-fen" type="button" title="Copy the position as a FEN">Copy FEN</button>
      <button id="copy-image" type="button" title="Copy the board as a PNG image">Copy Image</button>
      <button id="copy-svg" type="button" title="Copy the board as SVG">Copy SVG</button>
    </div>
    <div id="writing" role="toolbar" aria-label="Write">
      <button id="edit" type="button" title="Change the position in the text (e)" aria-keyshortcuts="e">Edit</button>
      <button id="new" type="button" title="Set a new position from an empty board">New Board</button>
    </div>
    <p id="fen"></p>
    <ul id="words" aria-live="polite"></ul>
  </main>`;
