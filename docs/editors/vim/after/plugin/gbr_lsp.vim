" gbr-lsp, the language server for GBR codes of chess endgame studies, as a linter of ALE.
if !exists('g:loaded_ale')
  finish
endif

function! s:Root(buffer) abort
  for l:name in ['gbr.toml', '.gbr.toml']
    let l:settings = ale#path#FindNearestFile(a:buffer, l:name)
    if !empty(l:settings)
      return fnamemodify(l:settings, ':h')
    endif
  endfor
  return fnamemodify(bufname(a:buffer), ':p:h')
endfunction

for s:type in ['pgn', 'markdown', 'tex', 'plaintex', 'text', 'rst', 'asciidoc', 'typst', 'mediawiki']
  call ale#linter#Define(s:type, {
  \ 'name': 'gbr_lsp',
  \ 'lsp': 'stdio',
  \ 'executable': 'gbr-lsp',
  \ 'command': '%e server',
  \ 'project_root': function('s:Root'),
  \})
endfor
