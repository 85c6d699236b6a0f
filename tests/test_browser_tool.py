"""A browser for the journeys: the machine is changed only where that may be done."""

import os
from pathlib import Path

import pytest
from tools.browser import REMEDY, find_browser, may_install


@pytest.mark.parametrize(
    ("environment", "is_root", "in_container", "may"),
    [
        ({}, True, False, False),
        ({}, True, True, True),
        ({"container": "podman"}, True, False, True),
        ({"INSTALL_BROWSER": "1"}, True, False, True),
        ({"INSTALL_BROWSER": "1"}, False, False, False),
        ({"INSTALL_BROWSER": "0"}, True, True, False),
        ({}, False, True, False),
    ],
)
def test_a_system_package_is_installed_by_a_containers_root_or_on_request(
    environment: dict[str, str], is_root: bool, in_container: bool, may: bool, tmp_path: Path
) -> None:
    sign = tmp_path / "sign"
    if in_container:
        sign.touch()
    assert may_install(environment, is_root=is_root, signs=[str(sign)]) == may


def test_a_named_browser_is_taken_or_none(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.touch(mode=0o755)
    assert find_browser({"TILEMELD_BROWSER": str(browser)}) == browser
    assert find_browser({"TILEMELD_BROWSER": str(tmp_path / "gone")}) is None


def test_a_headless_shell_comes_before_a_whole_browser_wherever_it_is(tmp_path: Path) -> None:
    for folder, name in (("first", "chromium"), ("second", "chromium-headless-shell")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).touch(mode=0o755)
    path = os.pathsep.join([str(tmp_path / "first"), str(tmp_path / "second")])
    assert find_browser({"PATH": path}) == tmp_path / "second" / "chromium-headless-shell"


def test_the_remedy_names_both_ways() -> None:
    assert "INSTALL_BROWSER=1" in REMEDY
    assert "TILEMELD_BROWSER=" in REMEDY
