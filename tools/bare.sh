#!/usr/bin/env bash
# Runs make test and make play in a fresh clone with a bare PATH: python3, git, make, a C compiler and
# what every Debian has; no Node, no browser, no uv, nothing that an earlier session left behind.
# NO_CC=1 leaves the compiler out, too: then the solver's plain Python twin has to do. PLAY=1: make play alone.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
chmod 711 "$place" # root's tests start PostgreSQL as another user, who has to get at its programs in here
trap 'rm -rf "$place"' EXIT
mkdir "$place/bin" "$place/home"
real_python=$(python3 -c 'import os, sys; print(os.path.realpath(sys.executable))')
ln -s "$real_python" "$place/bin/python3"
compiler="cc gcc as ld"
[ -z "${NO_CC:-}" ] || compiler=""
for tool in $compiler sh bash env git make awk grep sed printf cat cp mv rm mkdir mktemp ls ln touch test \
    dirname basename uname tr head tail sort wc id true false chmod date expr readlink stat tput sleep kill; do
    path=$(command -v "$tool" || true)
    [ -n "$path" ] && [ -x "$path" ] && ln -sf "$path" "$place/bin/$tool"
done
git clone -q "$root" "$place/tilemeld"
cd "$place/tilemeld"
# The certificates that a network asks for belong to the network, not to the tools of a machine.
trust=()
for name in NODE_EXTRA_CA_CERTS SSL_CERT_FILE REQUESTS_CA_BUNDLE PIP_CERT; do
    [ -z "${!name:-}" ] || trust+=("$name=${!name}")
done
run() { env -i HOME="$place/home" PATH="$place/bin" LANG=C.UTF-8 TERM=dumb ${trust[@]+"${trust[@]}"} "$@"; }
for name in node npm chromium uv psql redis-server; do
    if run sh -c "command -v $name" >/dev/null 2>&1; then echo "the PATH is not bare: $name is on it" >&2; exit 1; fi
done
# Starts make play, waits until the table is there, fetches its page, and stops it as Ctrl+C does.
play() {
    run make play PORT=0 > "$place/play.log" 2>&1 &
    maker=$!
    until grep -q "tilemeld is at" "$place/play.log"; do
        kill -0 "$maker" 2>/dev/null || { cat "$place/play.log" >&2; exit 1; }
        sleep 1
    done
    run .venv/bin/python - "$(sed -n 's/^tilemeld is at //p' "$place/play.log")" <<'CHECK'
import sys, urllib.request
page = urllib.request.urlopen(sys.argv[1]).read().decode()
assert "<script" in page, f"no table for the browser at {sys.argv[1]}: {page[:200]}"
CHECK
    run .venv/bin/python - "$maker" <<'STOP'
import os, signal, sys
from pathlib import Path
def children(parent):
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = each.read_text()
        except OSError:
            continue
        if text.rpartition(")")[2].split()[1] == str(parent):
            yield int(each.parent.name)
waiting = [int(sys.argv[1])]
while waiting:
    one = waiting.pop()
    waiting += children(one)
    if b"tilemeld\0serve" in Path(f"/proc/{one}/cmdline").read_bytes():
        os.kill(one, signal.SIGINT)
        break
STOP
    wait "$maker" || true
}
echo "== make play, from nothing"
play
echo "the solver's kernel: $(run .venv/bin/python -c 'from tilemeld.solver import has_kernel; print(has_kernel())')"
if [ -z "${PLAY:-}" ]; then
    echo "== make test, from nothing but that"
    run make test
fi
echo "== make play, a second time"
start=$(date +%s)
play
echo "bare: everything passed; the second start took $(($(date +%s) - start)) s"
