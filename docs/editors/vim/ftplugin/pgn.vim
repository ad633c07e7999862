" PGN, portable game notation: a comment is whatever stands in braces, or behind a semicolon to the end of its line.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal comments=:; commentstring=;\ %s
let b:undo_ftplugin = 'setlocal comments< commentstring<'
