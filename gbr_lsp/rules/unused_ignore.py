"""An ignore comment ignores nothing.

## Why it matters

It may be left over from a mistake that has been corrected since, and would hide the next one.

## Example

```markdown
<!-- gbr: ignore-next-line[control-mismatch] -->
     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unused-ignore: control-mismatch finds nothing here
f1h1 0001.04 2/5 Win
```
"""

from collections.abc import Iterator

from gbr_lsp.model.finding import Finding, Over, Severity, Used, rule, write
from gbr_lsp.model.suppressions import Reach


@rule(Severity.WARNING, Over.IGNORES)
def unused_ignore(used: Used) -> Iterator[Finding]:
    ignore, idle = used.ignore, used.idle
    if ignore.reach is Reach.END or (ignore.names and not idle):
        return
    if not ignore.names:
        if not used.served:
            yield Finding(ignore.place, "There is nothing here to ignore", (write(ignore.whole, "", safe=True),))
        return
    message = f"{', '.join(idle)} find{'s' if len(idle) == 1 else ''} nothing here"
    left = [name for name, _ in ignore.names if name not in idle]
    if not left:
        yield Finding(ignore.place, message, (write(ignore.whole, "", safe=True),))
        return
    if ignore.listed:
        yield Finding(ignore.listed, message, (write(ignore.listed, ", ".join(left), safe=True),))
