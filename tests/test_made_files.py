"""What is made from the code is what the code says today: pages, schemas, types, vectors for twins."""

import pytest
from tools.made_files import FILES, ROOT

RULES = {
    "client/tests/vectors/readings.json": pytest.mark.rule("N2", "N3", "N4", "N5", "R-1", "R-10"),
    "client/tests/vectors/scores.json": pytest.mark.rule(
        "E3", "E4", "E5", "E6", "E7", "E8", "M1", "M2", "M3", "R-8", "R-9", "W10", "W11", "W15"
    ),
}
CASES = [pytest.param(name, marks=RULES.get(name, ())) for name in FILES]


@pytest.mark.parametrize("name", CASES)
def test_a_file_made_from_the_code_is_up_to_date(name: str) -> None:
    stored = (ROOT / name).read_text(encoding="utf-8")
    assert stored == FILES[name](), f"{name} is out of date: run 'make docs'"
