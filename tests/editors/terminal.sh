# Sourced by what drives an editor in a terminal of tmux: keys are typed, and the screen is read.

terminal=
trap 'tmux -L "$terminal" kill-server 2> /dev/null || true' EXIT

# start COMMAND: the tmux of the editor before may be about to end, so each has its own.
start() {
  terminal=gbr-$$-$RANDOM
  tmux -L "$terminal" -f /dev/null new-session -d -x 120 -y 70 "$1"
}
keys() { tmux -L "$terminal" send-keys "$@"; }
# type TEXT: key by key, as a user does.
type() {
  local at
  for ((at = 0; at < ${#1}; at++)); do
    tmux -L "$terminal" send-keys -l "${1:at:1}"
    sleep 0.03
  done
}
screen() { tmux -L "$terminal" capture-pane -p; }
# Escape by itself: with a key right behind it, it would be Alt.
leave() { keys Escape; sleep 0.1; }

# wait_for WHAT REGEX [KEYS...]: until the screen shows it, at most ten seconds; the keys are typed again and again.
wait_for() {
  local begun=${EPOCHREALTIME/./} now shown
  while { [ $# = 2 ] || { keys "${@:3}" && sleep 0.1; }; } && shown=$(screen) && ! grep -qE "$2" <<< "$shown"; do
    if [ $((${EPOCHREALTIME/./} - begun)) -gt 10000000 ]; then
      printf '  FAIL  %s: no %s on the screen\n%s\n' "$1" "$2" "$shown"
      exit 1
    fi
    sleep 0.02
  done
  now=${EPOCHREALTIME/./}
  echo "  ok    $1 after $(((now - begun) / 1000)) ms: $(grep -E -m1 "$2" <<< "$shown" | tr -s ' ')"
}

# same WHAT FILE EXPECTED: as soon as the file is written.
same() {
  local tries=0
  until cmp -s "$2" "$3"; do
    tries=$((tries + 1))
    [ "$tries" -lt 200 ] || { echo "  FAIL  $1"; diff "$3" "$2"; exit 1; }
    sleep 0.02
  done
  echo "  ok    $1: in the file"
}

none_left() {
  local took
  took=$(gbr-lsp-left) || { echo "  FAIL  a server is left when $1: $took"; exit 1; }
  echo "  ok    no server is left when $1: $took"
}

kill_editor() { kill -KILL "$(tmux -L "$terminal" display-message -p '#{pane_pid}')"; }
