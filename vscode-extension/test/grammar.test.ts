import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as oniguruma from "vscode-oniguruma";
import { type IGrammar, INITIAL, parseRawGrammar, Registry, type StateStack } from "vscode-textmate";

const { grammars } = JSON.parse(readFileSync("package.json", "utf8")).contributes;
type Contributed = { scopeName: string; path: string; injectTo?: string[] };

/** Stand-ins for the grammars of the editor: what the injected ones look at, in the scopes that VS Code's have. */
const HOSTS: Record<string, object> = {
  "text.html.markdown": {
    scopeName: "text.html.markdown",
    patterns: [
      {
        begin: "^```(\\w+)$",
        end: "^```$",
        name: "markup.fenced_code.block.markdown",
        contentName: "meta.embedded.block.x",
      },
      { begin: "^```$", end: "^```$", name: "markup.fenced_code.block.markdown" },
      { match: "`[^`]+`", name: "markup.inline.raw.string.markdown" },
      { match: "<!--.*?-->", name: "comment.block.html" },
      { begin: "\\[", end: "\\]", contentName: "string.other.link.title.markdown" },
      { match: '(href)=("[^"]*")', captures: { 2: { name: "string.quoted.double.html", patterns: [] } } },
      { match: "https?://\\S+", name: "markup.underline.link.markdown" },
      { match: "^# .*", captures: { 0: { name: "markup.heading.markdown", patterns: [] } } },
    ],
  },
  "text.tex.latex": {
    scopeName: "text.tex.latex",
    patterns: [
      { match: "%.*$", name: "comment.line.percentage.tex" },
      { begin: "(\\\\label)\\{", end: "\\}", name: "meta.definition.label.latex" },
      { begin: "(\\\\url)\\{", end: "\\}", contentName: "markup.underline.link.latex" },
    ],
  },
  "source.rst": { scopeName: "source.rst", patterns: [{ match: "^\\.\\. .*$", name: "comment.block.rst" }] },
};

const onigLib = oniguruma
  .loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer)
  .then(() => ({
    createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text: string) => new oniguruma.OnigString(text),
  }));

const registry = new Registry({
  onigLib,
  loadGrammar: async (scope) => {
    if (HOSTS[scope]) return parseRawGrammar(JSON.stringify(HOSTS[scope]), `${scope}.json`);
    const own = (grammars as Contributed[]).find(({ scopeName }) => scopeName === scope);
    return own ? parseRawGrammar(readFileSync(own.path, "utf8"), own.path) : null;
  },
  getInjections: (scope) =>
    (grammars as Contributed[]).filter(({ injectTo }) => injectTo?.includes(scope)).map(({ scopeName }) => scopeName),
});

/** The pieces of a text that have a scope of their own, as `piece: scope`, without the scopes of the host around them. */
async function tokenize(scope: string, text: string): Promise<string[]> {
  const grammar = (await registry.loadGrammar(scope)) as IGrammar;
  let state: StateStack = INITIAL;
  return text.split("\n").flatMap((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map((token) => `${line.slice(token.startIndex, token.endIndex)}: ${token.scopes.at(-1)}`);
  });
}

/** Only what is colored as a part of a code. */
async function findCodes(scope: string, text: string): Promise<string> {
  const found = await tokenize(scope, text);
  return found
    .filter((piece) => piece.endsWith(".gbr") && !/: (?:meta\.code|text\.plain)\.gbr$/.test(piece))
    .map((piece) =>
      piece.replace(
        /: (?:entity\.name|variable\.other|constant|keyword|type)\S*?\.(\w+(?:\.white|\.black)?)\.gbr$/,
        "/$1",
      ),
    )
    .join(" ");
}

const PLAIN = "text.plain.gbr";

test("the six forms are colored part by part", async () => {
  const colored: Record<string, string> = {
    "=0323.12g3g1": "=/sign 0323.12/class g3/king.white g1/king.black",
    "+ ZAZ 0001.11 a8b1": "+/sign ZAZ/result 0001.11/class a8/king.white b1/king.black",
    "g3g1 0323.12 4/5 Draw": "g3/king.white g1/king.black 0323.12/class 4/5/control Draw/result",
    "g3g1 0323.12 a3a2.h6 4/5=":
      "g3/king.white g1/king.black 0323.12/class a3/square a2/square ./point h6/square 4/5/control =/result",
    "a2c4 0000.32 .d4e3 4/3 WTM":
      "a2/king.white c4/king.black 0000.32/class ./point d4/square e3/square 4/3/control WTM/result",
    "0323.12. g3g1a3. h6": "0323.12/class ./point g3/king.white g1/king.black a3/square ./point h6/square",
    "(=0323.12g3g1a3a2)": "=/sign 0323.12/class g3/king.white g1/king.black a3/square a2/square",
    "c8a8 3100.21 White wins in 61": "c8/king.white a8/king.black 3100.21/class White wins/result",
  };
  for (const [text, expected] of Object.entries(colored)) {
    assert.equal(await findCodes(PLAIN, text), expected);
    assert.equal(await findCodes(PLAIN, `So it is: ${text}, they say.`), expected);
  }
});

test("a class by itself is colored behind words that say what it is", async () => {
  assert.equal(await findCodes(PLAIN, "(GBR code 0410.00) stands"), "0410.00/class");
  assert.equal(await findCodes(PLAIN, "that is of class 0001.01, the best"), "0001.01/class");
  assert.equal(await findCodes(PLAIN, "gbr: 0000.11"), "0000.11/class");
  assert.equal(await findCodes(PLAIN, "KPPP KPP 0000.32"), "0000.32/class");
  assert.equal(await findCodes(PLAIN, "KBB v KN 0023.00 and"), "0023.00/class");
});

test("dates, prices, versions, moves and numbers are left alone", async () => {
  const alone = [
    "2015.06.26 and 1925.12.?? and 2013.10.05.",
    "the price is 4888.88 or $1234.56 or €1234.56a1b2",
    "version 2227.00 (0002.01)",
    "double n = 1234.56;",
    "1.e4 e5 2.Nf3 a6 e2e4 1234",
    "x0323.12g3g1 10323.12g3g1 0323.123g3g1 1.0323.12g3g1",
    "0323.12g3g1x 0323.12g3g10 0323.12g3",
    "class of 2015.06.26",
    "in 1234.56 e4",
  ];
  for (const text of alone) assert.equal(await findCodes(PLAIN, text), "", text);
});

test("in Markdown prose, inline code, links and fences without a name are colored", async () => {
  const text = "g3g1 0323.12 4/5\nand `=0323.12g3g1` here\n```\n=0323.12g3g1\n```\n[=0323.12g3g1]";
  const kings = "g3/king.white g1/king.black";
  const prefixed = `=/sign 0323.12/class ${kings}`;
  assert.equal(
    await findCodes("text.html.markdown", text),
    `${kings} 0323.12/class 4/5/control ${prefixed} ${prefixed} ${prefixed}`,
  );
});

/** The colored pieces of the FENs in a text, as `piece/scope`. */
async function findFens(text: string): Promise<string> {
  const found = await tokenize("text.html.markdown", text);
  return found.flatMap((piece) => /^(.*): \S*?\.fen\.(\w+)\.gbr$/.exec(piece)?.slice(1).join("/") ?? []).join(" ");
}

const FEN = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
const COLORED =
  "7/empty K/white //rank 8/empty //rank k/black 1/empty P/white 5/empty //rank 7/empty p/black " +
  "//rank 8/empty //rank 8/empty //rank 8/empty //rank 8/empty w/turn -/none -/none 0/counter 1/counter";

test("in Markdown FENs are colored in inline code, in fences and in prose", async () => {
  const fences = ["```\n#\n```", "```fen\n#\n```", "~~~ chess-fen\n#\n~~~", "```{fen}\n#\n```", "```fen\n\n#\n```"];
  for (const place of ["a `#` b", "`#`", "so: # is", ...fences]) {
    assert.equal(await findFens(place.replace("#", FEN)), COLORED, place);
    assert.equal(await findFens(`${place.replace("#", "x")}\n${FEN}`), COLORED, place);
  }
  const both = await findCodes("text.html.markdown", "`=0323.12g3g1 7K/8/k1P5/7p/8/8/8/8`");
  assert.ok(both.startsWith("=/sign 0323.12/class g3/king.white g1/king.black 7/empty K/"), both);
});

test("a FEN may end after each field, and has castling and a square", async () => {
  const placement = COLORED.slice(0, COLORED.indexOf(" w/turn"));
  assert.equal(await findFens(`\`${FEN.slice(0, FEN.indexOf(" "))}\``), placement);
  assert.equal(
    await findFens(`\`${FEN.replace("w - -", "b KQkq e3")}\``),
    `${placement} b/turn KQkq/castling e3/square 0/counter 1/counter`,
  );
});

test("paths, other fences and comments have no colors of FENs", async () => {
  const long = "/8/8/8/8/8/8/8/8";
  for (const text of [
    `\`${long}\``,
    "`8/8/8/8/8/8/8`",
    `${long}/8`,
    `<!-- ${FEN} -->`,
    `\`\`\`python\n${FEN}\n\`\`\``,
    "`a/b/c/d/e/f/g/h`",
  ])
    assert.equal(await findFens(text), "", text);
});

test("in Markdown a fence of PGN has the colors of PGN", async () => {
  const text = '```pgn\n[Black "(=0323.12g3g1)"]\n[FEN "=0323.12g3g1"]\n\n1. e4 *\n```\n=0323.12g3g1';
  const found = await tokenize("text.html.markdown", text);
  for (const piece of [
    "FEN: entity.name.tag.pgn",
    "e4: entity.name.function.move.pgn",
    "*: constant.language.result.pgn",
  ])
    assert.ok(found.includes(piece), found.join("\n"));
  const prefixed = "=/sign 0323.12/class g3/king.white g1/king.black";
  assert.equal(await findCodes("text.html.markdown", text), `${prefixed} ${prefixed}`);
});

test("in Markdown other fences, comments, addresses and other inline code keep their own colors", async () => {
  const text =
    '<a href="=0323.12g3g1">\n' +
    "```python\n=0323.12g3g1\n```\n<!-- =0323.12g3g1 -->\nhttps://example.org/=0323.12g3g1";
  assert.equal(await findCodes("text.html.markdown", text), "");
  const inline = await tokenize("text.html.markdown", "a `1234.56` b `x` ``a`b`` c");
  assert.ok(
    inline.some((piece) => piece.startsWith("1234.56: markup.inline.raw")),
    inline.join("\n"),
  );
  assert.ok(inline.includes("`x`: markup.inline.raw.string.markdown"), inline.join("\n"));
});

test("in LaTeX text and arguments are colored, comments, labels and addresses are not", async () => {
  const text = "\\study{Kubbel}{g3g1~0323.12 4/5$=$} % =0323.12g3g1\n\\label{=0323.12g3g1}\\url{=0323.12g3g1}";
  assert.equal(await findCodes("text.tex.latex", text), "g3/king.white g1/king.black 0323.12/class 4/5/control");
  assert.equal(await findCodes("text.tex.latex", "$+$0410.00d6d8"), "0410.00/class d6/king.white d8/king.black");
});

test("in other texts codes are colored, comments are not", async () => {
  assert.equal(await findCodes("source.rst", "=0323.12g3g1"), "=/sign 0323.12/class g3/king.white g1/king.black");
  assert.equal(await findCodes("source.rst", ".. =0323.12g3g1"), "");
});

test("PGN tags, their values, and the codes in them", async () => {
  assert.deepEqual(await tokenize("source.pgn", '[Black "(=0323.12g3g1) (v)"]'), [
    "[: punctuation.definition.tag.begin.pgn",
    "Black: entity.name.tag.pgn",
    " : meta.tag.pgn",
    '": punctuation.definition.string.begin.pgn',
    "(: string.quoted.double.pgn",
    "=: keyword.operator.sign.gbr",
    "0323.12: constant.numeric.class.gbr",
    "g3: entity.name.type.king.white.gbr",
    "g1: entity.name.type.king.black.gbr",
    ") (v): string.quoted.double.pgn",
    '": punctuation.definition.string.end.pgn',
    "]: punctuation.definition.tag.end.pgn",
  ]);
  assert.equal(await findCodes("source.pgn", '[Black "(+0116.00)"]'), "+/sign 0116.00/class");
  assert.equal(
    await findCodes("source.pgn", '[Black\n"(=0031.46d6a8)"]'),
    "=/sign 0031.46/class d6/king.white a8/king.black",
  );
  assert.equal(await findCodes("source.pgn", '[FEN "=0323.12g3g1"]\n[Site "GBR 0001.01"]\n[Date "2015.06.26"]'), "");
});

test("PGN moves, numbers, NAGs, variations, comments and the result", async () => {
  const found = await tokenize("source.pgn", "1. e4! $1 (1... c8=Q+ {a {b} O-O-O#) ; rest 1-0\n7.Kd3 1-0");
  const expected = [
    "1.: constant.numeric.move-number.pgn",
    "e4: entity.name.function.move.pgn",
    "!: keyword.other.nag.pgn",
    "$1: keyword.other.nag.pgn",
    "(: punctuation.section.variation.begin.pgn",
    "1...: constant.numeric.move-number.pgn",
    "c8=Q: entity.name.function.move.pgn",
    "+: keyword.operator.check.pgn",
    "a {b: comment.block.braces.pgn",
    "O-O-O: entity.name.function.move.pgn",
    "): punctuation.section.variation.end.pgn",
    " rest 1-0: comment.line.semicolon.pgn",
    "Kd3: entity.name.function.move.pgn",
    "1-0: constant.language.result.pgn",
  ];
  for (const piece of expected) assert.ok(found.includes(piece), `${piece}\nnot in\n${found.join("\n")}`);
});

test("PGN lines that begin with % are left alone, comments have codes, and one that is open ends nothing else", async () => {
  assert.deepEqual(await tokenize("source.pgn", "% 1.e4 =0323.12g3g1"), [
    "% 1.e4 =0323.12g3g1: comment.line.percent.pgn",
  ]);
  assert.equal(
    await findCodes("source.pgn", "{g3g1 0323.12 4/5}"),
    "g3/king.white g1/king.black 0323.12/class 4/5/control",
  );
  assert.equal(await findCodes("source.pgn", "1. Kg3 0323.12 g3g1 1/2-1/2"), "");
  const next = await tokenize("source.pgn", '[Event "open\n[White "x"]\n\n1. e4 (2. d4\n[Event "y"]');
  assert.equal(next.filter((piece) => piece.endsWith("entity.name.tag.pgn")).length, 3, next.join("\n"));
});
