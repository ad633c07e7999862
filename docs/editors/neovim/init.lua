vim.filetype.add({ extension = { pgn = "pgn" } })
vim.lsp.enable("gbr_lsp")
