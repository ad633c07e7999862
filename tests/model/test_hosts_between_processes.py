"""What `check` hands from one process to another."""

import pickle

import pytest

from gbr_lsp.hosts import HOSTS
from gbr_lsp.hosts.protocol import Host


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.name)
def test_a_host_can_be_sent_to_another_process(host: Host) -> None:
    assert pickle.loads(pickle.dumps(host)).name == host.name
