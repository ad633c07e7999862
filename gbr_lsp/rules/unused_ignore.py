"""An ignore comment has no effect.

## Why it matters

The comment may be left over from a mistake that has been corrected since, and it would hide the next one. Beside
`[sic]` no comment is needed, because no rule reports a code with that mark.

## Example

```markdown
<!-- gbr: ignore-next-line[control-mismatch] -->
     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unused-ignore: Unused ignore comment: no control-mismatch here
f1h1 0001.04 2/5 Win
```
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, RuleScope, Severity, rule, write
from gbr_lsp.model.ignore_comments import Reach
from gbr_lsp.model.subjects import IgnoreUse


@rule(Severity.WARNING, RuleScope.IGNORES)
def unused_ignore(usage: IgnoreUse) -> Iterator[Finding]:
    ignore, idle_rules = usage.ignore, usage.idle_names
    if ignore.reach is Reach.END or (ignore.names and not idle_rules):
        return
    removal = write(ignore.removal_place, "", safe=True)._replace(title="Remove the ignore comment")
    message = f"Unused ignore comment: no {' or '.join(idle_rules)} here"
    if not ignore.names:
        if usage.has_silenced:
            return
        message = "Unused ignore comment: there is nothing to ignore"
    if usage.is_all_sic:
        message = "Unused ignore comment: [sic] alone silences every rule here"
    used_rules = [name for name, _ in ignore.names if name not in idle_rules]
    if not used_rules:
        yield Finding(ignore.place, message, (removal,))
        return
    if ignore.names_place:
        yield Finding(ignore.names_place, message, (write(ignore.names_place, ", ".join(used_rules), safe=True),))
