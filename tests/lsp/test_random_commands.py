"""The random edits run every command of the server."""

from tests.random.commands import MAKERS
from tests.support.wire import Wire


def test_every_command_has_random_arguments() -> None:
    with Wire() as wire:
        commands = wire.answer["result"]["capabilities"]["executeCommandProvider"]["commands"]
    assert sorted(commands) == sorted(MAKERS)
