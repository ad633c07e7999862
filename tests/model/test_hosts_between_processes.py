"""What `check` hands from one process to another."""

import pickle

import pytest

from gbr_lsp.hosts import host_for

_NAMES = ("a.txt", "a.md", "a.tex", "a.pgn", "a.html", "a.csv", "a.json", "a.yaml", "a.olv", "a.typ", "a.adoc")


@pytest.mark.parametrize("name", _NAMES)
def test_a_host_can_be_sent_to_another_process(name: str) -> None:
    host = host_for(name)
    assert pickle.loads(pickle.dumps(host)).name == host.name
