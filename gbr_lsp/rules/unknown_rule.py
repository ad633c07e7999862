"""An ignore comment names a rule that does not exist.

## Why it matters

The comment ignores nothing, although its author thinks that it does.

## Example

```text
gbr: ignore-next-line[control-mismach]
                      ^^^^^^^^^^^^^^^ unknown-rule: There is no rule control-mismach; did you mean control-mismatch?
f1h1 0001.04 2/6 Win
             ^^^ control-mismatch: The control should be 2/5: by the class, White has 2 men and Black 5
```
"""

from collections.abc import Iterator
from functools import lru_cache

from gbr_lsp.model.finding import Finding, RuleScope, Severity, rule, write
from gbr_lsp.model.subjects import IgnoreUse


@rule(Severity.WARNING, RuleScope.IGNORES)
def unknown_rule(usage: IgnoreUse) -> Iterator[Finding]:
    for name, place in usage.ignore.names:
        if name in usage.known_rules:
            continue
        nearest = _nearest(name.lower().replace("_", "-"), usage.known_rules)
        fixes = (write(place, nearest, safe=True),) if nearest else ()
        yield Finding(place, f"There is no rule {name}" + (f"; did you mean {nearest}?" if nearest else ""), fixes)


@lru_cache(maxsize=256)
def _nearest(name: str, names: tuple[str, ...]) -> str | None:
    """Return the one of `names` most like `name`, or None."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, names, n=1)), None)
