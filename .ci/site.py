"""Builds the documentation site of zensical.toml into a folder, strictly, and follows every link of what it wrote.

    python .ci/site.py FOLDER [--repository ADDRESS] [--address ADDRESS]

The pages are those of `docs/`, README.md (its sections for users are pages of their own), CONTRIBUTING.md, CHANGELOG.md
and a page for each rule. A link to another file of the repository leads to ADDRESS/blob/main/FILE; without an
address it becomes plain text. Needs the version of zensical in .ci/site-requirements.txt.
Exits with 1 if a link leads nowhere.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
_RULE_PAGES = ROOT / "gbr_lsp" / "rules" / "pages"
_LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^\]]*)\]\((?P<target>[^)\s]+)\)")
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def pages() -> dict[str, Path]:
    """The pages of the site, as their paths in it, each with the file of the repository that it is made from."""
    found = {path.relative_to(ROOT / "docs").as_posix(): path for path in (ROOT / "docs").glob("*.md")}
    found |= {"index.md": ROOT / "README.md", "contributing.md": ROOT / "CONTRIBUTING.md"}
    found |= {"changelog.md": ROOT / "CHANGELOG.md"}
    return found | {f"rules/{path.name}": path for path in _RULE_PAGES.glob("*.md")}


def write_pages(folder: Path, repository: str) -> None:
    """Writes the pages and the pictures that they show into a folder."""
    by_file = {path: name for name, path in pages().items()}
    for path, name in by_file.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        target.write_text(_linked(text, path, name, by_file, folder, repository), encoding="utf-8")
        if path.name == "README.md":
            _write_sections(target, folder / "start")


def _linked(text: str, path: Path, name: str, by_file: dict[Path, str], folder: Path, repository: str) -> str:
    """A page with the links of its file turned into links of the site; fences stay as they are."""
    up = "../" * name.count("/")

    def link(found: re.Match[str]) -> str:
        target, _, anchor = found["target"].partition("#")
        anchor = anchor and f"#{anchor}"
        if not target or urlsplit(target).scheme:
            return found[0]
        file = (path.parent / target).resolve()
        if file in by_file:
            return f"[{found['words']}]({up}{by_file[file]}{anchor})"
        inside = file.relative_to(ROOT).as_posix()
        if found["picture"]:
            copy = folder / "pictures" / inside
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
            return f"![{found['words']}]({up}pictures/{inside})"
        return f"[{found['words']}]({repository}/blob/main/{inside}{anchor})" if repository else found["words"]

    parts, start = [], 0
    for fence in _FENCE.finditer(text):
        parts += [_LINK.sub(link, text[start : fence.start()]), fence[0]]
        start = fence.end()
    return "".join([*parts, _LINK.sub(link, text[start:])])


def _write_sections(readme: Path, folder: Path) -> None:
    """Writes each section `### You …` of the README as a page of its own."""
    folder.mkdir(exist_ok=True)
    for section in re.findall(r"^### (You .*?)(?=^##)", readme.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        title, _, body = section.partition("\n")
        body = _LINK.sub(lambda one: one[0].replace("](", "](../", 1) if "://" not in one[0] else one[0], body)
        name = re.sub(r"\W+", "-", title.lower())
        (folder / f"{name}.md").write_text(f"# {title}\n{body}", encoding="utf-8")


class _Page(HTMLParser):
    """The anchors and the links of a page of HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key in ("id", "name") and value:
                self.anchors.add(value)
            elif key in ("href", "src") and value is not None:
                self.links.append(value)


def dead_links(site: Path, address: str) -> list[str]:
    """The links within a built site that lead to no file or no anchor, and files that come from other sites."""
    read = {path: _Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    dead = []
    for path, page in read.items():
        for link in page.links:
            parts = urlsplit(link.removeprefix(address) if address and link.startswith(address) else link)
            if parts.scheme or parts.netloc:
                continue
            base = site if link.startswith(("/", address or "/")) else path.parent
            target = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            anchor = unquote(parts.fragment)
            if not target.is_file():
                dead.append(f"{path.relative_to(site)}: {link} leads to no file")
            elif anchor and target.suffix == ".html" and anchor not in read[target].anchors:
                dead.append(f"{path.relative_to(site)}: {link} leads to no anchor")
    return dead


def foreign_files(site: Path) -> list[str]:
    """What the pages load from other sites: scripts, styles, fonts and pictures."""
    loads = re.compile(
        r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"?(?:https?:)?//|<link\b[^>]*\bhref=\"?https?://[^>]*>"
    )
    found = []
    for path in site.rglob("*.html"):
        for load in loads.finditer(path.read_text(encoding="utf-8")):
            if not re.search(r"rel=\"?(?:canonical|next|prev|edit)\b", load[0]):
                found.append(f"{path.relative_to(site)}: {load[0]}")
    return found


def main() -> int:
    """Builds the site, and returns the exit status."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--repository", default="", help="where the files of the repository can be read")
    options.add_argument("--address", default="", help="where the site will stand")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        write_pages(work / "docs", asked.repository.rstrip("/"))
        settings = (ROOT / "zensical.toml").read_text(encoding="utf-8")
        if asked.address:
            settings = settings.replace("[project]\n", f'[project]\nsite_url = "{asked.address}"\n', 1)
        (work / "zensical.toml").write_text(settings, encoding="utf-8")
        zensical = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
        if subprocess.run(zensical, cwd=work, stdin=subprocess.DEVNULL).returncode != 0:
            return 1
        wrong = dead_links(work / "site", asked.address) + foreign_files(work / "site")
        shutil.copytree(work / "site", asked.folder, dirs_exist_ok=True)
    print("\n".join(wrong) or f"{len(list(asked.folder.rglob('*.html')))} pages, every link leads somewhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
