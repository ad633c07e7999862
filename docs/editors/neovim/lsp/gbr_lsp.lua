--- gbr-lsp, the language server for GBR codes of chess endgame studies.
---
--- `:LspGbrShowBoard`, `:LspGbrCopyFen`, `:LspGbrExplain` and `:LspGbrShowClass` do at the cursor what the code lenses of these names do.
--- `:LspGbrAnticipations` lists what comes near the study at the cursor, `:LspGbrSearch PATTERN` what a pattern finds.

local MEN = { K = "♔", Q = "♕", R = "♖", B = "♗", N = "♘", P = "♙", k = "♚", q = "♛", r = "♜", b = "♝", n = "♞", p = "♟" }

-- Has the server carry out a command, and hands on what it answers.
local function ask(command, context, use)
  local client = assert(vim.lsp.get_client_by_id(context.client_id))
  local wanted = { command = command.command, arguments = { command.arguments[1], command.arguments[2] } }
  local function answered(problem, answer)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    elseif not answer or answer == vim.NIL then
      vim.notify("gbr-lsp: nothing is known of the study here", vim.log.levels.WARN)
    else
      use(answer, client)
    end
  end
  if vim.fn.has("nvim-0.11") == 1 then
    client:request("workspace/executeCommand", wanted, answered)
  else
    client.request("workspace/executeCommand", wanted, answered)
  end
end

-- On a dark ground a filled figure looks white, so White's men are the filled ones there.
local function shown(man)
  if vim.o.background ~= "dark" then
    return man
  end
  return man:lower() == man and man:upper() or man:lower()
end

local function drawn(fen)
  local lines = {}
  for rank in fen:match("^%S+"):gmatch("[^/]+") do
    local squares = rank:gsub("%d", function(empty) return ("."):rep(tonumber(empty)) end)
    table.insert(lines, 8 - #lines .. squares:gsub(".", function(man) return " " .. (MEN[shown(man)] or "·") end))
  end
  table.insert(lines, "  a b c d e f g h")
  return lines
end

local commands = {
  ["gbr.showBoard"] = function(command, context)
    ask(command, context, function(board)
      local lines = { board.title, board.stipulation, "" }
      if board.note and board.note ~= "" then
        table.insert(lines, 1, board.note .. ":")
      end
      if board.fen and board.fen ~= vim.NIL then
        vim.list_extend(lines, drawn(board.fen))
        vim.list_extend(lines, { "", board.fen })
      else
        -- A class, or a code whose squares are not all known, has no board.
        vim.list_extend(lines, { "The code does not say where all the men stand.", "" })
        vim.list_extend(lines, board.words)
      end
      vim.lsp.util.open_floating_preview(lines, "text", { focus_id = "gbr.showBoard" })
    end)
  end,
  ["gbr.copyFen"] = function(command, context)
    ask(command, context, function(fen)
      vim.fn.setreg('"', fen)
      if vim.fn.has("clipboard") == 1 then
        vim.fn.setreg("+", fen)
      end
      vim.notify(fen)
    end)
  end,
  ["gbr.explain"] = function(command, context)
    ask(command, context, function(text)
      vim.lsp.util.open_floating_preview(vim.split(text, "\n"), "text", { focus_id = "gbr.explain" })
    end)
  end,
  ["gbr.showClass"] = function(command, context)
    ask(command, context, function(places, client)
      local items = vim.lsp.util.locations_to_items(places, client.offset_encoding)
      vim.fn.setqflist({}, " ", { title = "Studies of the same class", items = items })
      vim.cmd("botright copen")
    end)
  end,
}

-- Lists studies in the quickfix window, each with its title and how it is near.
local function listed(title, studies, client)
  local items = {}
  for _, study in ipairs(studies) do
    local item = vim.lsp.util.locations_to_items({ study.location }, client.offset_encoding)[1]
    item.text = study.title .. (study.how ~= "" and "  (" .. study.how .. ")" or "")
    table.insert(items, item)
  end
  vim.fn.setqflist({}, " ", { title = title, items = items })
  vim.cmd("botright copen")
end

commands["gbr.anticipations"] = function(command, context)
  ask(command, context, function(studies, client)
    listed("Anticipations", studies, client)
  end)
end

local function search(pattern, client)
  ask({ command = "gbr.search", arguments = { pattern } }, { client_id = client.id }, function(answer)
    listed(pattern, answer.found, client)
  end)
end

---@type vim.lsp.Config
return {
  cmd = { "gbr-lsp", "server" },
  filetypes = { "pgn", "markdown", "tex", "plaintex", "text", "rst", "asciidoc", "org", "typst", "quarto", "rmd" },
  root_markers = { "gbr.toml", ".gbr.toml", ".git" },
  init_options = { background = vim.o.background },
  commands = commands,
  on_attach = function(client, buffer)
    for name, run in pairs(commands) do
      local command = name:gsub("^gbr%.(%l)", function(letter) return "LspGbr" .. letter:upper() end)
      vim.api.nvim_buf_create_user_command(buffer, command, function()
        local at = vim.lsp.util.make_position_params(0, client.offset_encoding)
        run({ command = name, arguments = { at.textDocument.uri, at.position } }, { client_id = client.id })
      end, { desc = name })
    end
    vim.api.nvim_buf_create_user_command(buffer, "LspGbrSearch", function(given)
      search(given.args, client)
    end, { nargs = "+", desc = "gbr.search" })
  end,
}
