"""What the sdist and the wheel must hold: ``make package`` looks into real ones, here into lists of names."""

import pytest
from tools.package import IN_BOTH, IN_SDIST, METADATA, STATIC, faults_of_sdist, faults_of_wheel

FIRST = [f"{STATIC}/assets/first-{number}.js{packed}" for number in range(4) for packed in ("", ".gz")]
LICENCES = [f"tilemeld-1.dist-info/licenses/{name}" for name in ("LICENSE", "NOTICE")]
WHEEL = [*IN_BOTH, *FIRST, *LICENCES]
SDIST = [*IN_SDIST, *(f"src/{name}" for name in (*IN_BOTH, *FIRST))]
WHOLE = {**METADATA, "Description": "# tilemeld"}


def test_what_has_everything_has_no_faults() -> None:
    assert faults_of_wheel(WHEEL, WHOLE) == []
    assert faults_of_sdist(SDIST) == []


@pytest.mark.parametrize("name", [*IN_BOTH, *FIRST, *LICENCES])
def test_whatever_a_wheel_misses_is_noticed(name: str) -> None:
    assert faults_of_wheel([each for each in WHEEL if each != name], WHOLE) != []


@pytest.mark.parametrize("name", SDIST)
def test_whatever_an_sdist_misses_is_noticed(name: str) -> None:
    assert faults_of_sdist([each for each in SDIST if each != name]) != []


@pytest.mark.parametrize(
    "name", ["tests/conftest.py", "tilemeld/solver/numbers/c/kernel.c", "tilemeld/__pycache__/a.pyc"]
)
def test_what_does_not_belong_in_a_wheel_is_noticed(name: str) -> None:
    assert [each for each in faults_of_wheel([*WHEEL, name], WHOLE) if name.partition("/")[0] in each]


@pytest.mark.parametrize("name", ["client/node_modules/a.js", "src/tilemeld/solver/numbers/kernel.abi3.so"])
def test_what_does_not_belong_in_an_sdist_is_noticed(name: str) -> None:
    assert [each for each in faults_of_sdist([*SDIST, name]) if name in each]


@pytest.mark.parametrize("key", WHOLE)
def test_metadata_that_says_too_little_is_noticed(key: str) -> None:
    assert len(faults_of_wheel(WHEEL, {**WHOLE, key: ""})) == 1


def test_a_readme_that_needs_the_repository_is_found() -> None:
    readme = "# tilemeld\n\n[rules](docs/RULES.md)"
    assert len(faults_of_wheel(WHEEL, {**WHOLE, "Description": readme})) == 1
