"""What the pages link to is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_link_to_a_file_in_the_docs_leads_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        if page.name == "RULES.md":
            continue
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
