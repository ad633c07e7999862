"""The rules, one module each, in the order of the documentation. To delete a rule, delete its
module, its specification and its line here."""

from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module

from gbr_lsp.model.finding import Finding, Rule, RuleScope

_NAMES = (
    # the code by itself
    "digit_count",
    "confused_digit",
    "separator",
    "pawn_digit",
    "impossible_force",
    "hidden_count",
    "nine_convention",
    # squares
    "misspelled_square",
    "off_board_square",
    "missing_king",
    "shared_square",
    "adjacent_kings",
    "square_count",
    "pawn_rank",
    "pawn_point",
    "impossible_position",
    "repeated_kings",
    "rival_kings",
    # control and result
    "control_mismatch",
    "stipulation_mismatch",
    "turn_mismatch",
    # against a board
    "force_mismatch",
    "king_mismatch",
    "square_mismatch",
    "signature_mismatch",
    "board_mismatch",
    # the moves
    "illegal_solution",
    "ambiguous_move",
    "unreadable_move",
    "unclosed_bracket",
    "wrong_move_number",
    "missing_move",
    "result_mismatch",
    "missing_result",
    "check_sign",
    "annotation_sign",
    "foreign_letters",
    # other witnesses
    "unreadable_fen",
    "refuted_stipulation",
    "proof_mismatch",
    "throwaway",
    "unproved_end",
    "unrefuted_try",
    "dual",
    # the collection
    "duplicate_position",
    "dangling_index_entry",
    "unindexed_study",
    "unsorted_index",
    "wrong_index_page",
    # housekeeping
    "unused_ignore",
    "unknown_rule",
)

_FOUND: Iterable[Rule] = (getattr(import_module(f"{__name__}.{name}"), name) for name in _NAMES)
RULES = {rule.name: rule for rule in _FOUND}


class Plan:
    """The rules named in `selected`, divided by scope, and what they need to know about clean PGN records.

    Clean records are defined at `Rule`. Make a plan with `plan_of`.
    """

    def __init__(self, selected: frozenset[str]) -> None:
        self.selected = selected
        rules = [rule for name, rule in RULES.items() if name in selected]
        self._over = {scope: [rule for rule in rules if scope in rule.judges] for scope in RuleScope}
        self._loud = {
            scope: [rule for rule in over if not rule.is_silent_if_clean] for scope, over in self._over.items()
        }
        self.may_skip_clean_records = not self._loud[RuleScope.STUDY]
        self.reads_clean_moves = bool(self._loud[RuleScope.GAME])
        """Whether rules over games may report something in a clean record."""
        self.judges_every_line = bool(self._loud[RuleScope.JUDGED_SOLUTION])
        """Whether rules may report something in a line that cannot end against its goal."""
        self.needs_legal_moves = (
            self.reads_clean_moves
            or self.has_any(RuleScope.JUDGED_SOLUTION)
            or any(rule.needs_legal_moves for rule in rules)
        )
        """Whether a record is clean only if its moves are legal."""

    def has_any(self, *scopes: RuleScope) -> bool:
        """Return True if any rule judges subjects of one of `scopes`."""
        return any(self._over[scope] for scope in scopes)

    def run(self, scope: RuleScope, subjects: Iterable[object], *, clean: bool = False) -> list[Finding]:
        """Return the findings about `subjects` of the kind `scope`, each with the name of its rule.

        If `clean`, they are those of clean records, and rules that are silent on these do not run.
        """
        rules = (self._loud if clean else self._over)[scope]
        return [
            finding._replace(rule=rule.name)
            for subject in (subjects if rules else ())
            for rule in rules
            for finding in rule.judges[scope](subject)
        ]


@lru_cache(maxsize=256)
def plan_of(selected: frozenset[str]) -> Plan:
    """Return the `Plan` of the rules named in `selected`."""
    return Plan(selected)


def names_over(*scopes: RuleScope) -> frozenset[str]:
    """Return the names of all rules over any of `scopes`."""
    return frozenset(name for name, rule in RULES.items() if not rule.judges.keys().isdisjoint(scopes))
