// The position on the page: the last board of the extension, and after steps the nodes of the moves around it.

import type { Board, FromPage, Line, LineAnswer, MoveNode, Moves, Shown, StudyBoard, ToPage } from "../messages";
import { type Step, TreeNodes } from "./tree_nodes";

/** Maximum number of steps that are kept while the moves are requested. */
const MAX_WAITING = 200;

/** The message to show; a board may be at another move than the answer of the server. */
export type Message = Board | Exclude<ToPage, Board>;

export class Steps {
  message: Message | undefined;
  /** The moves, and the one on the board; undefined outside of moves, and while they are requested. */
  tree: TreeNodes | undefined;
  current: MoveNode | undefined;
  private moves: TreeNodes | undefined;
  private isRequested = false;
  private answer: LineAnswer | undefined;
  private waiting: Step[] = [];
  private count = 0;
  /** The last step whose position only the extension knows. */
  private awaitedStep = 0;

  constructor(private readonly send: (message: FromPage) => void) {}

  /**
   * Take a message of the extension, and return true if there is something else to show. Ignore the board of a place
   * that a later step has left.
   */
  receive(message: ToPage): boolean {
    if (message.kind === "moves") return this.takeMoves(message.moves, message.isRequested ?? false);
    if (message.kind === "board" && message.step < this.count) return false;
    // An equal board is not drawn again, because that would end the animation of a step.
    const isEqual = this.message !== undefined && serializeDrawing(message) === serializeDrawing(this.message);
    this.message = message;
    this.answer = message.kind === "board" ? (message.shown.line ?? undefined) : undefined;
    const { current } = this;
    this.findCurrent();
    return this.takeWaiting() || !isEqual || current !== this.current;
  }

  /** Take `step`, or keep it until its moves are known. Return true if something else is to be shown. */
  step(step: Step): boolean {
    if (this.isWaiting) {
      if (this.waiting.length < MAX_WAITING) this.waiting.push(step);
      return false;
    }
    const target = this.current && this.tree?.findTarget(this.current, step);
    return target ? this.go(target) : false;
  }

  /**
   * Go to `node`: show it, if its position is known, and move the caret of the text. From an older server, the next
   * message of the extension shows it. Return true if something else is to be shown.
   */
  go(node: MoveNode): boolean {
    const { message, tree } = this;
    if (message?.kind !== "board" || !message.shown.line || !tree) return false;
    this.count += 1;
    this.send({ kind: "go", range: node.range, version: tree.version, step: this.count });
    if (!node.fen) {
      this.awaitedStep = this.count;
      return false;
    }
    const { start } = message.shown.line;
    const line: Line = { version: tree.version, start, move: moveOf(node), lost: node.lost, tables: node.tables };
    const turn = node.fen.split(" ")[1] === "b" ? "black" : "white";
    const shown: Shown = {
      ...message.shown,
      fen: node.fen,
      turn,
      squares: [],
      note: "",
      boards: [],
      board: null,
      line,
    };
    this.message = { ...message, shown };
    this.current = node;
    return true;
  }

  private takeMoves(moves: Moves | null, isRequested: boolean): boolean {
    this.moves = moves ? TreeNodes.of(moves) : undefined;
    this.isRequested = isRequested;
    if (isRequested) return false;
    const { tree } = this;
    this.findCurrent();
    return this.takeWaiting() || tree !== this.tree;
  }

  /** Find the node of the board. While the moves are requested, the tree before stays, without a current move. */
  private findCurrent(): void {
    const { answer, moves } = this;
    if (!answer) {
      this.tree = this.current = undefined;
      return;
    }
    const range = answer.path.at(-1)?.range ?? answer.first;
    const node = moves?.version === answer.version ? moves.at(range) : undefined;
    if (node) {
      this.tree = moves;
      this.current = node;
    } else if (this.isRequested) {
      this.current = undefined;
    } else {
      this.tree = TreeNodes.ofLine(answer);
      this.current = this.tree.nodes[answer.path.length];
    }
  }

  private get isWaiting(): boolean {
    const { message } = this;
    if (message?.kind !== "board" || !message.shown.line) return false;
    return this.current === undefined || message.step < this.awaitedStep;
  }

  /** Take the steps that were kept, as far as their moves are known now. Return true if one was taken. */
  private takeWaiting(): boolean {
    let isTaken = false;
    while (this.waiting.length && !this.isWaiting) {
      const step = this.waiting.shift();
      if (step && this.step(step)) isTaken = true;
    }
    return isTaken;
  }
}

/** Return true if `moves` has the place of `line` and the moves from there. */
export function hasLine(moves: Moves | null, line: LineAnswer): boolean {
  if (moves?.version !== line.version) return false;
  const tree = TreeNodes.of(moves);
  const node = tree.at(line.path.at(-1)?.range ?? line.first);
  return node !== undefined && tree.childrenOf(node).length === line.choices.length;
}

/** Return `shown` with the board `one` in place of its own. */
export function withBoard(shown: Shown, one: StudyBoard): Shown {
  return { ...shown, fen: one.fen, partial: one.placement, turn: one.turn, disputed: one.disputed };
}

/** Return what the page draws of `message`, as JSON. */
function serializeDrawing(message: Message): string {
  if (message.kind !== "board") return JSON.stringify(message);
  const line = message.shown.line;
  const { version, start, move, lost, tables } = line ?? {};
  const { boards = [], board = null, ...shown } = message.shown;
  const lineParts = line && [version, start, move, lost, tables];
  return JSON.stringify([message.look, boards, board, { ...shown, version: null, places: null, line: lineParts }]);
}

function moveOf({ san, words, from, to, range }: MoveNode): Line["move"] {
  return san === null || words === null ? null : { san, words, from, to, range };
}
