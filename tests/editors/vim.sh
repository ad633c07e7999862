#!/usr/bin/env bash
# vim.sh VIM FOLDER: drives Vim with ALE in a terminal, in a folder with copies of the examples.
# FOLDER is what its user copies into ~/.vim, the vimrc as well.
set -euo pipefail
vim=$1
cp -r "$2" ~/.vim
. "$(dirname "$0")/terminal.sh"

# answers TYPED WHAT REGEX: keys that make it ask; the number of the choice that fits is the answer.
answers() {
  local number
  keys "$1"
  wait_for 'actions' "^[0-9]+\) $2"
  number=$(screen | grep -oE "^[0-9]+\) $2" | cut -d')' -f1)
  keys "$number" Enter
}

start "$vim manuscript.md"
wait_for 'diagnostics' '^(E |>>) *a1a7 0000\.43 4/3 Win .*The control should be 5/4'
wait_for 'a warning' '^(W |--) *e4f6 0030\.20e4f6 .*The kings are repeated'
keys gg ]d ]d
wait_for 'the second is in its place' ' 31,14 '
wait_for 'its message' '^control-mismatch: The control should be 5/4'
keys '31G4|K'
wait_for 'hover' 'White: king, 4 pawns +\(Ka1\)'
wait_for 'with the board' '4 ♙ · · ♙ · ♙ · ·'

answers '31G14|gra' 'Change 4/3 to 5/4'
wait_for 'Change 4/3 to 5/4' '^.. *a1a7 0000\.43 5/4 Win'
sed 's|^a1a7 0000\.43 4/3 |a1a7 0000.43 5/4 |' manuscript.md > expected.md
keys ':write' Enter
same 'nothing else is changed' manuscript.md expected.md
wait_for 'the finding is gone' '^  +a1a7 0000\.43 5/4 Win *$'

keys ggO
leave
wait_for 'a new line above moves the diagnostics' ' 23,1 ' gg ]d

keys Go Enter
type 'g3g1 0323.12 a3'
wait_for 'completion' 'a3[a-h][1-8] v +white bishop 1 of 2'
keys C-n C-y
leave
wait_for 'an item is taken' '^ +g3g1 0323\.12 a3[a-h][1-8] *$'

# shows FILE MESSAGE: the file is opened, and the message of its first diagnostic is read.
shows() {
  keys ":edit! $1" Enter
  wait_for "$1 is open" "^\"$1\""
  wait_for "its first diagnostic" "^[a-z-]+: $2" gg ]d
}

shows collection.pgn 'The class is 0010.20'
keys ':echo &filetype &commentstring' Enter
wait_for 'a file type for PGN' '^pgn ; %s'
shows manuscript.tex 'instead of the point'
shows manuscript.txt 'The class has letters in place'
keys ':quitall!' Enter
none_left 'Vim ends'

# Without swap files, for which the next Vim would ask.
start "$vim -n manuscript.md"
wait_for 'diagnostics' '^(E |>>) *a6h8 0000\.11'
kill_editor
none_left 'Vim is killed'

start "$vim -n manuscript.md"
wait_for 'diagnostics' '^(E |>>) *a6h8 0000\.11'
gbr-lsp-kill
none_left 'the server is killed'
kill_editor
