"""The layers of docs/architecture.md, read off the imports."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "gbr_lsp"

LAYERS = [
    ["gbr_lsp"],
    ["gbr_lsp.base"],
    ["gbr_lsp.slips"],
    ["gbr_lsp.languages"],
    ["gbr_lsp.notation"],
    ["gbr_lsp.hosts"],
    ["gbr_lsp.boards"],
    ["gbr_lsp.solutions"],
    ["gbr_lsp.model"],
    ["gbr_lsp.edits"],
    ["gbr_lsp.collection"],
    ["gbr_lsp.rules"],
    ["gbr_lsp.settings"],
    ["gbr_lsp.lint"],
    ["gbr_lsp.database"],
    ["gbr_lsp.ide"],
    ["gbr_lsp.proofs"],
    ["gbr_lsp.uci"],
    ["gbr_lsp.lsp", "gbr_lsp.lsp.uris", "gbr_lsp.lsp.conversion"],
    ["gbr_lsp.lsp.announced"],
    ["gbr_lsp.lsp.transport"],
    ["gbr_lsp.lsp.state"],
    ["gbr_lsp.lsp.server"],
    ["gbr_lsp.lsp.optional_features", "gbr_lsp.lsp.progress"],
    ["gbr_lsp.lsp.background"],
    ["gbr_lsp.lsp.chunk_answers"],
    ["gbr_lsp.lsp.features"],
    ["gbr_lsp.lsp.app"],
    ["gbr_lsp.cli"],
    ["gbr_lsp.browser"],
    ["gbr_lsp.api"],
    ["gbr_lsp.__main__"],
]
"""Bottom first. A module may import from the layers below it and from its own package."""

APART = {
    "gbr_lsp.rules": (),
    "gbr_lsp.hosts": (
        "gbr_lsp.hosts.entities",
        "gbr_lsp.hosts.paragraphs",
        "gbr_lsp.hosts.protocol",
        "gbr_lsp.hosts.records",
        "gbr_lsp.hosts.tables",
    ),
    "gbr_lsp.boards": ("gbr_lsp.boards.tex", "gbr_lsp.boards.value"),
    "gbr_lsp.ide": ("gbr_lsp.ide.support",),
    "gbr_lsp.lsp.features": (),
}
"""Packages whose modules do not know of each other, but for what is named; their `__init__` lists them."""

ONLY_IN = {
    "pygls": ["gbr_lsp.lsp"],
    "lsprotocol": ["gbr_lsp.lsp"],
    "click": ["gbr_lsp.cli"],
    "os": [
        "gbr_lsp.__main__",
        "gbr_lsp.cli",
        "gbr_lsp.lsp",
        "gbr_lsp.base.child_process",
        "gbr_lsp.base.import_path",
        "gbr_lsp.base.installation",
        "gbr_lsp.proofs.child",
        "gbr_lsp.proofs.reader",
        "gbr_lsp.base.files",
        "gbr_lsp.base.regular_file",
        "gbr_lsp.base.settings_files",
        "gbr_lsp.database",
        "gbr_lsp.settings",
        "gbr_lsp.solutions.c_extension",
        "gbr_lsp.solutions.tablebase",
        "gbr_lsp.uci",
    ],
    "pathlib": ["gbr_lsp.base.installation", "gbr_lsp.model.rule_pages"],
    "sqlite3": ["gbr_lsp.database.store"],
    "platformdirs": ["gbr_lsp.database.store"],
    "subprocess": [
        "gbr_lsp.cli",
        "gbr_lsp.base.child_process",
        "gbr_lsp.base.installation",
        "gbr_lsp.proofs.reader",
        "gbr_lsp.uci.analysis",
    ],
    "time": ["gbr_lsp.cli", "gbr_lsp.database", "gbr_lsp.lsp", "gbr_lsp.proofs.reader"],
    "playa": ["gbr_lsp.proofs.pdf"],
    "docx": ["gbr_lsp.proofs.annotate_docx"],
    "pypdf": ["gbr_lsp.proofs.annotate_pdf"],
    "chess": ["gbr_lsp.edits.game_export", "gbr_lsp.solutions.tablebase", "gbr_lsp.uci.engine", "gbr_lsp.api"],
    "pathspec": ["gbr_lsp.base.files"],
}
"""Where a library may be imported; nowhere else is there a file, a process or a clock."""

MAX_FLOORS = 10
"""The most modules of `gbr_lsp.model` in a chain of imports. Lower it as soon as the longest chain is shorter."""

MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
}


def layer_of(module: str) -> tuple[int, str]:
    """The number of the layer of a module, and the name it has there."""
    names = [(number, name) for number, layer in enumerate(LAYERS) for name in layer]
    fitting = [(number, name) for number, name in names if module == name or module.startswith(name + ".")]
    return max(fitting, key=lambda item: len(item[1]))


@cache
def nodes_of(path: Path, *, with_types: bool = True) -> list[ast.AST]:
    """Return all imports and classes of a module; those under `TYPE_CHECKING` only if `with_types`."""
    statements = statements_in(ast.parse(path.read_text(encoding="utf-8")), with_types=with_types)
    return [node for node in statements if isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef)]


def statements_in(node: ast.AST, *, with_types: bool) -> Iterator[ast.AST]:
    """Yield the statements in `node`, at any depth, without their expressions."""
    is_for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for statement in getattr(node, name, ()) if with_types or not is_for_types or name != "body" else ():
            yield statement
            yield from statements_in(statement, with_types=with_types)


def imports_of(path: Path, *, with_types: bool = True) -> set[str]:
    found = set()
    for node in nodes_of(path, with_types=with_types):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names if f"{node.module}.{alias.name}" in MODULES}
    return found


def test_arrows_point_down() -> None:
    wrong = []
    for module, path in MODULES.items():
        own, package = layer_of(module)
        for name in imports_of(path):
            if not name.startswith("gbr_lsp"):
                continue
            other, target = layer_of(name)
            if own < other or (own == other and package != target):
                wrong.append(f"{module} imports {name}")
    assert wrong == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports under `TYPE_CHECKING` and inside functions count; that of the package a module stands in does not."""
    imported = {module: imports_of(path) & MODULES.keys() - {module} for module, path in MODULES.items()}
    assert circles(imported) == []


def test_circles_are_found() -> None:
    imported = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"f"}, "f": {"g"}, "g": {"e", "a"}}
    assert circles(imported) == [["b", "c"], ["e", "f", "g"]]


def circles(imported: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that all reach each other by imports (Tarjan, "Depth-first search", 1972)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        path.append(module)
        for other in imported[module]:
            if other not in order:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in path:
                lowest[module] = min(lowest[module], order[other])
        if lowest[module] == order[module]:
            start = path.index(module)
            group = sorted(path[start:])
            del path[start:]
            if 1 < len(group):
                found.append(group)

    for module in imported:
        if module not in order:
            visit(module)
    return sorted(found)


def test_the_model_has_few_floors() -> None:
    """Imports in functions count, those under `TYPE_CHECKING` do not."""
    paths = {module: path for module, path in MODULES.items() if layer_of(module)[1] == "gbr_lsp.model"}
    imported = {module: imports_of(path, with_types=False) & paths.keys() - {module} for module, path in paths.items()}
    chain = longest_chain(imported)
    assert len(chain) <= MAX_FLOORS, f"{len(chain)} modules: {', '.join(chain)}"


def test_the_longest_chain_is_found() -> None:
    assert longest_chain({"a": set(), "b": {"a"}, "c": {"a", "b"}, "d": {"a"}, "e": {"d"}, "f": {"c"}}) == list("fcba")


def longest_chain(imported: dict[str, set[str]]) -> list[str]:
    """The longest list of modules that each import the next one. `imported` has no circles."""

    @cache
    def chain_from(module: str) -> list[str]:
        return [module, *max(map(chain_from, sorted(imported[module])), key=len, default=[])]

    return max(map(chain_from, imported), key=len)


def test_every_module_has_a_layer() -> None:
    assert [module for module in MODULES if module != "gbr_lsp" and layer_of(module)[0] == 0] == []


def test_nothing_points_sideways() -> None:
    wrong = []
    for module, path in MODULES.items():
        for package, shared in APART.items():
            if module.startswith(f"{package}.") and not module.startswith(shared):
                names = [name for name in imports_of(path) if name.startswith(package)]
                wrong += [f"{module} imports {name}" for name in names if not name.startswith(shared)]
    assert wrong == []


def test_libraries_stay_where_they_belong() -> None:
    wrong = []
    for module, path in MODULES.items():
        for name in imports_of(path):
            allowed = ONLY_IN.get(name.partition(".")[0])
            if allowed is not None and not any(module.startswith(place) for place in allowed):
                wrong.append(f"{module} imports {name}")
    assert wrong == []


def test_files_are_read_in_one_sitting() -> None:
    lengths = {module: len(path.read_text(encoding="utf-8").splitlines()) for module, path in MODULES.items()}
    assert {module: lines for module, lines in lengths.items() if 400 < lines} == {}


def test_private_names_of_pygls_stay_in_one_file_and_are_those_of_its_version() -> None:
    """A newer pygls may rename them: the dependency is bounded, and this says where to look."""
    from importlib.metadata import version

    private = ("_send_data", "_shutdown", "_request_futures", "_result_types", "_workspace")
    using = {
        module
        for module, path in MODULES.items()
        if any(f".{name}" in path.read_text(encoding="utf-8") for name in private)
    }
    assert using == {"gbr_lsp.lsp.transport.dispatch"}
    assert (2, 1, 1) <= tuple(map(int, version("pygls").split("."))) < (2, 2)


def test_the_root_of_the_package_holds_three_modules_at_most() -> None:
    assert {path.stem for path in PACKAGE.glob("*.py")} <= {"__init__", "__main__", "api"}


def test_no_two_classes_have_the_same_name() -> None:
    """Private ones neither: a name in a message, a search or an index means one thing."""
    places: dict[str, list[str]] = {}
    for module, path in MODULES.items():
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(module)
    assert {name: modules for name, modules in places.items() if 1 < len(modules)} == {}
