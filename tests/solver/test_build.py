"""The build hook: it compiles the kernel in place, and without a compiler says so and goes on."""

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def sources(hook: ModuleType, tmp_path: Path) -> Path:
    for source in hook.SOURCES:
        (tmp_path / source).parent.mkdir(parents=True, exist_ok=True)
        for part in (ROOT / source).parent.glob("*.[ch]"):
            shutil.copy(part, (tmp_path / source).parent)
    return tmp_path


@pytest.mark.kernel
@pytest.mark.skipif(sys.platform == "win32", reason="the twin is used there")
def test_the_kernel_is_compiled_in_place_and_is_small(hook: ModuleType, sources: Path) -> None:
    assert hook.compile_kernel(sources) is None
    assert all((sources / built).stat().st_size < 1_000_000 for built in hook.BUILT)


def test_without_a_compiler_the_build_goes_on(
    hook: ModuleType, sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    (sources / hook.BUILT[1]).write_bytes(b"stale")
    assert hook.compile_kernel(sources) == "no C compiler was found"
    assert not any((sources / built).exists() for built in hook.BUILT)


@pytest.mark.kernel
@pytest.mark.skipif(sys.platform == "win32", reason="the twin is used there")
def test_a_compiler_that_fails_is_quoted(hook: ModuleType, sources: Path) -> None:
    (sources / hook.SOURCES[-1]).write_text("no C at all")
    reason = hook.compile_kernel(sources)
    assert reason is not None
    assert "failed" in reason
