"""A browser for the journeys: the machine is changed only where that may be done."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tools.browser import REMEDY, find_browser, get_shell, may_install
from tools.headless_shell import kept_shell, unpack_shell


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


@pytest.fixture
def debian(tmp_path: Path) -> Callable[..., dict[str, str]]:
    """A machine with Debian's Chromium, whose package tools do as little as they can."""

    def make(version: str = "150.0-1", *, has_network: bool = True) -> dict[str, str]:
        tools, whole = tmp_path / "bin", tmp_path / "whole"
        for folder in (tools, whole):
            folder.mkdir(exist_ok=True)
        (whole / "icudtl.dat").write_text("shared")
        unpack = 'mkdir -p "$3/usr/lib/chromium"; cp "$2" "$3/usr/lib/chromium/chromium-headless-shell"'
        fetch = r'printf "#!/bin/sh\necho %s\n" "$3" > shell.deb; chmod 755 shell.deb'
        scripts = {
            "dpkg-query": f"printf {version}",
            "apt-get": fetch if has_network else "exit 100",
            "dpkg-deb": unpack,
        }
        for name, script in scripts.items():
            (tools / name).write_text(f"#!/bin/sh\n{script}\n")
            (tools / name).chmod(0o755)
        return {"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(tmp_path / "home")}

    return make


def test_a_shell_is_unpacked_for_the_browser_of_the_machine_and_kept(
    debian: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    machine, whole, said = debian(), tmp_path / "whole", list[str]()
    assert kept_shell(machine, whole) is None
    shell = unpack_shell(machine, whole, say=said.append)
    assert shell is not None
    assert "60 MB" in said[0]
    assert str(tmp_path / "home") in str(shell)
    assert kept_shell(machine, whole) == shell
    assert (shell.parent / "icudtl.dat").read_text() == "shared", "the rest comes from the whole browser"
    assert "chromium-headless-shell=150.0-1" in shell.read_text(), "of the same version"
    assert kept_shell(debian("151.0-1"), whole) is None, "not for the next version"


def test_without_a_network_or_debian_the_whole_browser_does(
    debian: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    said = list[str]()
    machine = debian(has_network=False)
    assert unpack_shell(machine, tmp_path / "whole", say=said.append) is None
    assert "whole browser" in said[-1]
    assert [*(tmp_path / "home").rglob("*half*")] == []
    assert unpack_shell(machine, tmp_path / "elsewhere", say=said.append) is None
    whole = tmp_path / "chromium"
    assert get_shell(whole, {"FETCH_SHELL": "0"}) == whole
    assert get_shell(whole, {"TILEMELD_BROWSER": str(whole)}) == whole
