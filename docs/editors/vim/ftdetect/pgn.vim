autocmd BufNewFile,BufRead *.pgn setfiletype pgn
