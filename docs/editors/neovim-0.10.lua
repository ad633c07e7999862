vim.filetype.add({ extension = { pgn = "pgn" } })

vim.api.nvim_create_autocmd("FileType", {
  pattern = { "pgn", "markdown", "tex", "plaintex", "text", "rst", "asciidoc", "org", "typst", "quarto", "rmd" },
  callback = function(event)
    vim.lsp.start({
      name = "gbr_lsp",
      cmd = { "gbr-lsp", "server" },
      root_dir = vim.fs.root(event.buf, { "gbr.toml", ".git" }) or vim.fn.getcwd(),
    })
  end,
})
