vim.opt.completeopt = { "menuone", "noselect", "popup" } -- nothing is inserted before it is chosen
vim.lsp.config("gbr_lsp", { init_options = { inlayHints = { enable = true }, codeLens = { enable = true } } })

vim.api.nvim_create_autocmd("LspAttach", {
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == "gbr_lsp" then
      vim.lsp.completion.enable(true, client.id, event.buf, { autotrigger = true })
      vim.lsp.inlay_hint.enable(true, { bufnr = event.buf })
      vim.lsp.codelens.enable(true, { bufnr = event.buf })
    end
  end,
})
