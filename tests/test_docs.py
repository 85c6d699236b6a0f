"""The pages made from the code are up to date, and what the pages say runs."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_docs", ROOT / "tools" / "generate_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["profiles.md", "refusals.md", "record.schema.json"])
def test_a_generated_page_is_what_the_code_says(name: str) -> None:
    page = ROOT / "docs" / name
    assert page.read_text(encoding="utf-8") == generator().PAGES[name](), "run 'make docs'"


def test_every_link_to_a_file_in_the_docs_leads_somewhere() -> None:
    import re

    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        if page.name == "RULES.md":
            continue
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_no_lock_file_names_a_download_address() -> None:
    for lock in [ROOT / "requirements.lock", *ROOT.glob("bench/*.lock")]:
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text, f"{lock.name} has an address"
        assert "--hash=sha256:" in text
