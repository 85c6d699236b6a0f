"""What the pages link to, cite and list is there."""

import json
import re
import tomllib
from pathlib import Path

from tilemeld import __version__

ROOT = Path(__file__).parent.parent
DECISIONS = ROOT / "docs/decisions"


def test_every_link_to_a_file_in_the_docs_leads_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        if page.name == "RULES.md":
            continue
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_decision_has_a_date_a_status_and_a_line_in_the_index() -> None:
    index = (DECISIONS / "README.md").read_text(encoding="utf-8")
    for page in sorted(DECISIONS.glob("0*.md")):
        head = re.match(
            r"# (\d+)\. (.+)\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: (.+)\n", page.read_text(encoding="utf-8")
        )
        assert head, f"{page.name} begins with its number, subject, date and status"
        number, subject, date, status = head.groups()
        assert f"| {number} | [{subject}]({page.name}) | {date} | {status} |" in index


def test_every_decision_that_is_cited_exists() -> None:
    numbers = {int(page.name[:4]) for page in DECISIONS.glob("0*.md")}
    places = [*ROOT.glob("*.md"), ROOT / "Makefile"]
    for folder, kind in (("docs", "md"), ("src", "py"), ("tests", "py"), ("tools", "py"), ("bench", "py")):
        places += ROOT.glob(f"{folder}/**/*.{kind}")
    for place in places:
        for number in re.findall(r"\bdecision (\d+)", place.read_text(encoding="utf-8")):
            assert int(number) in numbers, f"{place.relative_to(ROOT)} cites decision {number}"


def test_every_dependency_has_an_argument() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]
    groups = [
        *project["optional-dependencies"].values(),
        *settings["dependency-groups"].values(),
        project["dependencies"],
    ]
    asked = [one for group in groups for one in group if isinstance(one, str)]
    names = {re.split(r"[^\w.-]", requirement)[0] for requirement in asked} - {project["name"]}
    names |= set(json.loads((ROOT / "client/package.json").read_text(encoding="utf-8"))["devDependencies"])
    page = (DECISIONS / "0008-dependencies.md").read_text(encoding="utf-8")
    argued = {
        name.strip() for row in re.findall(r"^\| ([^|]+) \|", page, re.M) for name in re.split(r"[,(]", row)
    }
    assert names <= argued, f"without an argument: {sorted(names - argued)}"


def test_the_changelog_has_a_section_for_this_version() -> None:
    assert f"## [{__version__}] - " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_version_is_read_from_one_place_installed_or_not() -> None:
    """What an installation says of itself may be older than the code; without one there is nothing to ask."""
    texts = {path: path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")}
    assert [path for path, text in texts.items() if "importlib.metadata" in text] == []
