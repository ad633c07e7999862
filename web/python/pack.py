"""Runs in Pyodide: packs the packages for the page, compiled, and the part of the standard library that they import."""

import ast
import importlib._bootstrap_external as external
import io
import sys
import tarfile
import zipfile
from contextlib import ExitStack
from pathlib import Path

PACKAGES, OUT = Path("/packages"), Path("/out")
READERS = frozenset({
    "annotate_docx", "annotate_pdf", "board_pairs", "captions", "docx", "emf", "learning", "pdf", "read_docx",
    "read_pdf", "typed_boards", "typed_rows", "typed_tables", "update_pdf", "word_package", "word_styles",
})  # fmt: skip
"""The modules of gbr_lsp/proofs that only read PDF and Word files, or mark them: they are packed with `playa`."""
NOT_IN_A_PAGE = frozenset({
    "chess/syzygy.py", "click/testing.py", "pygls/client.py", "pygls/lsp/_base_client.py", "pygls/lsp/client.py",
})  # fmt: skip
"""What the worker of a page never imports: it has no settings that name tablebases, and is no client."""
REPLACED = {"pypdf/_codecs/adobe_glyphs.py": b"adobe_glyphs: dict = {}\n"}
"""Large modules that marking a PDF file does not use, and what is packed in their place."""
NEVER = frozenset({
    "_pyrepl", "cProfile", "ctypes", "curses", "dbm", "doctest", "ensurepip", "ftplib", "idlelib", "imaplib",
    "lib2to3", "multiprocessing", "pdb", "poplib", "profile", "pstats", "pydoc", "pydoc_data", "rlcompleter",
    "smtplib", "socketserver", "ssl", "test", "tkinter", "turtle", "turtledemo", "unittest", "venv",
    "webbrowser", "wsgiref", "xmlrpc", "asyncio.windows_events", "asyncio.windows_utils", "concurrent.interpreters",
    "concurrent.futures.process", "concurrent.futures.interpreter", "asyncio.__main__", "asyncio.tools",
})  # fmt: skip
"""What a browser's worker cannot use."""
ALWAYS = (
    "encodings", "encodings.aliases", "encodings.ascii", "encodings.cp1252", "encodings.cp437", "encodings.idna",
    "encodings.latin_1", "encodings.mac_roman", "encodings.raw_unicode_escape", "encodings.utf_16",
    "encodings.utf_16_be", "encodings.utf_16_le", "encodings.utf_8", "encodings.utf_8_sig",
    "encodings.unicode_escape", "codecs", "io", "abc", "site", "os", "stat", "posixpath", "ntpath", "genericpath",
    "_collections_abc", "zipimport", "runpy", "importlib.abc", "importlib.util", "importlib.machinery",
    "importlib.metadata", "annotationlib", "ast", "string.templatelib", "inspect", "dis", "opcode", "gzip", "bz2",
    "random", "numbers", "warnings", "_py_warnings", "concurrent.futures", "concurrent.futures.thread", "sysconfig",
    "urllib.request", "linecache", "traceback", "tarfile", "shutil", "zipfile", "tempfile", "xml.etree.ElementTree",
    "_sysconfigdata__emscripten_wasm32-emscripten",
)  # fmt: skip
"""What is needed though no import names it."""


NO_PROCESSES = """
class ProcessPoolExecutor:
    def __init__(self, *arguments, **options):
        raise NotImplementedError("a browser's worker has no processes")
class BrokenProcessPool(RuntimeError):
    pass
class BaseContext:
    pass
def get_context(method=None):
    raise NotImplementedError("a browser's worker has no processes")
"""
"""What libraries import, though they use it on many processors only."""


def compiled(source, name, optimize):
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return bytes(external._code_to_timestamp_pyc(without_lines(code)))


def without_docstrings(source):
    """The tree of a module without the docstrings of its functions and classes."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        is_definition = isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if is_definition and ast.get_docstring(node, clean=False) is not None:
            node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
    return tree


def without_lines(code):
    """Code whose table of lines and columns, a quarter of it, says for eight units at a time that there are none."""
    whole, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\xff" * whole + (bytes([0xF8 | rest - 1]) if rest else b"")
    inner = tuple(without_lines(one) if isinstance(one, type(code)) else one for one in code.co_consts)
    return code.replace(co_consts=inner, co_linetable=table)


def statements(tree, everywhere):
    """All nodes of a tree, or those that run when the module is imported."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if everywhere or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += ast.iter_child_nodes(node)


def imported(source, package, *, everywhere):
    """The names of modules that a source imports, and those that may be modules."""
    for node in statements(ast.parse(source), everywhere):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            name = ".".join([*base, *([node.module] if node.module else [])])
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)


def modules_in(archive):
    for name in archive.namelist():
        if name.endswith(".py"):
            module = name.removesuffix(".py").replace("/", ".")
            yield module.removesuffix(".__init__"), name


def is_never(name):
    return any(".".join(name.split(".")[:count]) in NEVER for count in range(1, name.count(".") + 2))


def stdlib(roots):
    """The part of the standard library that is imported, as an archive of bytecode."""
    path = next(entry for entry in sys.path if entry.endswith(".zip"))
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(OUT / "python_stdlib.zip", "w") as kept:
        known = dict(modules_in(archive))
        waiting = [*ALWAYS, *roots, *(name for name in known if name.partition(".")[0] in ("pyodide", "_pyodide"))]
        seen = set()
        while waiting:
            name = waiting.pop()
            parents = [name.rpartition(".")[0]] if "." in name else []
            if name in seen or name not in known or is_never(name):
                waiting += [one for one in parents if one not in seen]
                continue
            seen.add(name)
            source = archive.read(known[name])
            package = name if known[name].endswith("__init__.py") else name.rpartition(".")[0]
            waiting += [*parents, *imported(source, package, everywhere=False)]
        for name in sorted(seen):
            kept.writestr(known[name] + "c", compiled(archive.read(known[name]), known[name], 2))
        for name in ("concurrent/futures/process.py", "multiprocessing/__init__.py", "multiprocessing/context.py"):
            kept.writestr(f"{name}c", compiled(NO_PROCESSES, name, 2))
        for name in archive.namelist():
            if not name.endswith((".py", "/")) and name.partition("/")[0] in ("pyodide", "_pyodide"):
                kept.writestr(name, archive.read(name))


def archive_of(name):
    """The archive of the page that has the file `name`; None for what the page does not load."""
    if name.suffix in (".pyi", ".txt") or "licenses" in name.parts or name.parts[0].startswith("colorama"):
        return None
    is_reader = name.parts[:2] == ("gbr_lsp", "proofs") and name.stem in READERS
    is_proofs = is_reader or name.parts[0].startswith("playa")
    is_marking = name.parts[0].startswith("pypdf")
    return None if str(name) in NOT_IN_A_PAGE else "marking" if is_marking else "proofs" if is_proofs else "app"


def pack():
    """Write the archives of the page; return the names of the modules that all packages import."""
    roots = set()
    with ExitStack() as stack:
        names = ("app", "proofs", "marking")
        archives = {name: stack.enter_context(tarfile.open(OUT / f"{name}.tar", "w")) for name in names}
        for path in sorted(PACKAGES.rglob("*")):
            if path.is_file():
                roots |= put(path, archives)
    return roots


def put(path, archives):
    """Add the file at `path` to the archive that has it; return the names of the modules that it imports."""
    roots = set()
    name = path.relative_to(PACKAGES)
    data = REPLACED.get(str(name)) or path.read_bytes()
    archive = archive_of(name)
    if path.suffix == ".py":
        roots = set(imported(data, ".".join(name.parent.parts), everywhere=True))
        # Pages of rules are docstrings of modules, and chess refuses by assertions.
        keeps = name.parts[0] in ("gbr_lsp", "chess")
        if archive:
            data = compiled(without_docstrings(data) if keeps else data, str(name), 0 if keeps else 2)
        name = name.with_suffix(".pyc")
    if archive:
        info = tarfile.TarInfo(str(name))
        info.size = len(data)
        archives[archive].addfile(info, io.BytesIO(data))
    return roots


stdlib(pack())
