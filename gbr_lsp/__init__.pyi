from gbr_lsp.api import (
    CheckFinding as CheckFinding,
)
from gbr_lsp.api import (
    FixEdit as FixEdit,
)
from gbr_lsp.api import (
    FoundCode as FoundCode,
)
from gbr_lsp.api import (
    FoundStudy as FoundStudy,
)
from gbr_lsp.api import (
    ParseError as ParseError,
)
from gbr_lsp.api import (
    RelatedPlace as RelatedPlace,
)
from gbr_lsp.api import (
    StudyCode as StudyCode,
)
from gbr_lsp.api import (
    SuggestedFix as SuggestedFix,
)
from gbr_lsp.api import (
    check as check,
)
from gbr_lsp.api import (
    code_of as code_of,
)
from gbr_lsp.api import (
    find as find,
)
from gbr_lsp.api import (
    parse as parse,
)
from gbr_lsp.api import (
    search as search,
)

__version__: str
__all__: list[str]
