#!/usr/bin/env bash
# helix.sh HELIX SNIPPET: drives Helix in a terminal of tmux, in a folder with copies of the examples.
# SNIPPET is its languages.toml, keys are typed, and the screen is read.
set -euo pipefail
helix=$1
mkdir -p "$XDG_CONFIG_HOME/helix"
cp "$2" "$XDG_CONFIG_HOME/helix/languages.toml"
terminal="gbr-helix-$$"
trap 'tmux -L "$terminal" kill-server 2> /dev/null || true' EXIT

start() { tmux -L "$terminal" -f /dev/null new-session -d -x 120 -y 70 "$helix $*"; }
keys() { tmux -L "$terminal" send-keys "$@"; }
screen() { tmux -L "$terminal" capture-pane -p; }
# Escape by itself: with a key right behind it, it would be Alt.
leave() { keys Escape; sleep 0.1; }

# wait_for WHAT REGEX: until the screen shows it, at most ten seconds.
wait_for() {
  local begun=${EPOCHREALTIME/./} now shown
  while shown=$(screen) && ! grep -qE "$2" <<< "$shown"; do
    if [ $((${EPOCHREALTIME/./} - begun)) -gt 10000000 ]; then
      printf '  FAIL  %s: no %s on the screen\n%s\n' "$1" "$2" "$shown"
      exit 1
    fi
    sleep 0.02
  done
  now=${EPOCHREALTIME/./}
  echo "  ok    $1 after $(((now - begun) / 1000)) ms: $(grep -E -m1 "$2" <<< "$shown" | tr -s ' ')"
}

none_left() {
  local took
  took=$(gbr-lsp-left) || { echo "  FAIL  a server is left when Helix $1: $took"; exit 1; }
  echo "  ok    no server is left when Helix $1: $took"
}

begin() {
  start manuscript.md
  wait_for 'diagnostics' '^● +31 +a1a7 0000\.43 4/3'
}

begin
keys ]d ]d
wait_for 'the second is in its place' 'NOR .* 31:1[4-6]$'
wait_for 'its message' 'The force and the FEN make the control 5/4'
keys Space k
wait_for 'hover' 'White: king, 4 pawns'
leave
keys g g O
leave
wait_for 'a new line above moves the diagnostics' '^● +32 +a1a7 0000'

keys g e o 'g3g1 0323.12 a3'
sleep 0.5 # keys that come this fast may have overtaken each other's requests, so one more is made
keys C-x
wait_for 'completion' '[a-h][1-8] +value'
keys Tab Enter
leave
wait_for 'an item is taken' '^.? +[0-9]+ +g3g1 0323\.12 a3 ?[a-h][1-8]'

# shows FILE MESSAGE: the file is opened, and the message of its first diagnostic is read.
shows() {
  keys ":open $1" Enter
  wait_for "$1 is open" "NOR +$1 .*● [12] "
  keys ]d
  wait_for "its first diagnostic" "$2"
}

shows collection.pgn 'The FEN has 1 black bishop'
shows manuscript.tex 'A point stands between the'
shows manuscript.txt 'Letters stand for digits'
keys ':quit-all!' Enter
none_left 'ends'

begin
kill -KILL "$(tmux -L "$terminal" display-message -p '#{pane_pid}')"
none_left 'is killed'
