"""Cached values are computed once, and are the same for all threads."""

from threading import Barrier, Thread

from gbr_lsp.base.caching import cached


class Counted:
    def __init__(self, barrier: Barrier | None = None) -> None:
        self.barrier = barrier
        self.calls = 0

    @cached
    def value(self) -> list[int]:
        """The value."""
        self.calls += 1
        if self.barrier:
            self.barrier.wait(10)
        return []


def test_a_value_is_computed_once_for_each_object() -> None:
    one, other = Counted(), Counted()
    assert one.value is one.value
    assert one.value is not other.value
    assert (one.calls, other.calls) == (1, 1)
    assert Counted.value.__doc__ == "The value."


def test_threads_that_compute_at_once_get_the_first_value() -> None:
    """No thread waits for another: both compute, as the barrier shows."""
    shared = Counted(Barrier(2))
    found: list[list[int]] = []
    threads = [Thread(target=lambda: found.append(shared.value)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shared.calls == 2
    assert found[0] is found[1]
    assert found[0] is shared.value
