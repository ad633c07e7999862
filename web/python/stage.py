"""Unpacks the libraries: stage.py WHEELS STAGE PROOF…, where the packages named last are for proofs."""

import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

wheels, stage, proofs = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]

UNUSED = {
    *(f"chess/{name}.py" for name in ("gaviota", "polyglot", "syzygy")),
    *("click/testing.py", "pygls/client.py", "pygls/lsp/_base_client.py", "pygls/lsp/client.py"),
}
"""What a worker never imports: it has no settings that name tablebases, and is no client."""


def put(name: str, data: bytes) -> None:
    path = PurePosixPath(name)
    unused = str(path) in UNUSED or path.suffix == ".so" or "tests" in path.parts or path.name.startswith("RECORD")
    if not unused and not path.is_absolute() and ".." not in path.parts:
        if path.parts[:2] == ("playa", "cmap") and path.suffix == ".gz":
            target = stage / "maps" / path.name  # asked for one by one
        else:
            target = stage / ("proofs" if path.parts[0].partition("-")[0].partition("_")[0] in proofs else "app") / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


for wheel in sorted(wheels.glob("*.whl")):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.endswith("/") and (name.endswith(("METADATA", ".py")) or ".dist-info" not in name):
                data = archive.read(name)
                # Of the metadata the headers are read, not the description after them.
                put(name, data.partition(b"\n\n")[0] if name.endswith("METADATA") else data)
for sdist in sorted(wheels.glob("*.tar.gz")):
    with tarfile.open(sdist) as archive:
        for member in archive:
            inner = PurePosixPath(*PurePosixPath(member.name).parts[1:])
            if member.isfile() and inner.parts and inner.parts[0] in ("chess", "playa"):
                file = archive.extractfile(member)
                assert file is not None
                put(str(inner), file.read())
