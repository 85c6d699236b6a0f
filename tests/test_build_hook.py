"""The build of the front end: when it is stale, when packages are missing, what is compressed."""

import gzip
import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path: Path, hook: ModuleType) -> Path:
    client = tmp_path / "client"
    (client / "src").mkdir(parents=True)
    for name in hook.BUILD_INPUTS:
        (client / name).write_text("{}")
    (client / "src" / "main.ts").write_text("one")
    (tmp_path / hook.STATIC).mkdir(parents=True)
    (tmp_path / hook.STAMP).write_text(hook.sources_hash(tmp_path))
    return tmp_path


def test_a_built_front_end_is_stale_when_a_source_changes(project: Path, hook: ModuleType) -> None:
    assert not hook.is_stale(project)
    (project / "client" / "src" / "main.ts").write_text("two")
    assert hook.is_stale(project)


def test_tests_and_pages_about_the_sources_do_not_make_it_stale(project: Path, hook: ModuleType) -> None:
    (project / "client" / "src" / "main.test.ts").write_text("x")
    (project / "client" / "src" / "README.md").write_text("x")
    assert not hook.is_stale(project)


def test_without_its_sources_what_is_built_is_taken(project: Path, hook: ModuleType) -> None:
    (project / "client" / "package.json").unlink()
    (project / hook.STAMP).unlink()
    assert not hook.is_stale(project)


def test_a_fresh_front_end_is_not_built_again(project: Path, hook: ModuleType) -> None:
    said: list[str] = []
    hook.build_front_end(project, say=said.append)
    assert said == []


def test_packages_are_fetched_when_they_are_not_those_of_the_lock(tmp_path: Path, hook: ModuleType) -> None:
    def write(path: str, packages: dict[str, dict[str, object]]) -> None:
        target = tmp_path / path
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps({"packages": packages}))

    locked: dict[str, dict[str, object]] = {
        "": {},
        "node_modules/a": {"version": "1.0.0"},
        "node_modules/other-platform": {"version": "2.0.0", "optional": True},
    }
    write("package-lock.json", locked)
    assert not hook.has_packages(tmp_path)
    write("node_modules/.package-lock.json", {"node_modules/a": {"version": "1.0.0"}})
    assert not hook.has_packages(tmp_path), "listed, but not there"
    (tmp_path / "node_modules/a").mkdir()
    assert hook.has_packages(tmp_path)
    write("node_modules/.package-lock.json", {"node_modules/a": {"version": "0.9.0"}})
    assert not hook.has_packages(tmp_path)
    write("node_modules/.package-lock.json", {})
    assert not hook.has_packages(tmp_path)


def test_building_needs_fewer_packages_than_testing(tmp_path: Path, hook: ModuleType) -> None:
    for name in "ab":
        (tmp_path / "node_modules" / name).mkdir(parents=True)
    built_with = {"node_modules/a": {"version": "1.0.0"}}
    tested_with = {"node_modules/b": {"version": "1.0.0", "dev": True}}
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": built_with | tested_with}))
    (tmp_path / "node_modules/.package-lock.json").write_text(json.dumps({"packages": built_with}))
    assert hook.has_packages(tmp_path)
    assert not hook.has_packages(tmp_path, dev=True)
    older = {"node_modules/b": {"version": "0.9.0", "dev": True}}
    (tmp_path / "node_modules/.package-lock.json").write_text(json.dumps({"packages": built_with | older}))
    assert not hook.has_packages(tmp_path), "what is there has to be what the lock says"


@pytest.mark.parametrize(
    ("npm_says", "said"),
    [
        ("npm error code SELF_SIGNED_CERT_IN_CHAIN", "NODE_EXTRA_CA_CERTS (or npm's setting cafile)"),
        ("npm error code UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "NODE_EXTRA_CA_CERTS"),
        ("npm error code ENOTFOUND", "Check the connection"),
    ],
)
def test_packages_that_cannot_be_fetched_are_reported_with_a_remedy(
    project: Path, hook: ModuleType, monkeypatch: pytest.MonkeyPatch, npm_says: str, said: str
) -> None:
    (project / hook.STAMP).unlink()
    npm = [sys.executable, "-c", f"import sys; sys.exit({npm_says!r})"]
    monkeypatch.setattr(hook, "find_npm", lambda: npm)
    with pytest.raises(hook.FrontEndError) as refused:
        hook.build_front_end(project, say=lambda _: None)
    assert said in str(refused.value)
    assert ("connection" in str(refused.value)) == ("ENOTFOUND" in npm_says)


def test_the_setup_tries_the_front_end_once(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    made = (ROOT / "Makefile").read_text()
    assert made.count("python hatch_build.py &&") == 1
    assert "later" in (ROOT / "tools/set_up.py").read_text()
    assert not hook.builds_later()
    monkeypatch.setenv("TILEMELD_FRONT_END", "later")
    assert hook.builds_later()


def test_text_is_compressed_the_same_way_every_time(tmp_path: Path, hook: ModuleType) -> None:
    (tmp_path / "a.js").write_text("let a = 1;" * 100)
    (tmp_path / "small.js").write_text("1")
    (tmp_path / "picture.png").write_bytes(bytes(2000))
    hook.compress(tmp_path)
    assert sorted(path.name for path in tmp_path.glob("*.gz")) == ["a.js.gz"]
    first = (tmp_path / "a.js.gz").read_bytes()
    hook.compress(tmp_path)
    assert (tmp_path / "a.js.gz").read_bytes() == first
    assert gzip.decompress(first) == (tmp_path / "a.js").read_bytes()


def test_a_fresh_build_takes_the_place_of_the_last_one(tmp_path: Path, hook: ModuleType) -> None:
    fresh, built = tmp_path / "dist", tmp_path / "static"
    for folder, name in ((fresh, "new.js"), (built, "old.js")):
        folder.mkdir()
        (folder / name).write_text(name)
    hook.take_over(fresh, built)
    assert [path.name for path in built.iterdir()] == ["new.js"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["static"]


def test_the_first_load_is_small(hook: ModuleType) -> None:
    assert (ROOT / hook.STAMP).is_file(), "the front end is not built: run 'make setup'"
    assert 20_000 < hook.first_load(ROOT / hook.STATIC) < 100_000


def test_the_lock_of_the_front_end_names_no_address() -> None:
    lock = (ROOT / "client" / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    assert "omit-lockfile-registry-resolved=true" in (ROOT / "client" / ".npmrc").read_text()


def test_the_lock_of_the_front_end_has_the_bindings_of_every_platform() -> None:
    """Npm drops those of other platforms without a word, and then refuses its own lock."""
    packages = json.loads((ROOT / "client" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    missing = [
        f"{name} wants {wanted}"
        for name, entry in packages.items()
        for wanted in entry.get("optionalDependencies", {})
        if f"node_modules/{wanted}" not in packages and f"{name}/node_modules/{wanted}" not in packages
    ]
    assert missing == []


def test_the_readme_of_the_package_needs_no_file_of_the_repository(hook: ModuleType) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    alone = hook.index_readme(text, "")
    assert "](docs/" in text
    assert not re.findall(r"\]\((?!\w+://|#)", alone)
    assert "![" not in alone
    assert "<img" in text
    assert "<img" not in alone
    assert "all commands" in alone
    assert alone.startswith("# tilemeld")
    there = hook.index_readme(text, "https://files.example/raw/")
    assert "![The table in the browser](https://files.example/raw/docs/pictures/" in there
    assert not re.findall(r"\]\((?!https://|#)", there)
    assert set(re.findall(r'<img src="(.{12})', there)) == {"https://file"}


def test_the_hook_sets_the_readme(hook: ModuleType) -> None:
    metadata: dict[str, dict[str, str]] = {}
    hook.ReadmeHook(str(ROOT), {}).update(metadata)
    assert metadata["readme"]["content-type"] == "text/markdown"
    assert "](docs/" not in metadata["readme"]["text"]
