" PGN, portable game notation: tags, comments, move numbers, moves, NAGs, variations, results.
if exists('b:current_syntax')
  finish
endif

syntax match pgnEscape /^%.*/
syntax match pgnTag /^\s*\[\a\w*\s\+"\%(\\.\|[^"\\]\)*"\s*\]/ contains=pgnName,pgnValue
syntax match pgnName /\[\zs\a\w*/ contained
syntax match pgnValue /"\%(\\.\|[^"\\]\)*"/ contained
syntax match pgnMove /\<[KQRBN]\=[a-h]\=[1-8]\=[x:]\=[a-h][1-8]\%(=\=[QRBN]\>\)\=[+#]\=/
syntax match pgnMove /\<[O0]-[O0]\%(-[O0]\)\=\>[+#]\=/
syntax match pgnNumber /\<\d\+\.\+/
syntax match pgnNag /\$\d\+\|[!?]\{1,2}/
syntax match pgnResult /\<\%(1-0\|0-1\|1\/2-1\/2\)\>\|\*/
syntax match pgnBracket /[()]/
syntax region pgnComment start=/{/ end=/}/ contains=@Spell
syntax match pgnComment /;.*/ contains=@Spell

highlight default link pgnEscape PreProc
highlight default link pgnName Type
highlight default link pgnValue String
highlight default link pgnMove Identifier
highlight default link pgnNumber Number
highlight default link pgnNag Special
highlight default link pgnResult Statement
highlight default link pgnBracket Delimiter
highlight default link pgnComment Comment

let b:current_syntax = 'pgn'
