"""Extras: which packages a command needs beyond Python, and what to say where they are missing."""


def missing_extra(error: ModuleNotFoundError, *, what: str, extra: str) -> str | None:
    """Say which extra brings the package that is missing; nothing when the fault is our own.

    >>> error = ModuleNotFoundError("No module named 'typst'", name="typst")
    >>> missing_extra(error, what="tilemeld print", extra="paper")
    "tilemeld print needs typst, which is not installed: pip install 'tilemeld[paper]' brings it."
    """
    package = (error.name or "").partition(".")[0]
    if package in ("", "tilemeld"):
        return None
    return f"{what} needs {package}, which is not installed: pip install 'tilemeld[{extra}]' brings it."
