#!/usr/bin/env bash
# Installs tilemeld[all] with the lowest versions that pyproject.toml allows, in a folder of its own, and
# looks whether it works: solve, a short game, a PDF, an arena, a server that answers. Takes about a minute.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
uv=$(command -v uv || echo "$root/.venv/bin/uv")
"$uv" venv -q --python "${PYTHON:-python3}" "$place/venv"
"$uv" pip compile -q --resolution lowest-direct --extra all "$root/pyproject.toml" -o "$place/lowest.txt"
grep -E '^[a-z]' "$place/lowest.txt"
"$uv" pip install -q --python "$place/venv/bin/python" -r "$place/lowest.txt"
cp "$root/tools/smoke.py" "$place/smoke.py"
PYTHONPATH="$root/src" "$place/venv/bin/python" "$place/smoke.py"
