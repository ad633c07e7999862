#!/usr/bin/env bash
# helix.sh HELIX SNIPPET: drives Helix in a terminal, in a folder with copies of the examples.
# SNIPPET is its languages.toml.
set -euo pipefail
helix=$1
mkdir -p "$XDG_CONFIG_HOME/helix"
cp "$2" "$XDG_CONFIG_HOME/helix/languages.toml"
. "$(dirname "$0")/terminal.sh"

start "$helix manuscript.md"
wait_for 'diagnostics' '^● +31 +a1a7 0000\.43 4/3'
keys ]d ]d
wait_for 'the second is in its place' 'NOR .* 31:1[4-6]$'
wait_for 'its message' 'The control should be 5/4'
keys Space k
wait_for 'hover' 'White: king, 4 pawns'
leave

keys Space a
wait_for 'actions' 'Change 4/3 to 5/4'
keys Enter
wait_for 'Change 4/3 to 5/4' '^ +31 +a1a7 0000\.43 5/4 Win'
sed 's|^a1a7 0000\.43 4/3 |a1a7 0000.43 5/4 |' manuscript.md > expected.md
keys ':write' Enter
same 'nothing else is changed' manuscript.md expected.md

keys g g
keys O
leave
wait_for 'a new line above moves the diagnostics' '^● +23 +a6h8 0000'

# Keys in one burst, whose edits Helix 25.01 tells in any order. The list opens behind the blank; one that is open is
# only narrowed by what is typed, until nothing of it is left.
keys g e
keys o
keys -l 'g3g1 0323.12 '
wait_for 'completion' '[a-h][1-8] +value'
keys Tab Enter
leave
wait_for 'an item is taken' '^.? +[0-9]+ +g3g1 0323\.12 [a-h][1-8]'

# shows FILE MESSAGE: the file is opened, and the message of its first diagnostic is read.
shows() {
  keys ":open $1" Enter
  wait_for "$1 is open" "NOR +$1 .*● [12] "
  keys ]d
  wait_for "its first diagnostic" "$2"
}

shows collection.pgn 'The class is 0010.20'
shows manuscript.tex 'instead of the point'
shows manuscript.txt 'The class has letters in place'
keys ':quit-all!' Enter
none_left 'Helix ends'

start "$helix manuscript.md"
wait_for 'diagnostics' '^● +22 +a6h8 0000'
kill_editor
none_left 'Helix is killed'

start "$helix manuscript.md"
wait_for 'diagnostics' '^● +22 +a6h8 0000'
gbr-lsp-kill
none_left 'the server is killed'
kill_editor
