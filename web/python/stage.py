"""Unpacks the libraries into a folder of packages: stage.py WHEELS PACKAGES MAPS.

The character maps of PDF files, of which a PDF needs few, go into the folder MAPS.
"""

import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

wheels, packages, maps = map(Path, sys.argv[1:])

UNUSED = {"chess/gaviota.py", "chess/polyglot.py"}
"""Modules that no other imports."""
ABOUT = {"PKG-INFO": "METADATA", "LICENSE": "licenses/LICENSE", "LICENSE.txt": "licenses/LICENSE"}
"""The files about an sdist, and their names in its folder of metadata."""


def put(name: str, data: bytes) -> None:
    path = PurePosixPath(name)
    if path.suffix in (".so", ".pyd", ".dylib"):
        sys.exit(f"{name} is compiled")
    if str(path) in UNUSED or "tests" in path.parts or path.is_absolute() or ".." in path.parts:
        return
    target = maps / path.name if path.parts[:2] == ("playa", "cmap") and path.suffix == ".gz" else packages / path
    if path.name == "METADATA":
        data = data.replace(b"\r\n", b"\n").partition(b"\n\n")[0] + b"\n"  # the headers, not the description after them
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)


def is_kept(path: PurePosixPath) -> bool:
    """Return True for a module of a wheel, its metadata and its license."""
    is_about = path.parts[0].endswith(".dist-info") and path.parts[1].startswith(("METADATA", "LICENSE", "licenses"))
    return path.suffix == ".py" or is_about


for wheel in sorted(wheels.glob("*.whl")):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.endswith("/") and is_kept(PurePosixPath(name)):
                put(name, archive.read(name))


def list_maps() -> None:
    """List the maps where playa looks for them: a PDF that needs one is refused there."""
    target = packages / "playa" / "cmap" / "absent.txt"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("\n".join(sorted(path.name.removesuffix(".pickle.gz") for path in maps.iterdir())) + "\n")


for sdist in sorted(wheels.glob("*.tar.gz")):
    metadata = sdist.name.removesuffix(".tar.gz") + ".dist-info"
    with tarfile.open(sdist) as archive:
        for member in archive:
            inner = PurePosixPath(*PurePosixPath(member.name).parts[1:])
            if not member.isfile() or (inner.parts[0] not in ("chess", "playa") and str(inner) not in ABOUT):
                continue
            file = archive.extractfile(member)
            assert file is not None
            put(f"{metadata}/{ABOUT[str(inner)]}" if str(inner) in ABOUT else str(inner), file.read())
list_maps()
