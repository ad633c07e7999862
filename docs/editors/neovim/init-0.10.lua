vim.filetype.add({ extension = { pgn = "pgn" } })

local server = dofile(vim.api.nvim_get_runtime_file("lsp/gbr_lsp.lua", false)[1])
vim.api.nvim_create_autocmd("FileType", {
  pattern = server.filetypes,
  callback = function(event)
    local folder = vim.fs.root(event.buf, server.root_markers) or vim.fn.getcwd()
    vim.lsp.start(vim.tbl_extend("force", server, { name = "gbr_lsp", root_dir = folder }))
  end,
})
