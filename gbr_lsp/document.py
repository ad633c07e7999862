"""A document: its blocks, and the studies that its codes and boards make.

Offsets of a document count from its start, those of whatever is found in a block from the start of that block. A
document is a value: an edit makes another one, which shares the blocks that the edit does not touch.
"""

from bisect import bisect_right
from collections.abc import Iterator

from gbr_lsp.block import Block, cut
from gbr_lsp.host import Host, State
from gbr_lsp.study import Study, studies_of
from gbr_lsp.terms import DEFAULT, Terms
from gbr_lsp.text import Edit, lines_of


class Document:
    """The blocks of a text, in order; their texts joined are the text."""

    __slots__ = ("blocks", "host", "starts", "terms")

    def __init__(self, host: Host, blocks: list[Block], terms: Terms = DEFAULT) -> None:
        self.host = host
        self.blocks = blocks
        self.terms = terms
        self.starts: list[int] = []
        start = 0
        for block in blocks:
            self.starts.append(start)
            start += len(block.text)

    @classmethod
    def of(cls, text: str, host: Host, terms: Terms = DEFAULT) -> "Document":
        """The document of a text."""
        host = host._replace(letters=terms.letters)
        return cls(host, cut(host, text, host.start)[0], terms)

    @property
    def text(self) -> str:
        return "".join(block.text for block in self.blocks)

    def block_number(self, offset: int) -> int:
        """The number of the block an offset stands in; the last one for the end of the text."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def offsets(self) -> dict[Block, int]:
        """Where each block starts."""
        return dict(zip(self.blocks, self.starts, strict=True))

    def edit(self, edit: Edit) -> "Document":
        """The document after an edit, equal to the document of the edited text.

        It is cut again from the block before the edit until a new boundary falls on an old one with the same state,
        where the next block would still begin.
        """
        if not self.blocks:
            return self._with(cut(self.host, edit.text, self.host.start)[0])
        first = max(0, self.block_number(edit.span.start) - 1)
        behind = self.block_number(edit.span.end) + 1
        shift = self.starts[first]
        text = "".join(block.text for block in self.blocks[first:behind])
        text = text[: edit.span.start - shift] + edit.text + text[edit.span.end - shift :]
        new, state = cut(self.host, text, self.blocks[first].state)
        while behind < len(self.blocks) and not self._continues(new, state, self.blocks[behind]):
            last = new.pop() if new else Block(self.host, "", self.blocks[first].state)
            more, state = cut(self.host, last.text + self.blocks[behind].text, last.state)
            new += more
            behind += 1
        return self._with(self.blocks[:first] + new + self.blocks[behind:])

    def sections(self) -> Iterator[list[Block]]:
        """The blocks of each section, in order: the unit within which a board may belong to a code."""
        section: list[Block] = []
        for block in self.blocks:
            if section and block.opens_section():
                yield section
                section = []
            section.append(block)
        if section:
            yield section

    def studies_around(self, number: int) -> list[Study]:
        """The studies of the section that a block stands in."""
        first = number
        while 0 < first and not self.blocks[first].opens_section():
            first -= 1
        last = number + 1
        while last < len(self.blocks) and not self.blocks[last].opens_section():
            last += 1
        return studies_of(self.blocks[first:last], self.terms)

    def studies(self) -> Iterator[Study]:
        """Every code that is believed to be one, with its boards, in order of offset."""
        for section in self.sections():
            yield from studies_of(section, self.terms)

    def _with(self, blocks: list[Block]) -> "Document":
        return Document(self.host, blocks, self.terms)

    def _continues(self, new: list[Block], state: State, block: Block) -> bool:
        """Whether an old block may follow the new ones as it is."""
        end = new[-1].text if new else ""
        if new and not end.endswith(("\n", "\r")):
            return False
        if end.endswith("\r") and block.text.startswith("\n"):
            return False
        return state == block.state and (not new or self.host.step(state, lines_of(block.text)[0])[0])
