#!/usr/bin/env bash
# What action.yml runs: installs the gbr-lsp that stands beside it, once in a job, and checks files and folders.
#
# It runs anywhere else, too, as docs/ci.md shows; there the inputs are variables, all of which may be missing:
# GBR_PATHS, GBR_ARGS, GBR_OUTPUT_FORMAT, GBR_FAIL_LEVEL, and GBR_PYTHON, a Python that is new enough.
# Exits as `gbr-lsp check` does: with 1 if something is found, with 2 if the work could not be done.
set -euo pipefail

home=${GITHUB_ACTION_PATH:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
venv=${RUNNER_TEMP:-$(mktemp -d)}/gbr-lsp

in_venv() {
  # Windows has its programs elsewhere.
  local folder=$venv/bin
  [ -d "$venv/Scripts" ] && folder=$venv/Scripts
  "$folder/$1" "${@:2}"
}

if ! in_venv gbr-lsp --version >/dev/null 2>&1; then
  # Nothing of this may be on standard output, which can be a report. -I: Python imports nothing from the working folder.
  { "${GBR_PYTHON:-python3}" -I -m venv "$venv" && in_venv python -I -m pip install -qq "$home"; } >&2 || {
    echo "::error title=gbr-lsp::gbr-lsp could not be installed; it needs Python 3.11 or newer" >&2
    exit 2
  }
fi

options=(--output-format "${GBR_OUTPUT_FORMAT:-github}")
if [ -n "${GBR_FAIL_LEVEL:-}" ]; then
  options+=(--fail-level "$GBR_FAIL_LEVEL")
fi
while read -r -a words; do
  # The bash of macOS takes an empty array for a variable that is not set.
  options+=(${words[@]+"${words[@]}"})
done <<< "${GBR_ARGS:-}"

# One a line, so that names may have blanks.
paths=()
while IFS= read -r path; do
  path=${path%$'\r'}
  [ -z "$path" ] || paths+=("$path")
done <<< "${GBR_PATHS:-.}"

in_venv gbr-lsp check --no-progress "${options[@]}" -- ${paths[@]+"${paths[@]}"}
