vim.filetype.add({ extension = { pgn = "pgn" } })

vim.lsp.config("gbr_lsp", {
  cmd = { "gbr-lsp", "server" },
  filetypes = { "pgn", "markdown", "tex", "plaintex", "text", "rst", "asciidoc", "org", "typst", "quarto", "rmd" },
  root_markers = { "gbr.toml", ".git" },
  on_attach = function(client, buffer)
    vim.lsp.completion.enable(true, client.id, buffer, { autotrigger = true })
  end,
})
vim.lsp.enable("gbr_lsp")
