"""Regular expressions for the move numbers, moves, brackets and labels of solutions in prose.

Moves have the letters of many languages, with the blanks and signs of books, magazines and
extracted text.
"""

import re

from gbr_lsp.base.lazy_regex import regex

LETTER = r"(?:[KК][pрPР]|[A-ZÀ-ÖØ-ÞŞŽΑ-ΩА-Я♔-♟][\ufe0e\u2060]*)"
FILE = "[a-hасе]"
"""The file of a square; three letters have a twin on a Russian keyboard."""
_PAIR = "(?:ab|b[ac]|c[bd]|d[ce]|e[df]|f[eg]|g[fh]|hg)"
BLACK = "[kqrsntlpvwjz]"
"""The letters of Black's men in lower case, except those that are files."""
_LOWER = "[a-wyz]"
_MAN = rf"{LETTER}{FILE}?[1-8]?[-–x:×]?{FILE}[1-8]"
_LINK = r"(?:[-–x:×]\u2060*|\s?[x×]\s?)?"
"""The sign before the target square; there may be blanks around it, `dx c6`, or a line break."""
_EN_PASSANT = r"(?:e\.?\s?p(?![^\W_])\.?|i\.\s?p\.)"
_CROSS = r"[xX×](?![^\W_]|[ ]?[a-h][1-8])"
"""A capture or mate sign after the move: `Da7x`, `Dg6X`."""
_CHECK = r"(?:ch|matt?|mate|éch)(?![^\W_])"
_LIKE_DIGIT = "[lISBEZbiz]"
"""Letters that look like a digit: `KbB` is `Kb8`."""
_FOOTNOTE = r"(?:(?:[ivx]{2,4}|[^\W\d_])\)?|[1-9][0-9]?\))(?![^\W_])"
"""The mark of a footnote directly after a move: `Ke5a`, `Ke5ii)`, `Ke51)`."""
_NEXT_WITHOUT_BLANK = rf"(?={_EN_PASSANT}|{_FOOTNOTE}|{_MAN}|{_CROSS}|{_CHECK}|[1-9][0-9]{{0,2}}[.…]|[1-9][0-9]?(?!\S))"
"""What may follow a move without a blank: `dxe6e.p.`, `Kc3Kb5`, `Da7x`, `Df7mat`, `Kb52.Kd4`, and
the mark or number of a footnote, `Kd41 Ke6`."""
SCANNED_DIGITS = {"O": "0", "o": "0", "О": "0", "l": "1", "I": "1", "|": "1", "i": "1", "S": "5", "B": "8", "Z": "2"}
"""The digits that scanners read as letters, by letter."""
MOVE_AHEAD = rf"(?:{_MAN}|{FILE}[1-8x:×]|{_PAIR}\b|[O0][-–][O0])"
"""Text after a number without a point; it shows that the number counts a move."""
_BEFORE_MOVE = rf"(?=\s{{0,2}}(?:\|\s{{0,4}})?{MOVE_AHEAD})"
"""A place between a number and its move, perhaps in the next cell."""
_SCANNED_LETTERS = "".join(SCANNED_DIGITS)
SINGLE_ITEM = rf"""(?P<number>(?=[0-9])(?:(?<![^\W_])|(?<=[a-h][1-8])(?=[0-9]+[.…]))(?<![/+$^])(?<![0-9][-–.,:])
      (?<!N[or]\.[ ])(?<!N[or][ ])0?[1-9](?:[0-9]|[ ](?<![\n\r][0-9][ ])[0-9]){{0,2}})
      (?:\.(?=[^\s.…0-9–—-])|(?P<dots>[.,):]?\s{{0,2}}(?:\.\.\.|…)|(?:[ ][–-])?[ ]?\.(?:[ ]?\.)+
          |\.\s?[-–—](?=,?\s?(?:[^\W\d_]|[♔-♟]|0-)))|[ ]?\.(?![0-9])|(?P<bare>(?:[),]|[ ]?[:–-])?
          (?=(?:[ ]{{1,60}}|\s{{1,2}}|[ ]*\|[ ]*|(?<=\)))[*_]{{0,3}}{MOVE_AHEAD})))
  | (?P<scanned>(?<![^\W_])(?<![/+$^.-])(?=[0-9]?[{_SCANNED_LETTERS}])(?=[{_SCANNED_LETTERS}]{{0,2}}[0-9])
      (?P<read>[0-9{_SCANNED_LETTERS}]{{2,3}})[ ]?(?P<points>…|[.]{{1,3}}){_BEFORE_MOVE})
  | (?P<letter>(?<![^\W_])(?P<digit>[lISZB])[ ]?(?P<stops>…|[.]{{1,3}}){_BEFORE_MOVE})
  | (?P<move>(?:(?<![^\W_])|(?:(?<=[a-h][1-8])|(?<=[a-h][18]=[A-Z]))(?={LETTER}))
    (?:(?<!-)|(?<=[1-8+#!?.]-)(?={LETTER})|(?<=[.]-))(?<![^\W\d_][x:×])(?:(?<![a-h][1-8][-–x:×])|(?={LETTER}))
    (?:{LETTER}[ ]?{FILE}?[1-8]?{_LINK}{FILE}[1-8]
      | {LETTER}(?:[ ][x:×])?[ ]?[a-h][ ][1-8](?![0-9]{{0,2}}[.…])
      | {LETTER}(?:[a-h]\([a-h]\)|\([a-h]\)[a-h])[1-8] | {BLACK}[a-h]?[1-8]?[-x:×]?[a-h][1-8]
      | (?![a-h][1-8][a-h][1-8][ ]?[0-9]{{4}}\.)
        (?:{FILE}[1-8]?{_LINK})?{FILE}[1-8]
        (?:(?::?[=/]|:|(?<=[18])(?::?=\s|[-–→]))?\u2060*{LETTER}(?![x:×]?[a-h][1-8])|:?\s?[(\[]=?{LETTER}[)\]]
          |[ ][=→][ ]?{LETTER}|={_LOWER}|=(?![ ]?[^\W\d_][ ]|&)
          |(?<=[18]):?\s{LETTER}(?=[+#†‡!?,;)\]*_]|\s+(?:[1-9(\[{{$+=#†‡]|{_MAN})))?
        (?:(?<![a-h][18])|(?![a-z](?![^\W_])))
      | O[-–]O(?:[-–]O)?|0[-–]0(?:[-–]0)?)(?:(?![^\W_]|=[^\W\d_]|[-–:×][a-h][1-8])|{_NEXT_WITHOUT_BLANK})
      (?P<sign>(?:[ ]?[+#†‡!?≠⁺＋＃]\u2060*|\s?{_EN_PASSANT}|{_CROSS}|{_CHECK}|:(?![ ]?[a-h]?[1-8]))*))
  | (?P<odd>(?:(?<=[.…])|(?<=[.…][ ]))
      (?:(?:{LETTER}[a-h]?[1-8]?[-–x:×]?|[a-h][x:×-])[a-h]{_LIKE_DIGIT}|[a-h][SBEZ])
      (?:=?[A-Z](?![^\W_]))?(?![^\W_])[+#†‡!?]*)
  | (?P<any>(?<![^\W_])(?<!-){LETTER}[ ]?[~∼])
  | (?P<open>[(\[{{]) | (?P<close>[)\]}}])
  | (?P<mark>/(?:[ivx]{{1,6}}|[a-z])\b|\^[^\W\d_]{{1,3}}\^?(?![^\W_])
      |(?:(?<=[a-hасе][1-8])|(?<=[1-8A-Z][+#†‡!?])|(?<=[+#!?][!?])|(?<=[18][A-Z])|(?<=[18]=[A-Z])){_FOOTNOTE})
  | (?P<label>(?<![\w/(])(?:[ivx]{{1,6}}|[a-zA-H])\))
  | (?P<word>[^\W\d_]+(?:[’'-][^\W\d_]+)*)"""
"""One item; each word is an item of its own."""
SIGNS = frozenset(("ch", "dbl", "dis", "mate", "mat", "matt", "éch", "échec"))
"""Words after a move that have the meaning of a check sign."""
_WORD = r"(?:(?![a-h]\s?[x×]\s?[a-h][1-8])[a-z]++|[A-JL-Z][a-z]{3,}+)(?=[\s,.;])"
"""A word that no move begins with, whatever follows it."""
_NO_SIGN = rf"(?!(?:{'|'.join(sorted(SIGNS))})\s)"
_WORDS = rf"(?<![1-8+#†‡!?A-Z])(?!l[ ]?[.…]){_NO_SIGN}{_WORD}(?:\s++{_WORD})*"
ITEMS = regex(rf"(?=[^\s.,;!?])(?:(?P<words>{_WORDS})|{SINGLE_ITEM})", re.VERBOSE)
"""All items; consecutive words are one item."""
