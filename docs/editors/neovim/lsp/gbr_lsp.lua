--- gbr-lsp, the language server for GBR codes of chess endgame studies.
---
--- `:LspGbrShowBoard`, `:LspGbrCopyFen`, `:LspGbrExplain` and `:LspGbrShowClass` do at the cursor what the code lenses of these names do.
--- `:LspGbrAnticipations` lists what comes near the study at the cursor, `:LspGbrSearch Kubbel 1925` what plain words or a pattern find.
--- `:LspGbrFollow` opens a window with the board that stays and follows the cursor through codes and moves.
--- If code and board differ, the squares have a star; Tab in the window shows the next board, Enter on a fix applies it.
--- `:LspGbrChangePosition` opens the board as a text that is edited and written with `:write`, `:LspGbrNewBoard` an empty one.
--- `:LspGbrPlayMove g1f3` writes a move at the cursor, `:LspGbrTypeSquare a3` the square of the man that waits in a code.
--- `:LspGbrAnalyze` asks the engine of `init_options.engine` about the position at the cursor, and shows its lines in a window:
--- Enter on one inserts it. `:LspGbrStopAnalysis`, closing the window and leaving the position end the engine.

local MEN = { K = "♔", Q = "♕", R = "♖", B = "♗", N = "♘", P = "♙", k = "♚", q = "♛", r = "♜", b = "♝", n = "♞", p = "♟" }

-- Sends a request; `answered` gets the problem and the answer.
local function send(client, method, wanted, answered)
  if vim.fn.has("nvim-0.11") == 1 then
    client:request(method, wanted, answered)
  else
    client.request(method, wanted, answered)
  end
end

-- Has the server carry out a command; `answered` gets the problem and the answer.
local function request(client, wanted, answered)
  send(client, "workspace/executeCommand", wanted, answered)
end

-- Has the server carry out a command, and hands on what it answers.
local function ask(command, context, use)
  local client = assert(vim.lsp.get_client_by_id(context.client_id))
  local wanted = { command = command.command, arguments = { command.arguments[1], command.arguments[2] } }
  request(client, wanted, function(problem, answer)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    elseif not answer or answer == vim.NIL then
      vim.notify("gbr-lsp: nothing is known of the study here", vim.log.levels.WARN)
    else
      use(answer, client)
    end
  end)
end

local function known(value)
  return value ~= nil and value ~= vim.NIL
end

-- On a dark ground a filled figure looks white, so White's men are the filled ones there.
local function shown(man)
  if vim.o.background ~= "dark" then
    return man
  end
  return man:lower() == man and man:upper() or man:lower()
end

-- Draws the first field of a FEN; the squares in `marked` have a star before them.
local function drawn(fen, marked)
  local lines = {}
  for rank in fen:match("^%S+"):gmatch("[^/]+") do
    local squares = rank:gsub("%d", function(empty) return ("."):rep(tonumber(empty)) end)
    local number, file = 8 - #lines, 0
    table.insert(lines, number .. squares:gsub(".", function(man)
      file = file + 1
      local is_marked = marked and vim.tbl_contains(marked, ("abcdefgh"):sub(file, file) .. number)
      return (is_marked and "*" or " ") .. (MEN[shown(man)] or "·")
    end))
  end
  table.insert(lines, "  a b c d e f g h")
  return lines
end

-- Returns the board of a study at the index `chosen`, from 0, or else the one that `board` shows; nil if it has none.
local function board_of(board, chosen)
  local boards = known(board.boards) and board.boards or {}
  local number = chosen and chosen % math.max(#boards, 1) or known(board.board) and board.board or 0
  return boards[number + 1], #boards
end

-- Returns a board as lines of text, with the titles of the fixes for its study.
local function told(board, fixes, chosen)
  local lines = { board.title, board.stipulation, "" }
  local own, count = board_of(board, chosen)
  if known(board.note) and board.note ~= "" then
    table.insert(lines, 1, board.note .. ":")
  end
  if own and count > 1 then
    table.insert(lines, ("The board of the %s (Tab: the next of %d)"):format(own.name, count))
  end
  if own and (chosen or #own.differences > 0) then
    vim.list_extend(lines, drawn(own.placement, own.disputed))
    table.insert(lines, "")
    table.insert(lines, known(own.fen) and own.fen or "Only the kings are known.")
    if #own.differences > 0 then
      vim.list_extend(lines, { "", "Code and board differ:" })
      vim.list_extend(lines, own.differences)
    end
    if #fixes > 0 then
      vim.list_extend(lines, { "", "Fixes (Enter on one applies it):" })
      vim.list_extend(lines, fixes)
    end
  elseif known(board.fen) then
    vim.list_extend(lines, drawn(board.fen))
    vim.list_extend(lines, { "", board.fen })
  elseif known(board.draft) then
    vim.list_extend(lines, drawn(board.draft.placement))
    vim.list_extend(lines, { "", "The " .. board.draft.words .. " waits for a square." })
  else
    -- A class, or a code whose squares are not all known, has no board.
    vim.list_extend(lines, { "The code does not give the squares of all men.", "" })
    vim.list_extend(lines, board.words)
  end
  local line = board.line
  if known(line) then
    table.insert(lines, "")
    table.insert(lines, known(line.move) and line.move.san .. ": " .. line.move.words or "")
    if known(line.lost) then
      table.insert(lines, "The last known position: " .. line.lost)
    end
    local way = vim.tbl_map(function(one) return one.text end, line.path)
    table.insert(lines, table.concat(way, " "))
    if #line.choices > 1 then
      local choices = vim.tbl_map(function(one) return one.san end, line.choices)
      table.insert(lines, "Next: " .. table.concat(choices, ", "))
    end
  end
  return lines
end

-- Calls `use` with the fixes at the code and boards of a study that differ: the titles, and the actions by title.
local function with_fixes(client, uri, board, use)
  local own = board_of(board)
  local places = own and #own.differences > 0 and known(board.places) and board.places or {}
  local titles, actions, left = {}, {}, #places
  if left == 0 then
    return use(titles, actions)
  end
  for _, range in ipairs(places) do
    local wanted = {
      textDocument = { uri = uri },
      range = range,
      context = { diagnostics = {}, only = { "quickfix" }, triggerKind = 1 },
    }
    local function answered(_, found)
      for _, action in ipairs(found or {}) do
        if action.kind == "quickfix" and not actions[action.title] then
          actions[action.title] = action
          table.insert(titles, action.title)
        end
      end
      left = left - 1
      if left == 0 then
        use(titles, actions)
      end
    end
    send(client, "textDocument/codeAction", wanted, answered)
  end
end

-- The window that stays: its buffer, the pause before a request, and the last board with its fixes.
local follower = { timer = vim.uv.new_timer(), asked = 0 }

local function show_followed()
  if follower.buffer and vim.api.nvim_buf_is_valid(follower.buffer) then
    local board = follower.board
    local lines = board and told(board, follower.fixes, follower.chosen) or { "No study is near the cursor." }
    vim.bo[follower.buffer].modifiable = true
    vim.api.nvim_buf_set_lines(follower.buffer, 0, -1, false, lines)
    vim.bo[follower.buffer].modifiable = false
  end
end

-- Shows the next board of the study.
local function next_board()
  local _, count = board_of(follower.board or {})
  if count > 1 then
    follower.chosen = ((follower.chosen or follower.board.board) + 1) % count
    show_followed()
  end
end

-- Applies the fix under the cursor of the window.
local function apply_fix()
  local action = follower.actions and follower.actions[vim.api.nvim_get_current_line()]
  if action and action.edit then
    vim.lsp.util.apply_workspace_edit(action.edit, follower.client.offset_encoding)
  end
end

local function follow(client)
  local window = vim.api.nvim_get_current_win()
  if vim.api.nvim_get_current_buf() == follower.buffer then
    return
  end
  local at = vim.lsp.util.make_position_params(window, client.offset_encoding)
  follower.asked = follower.asked + 1
  local number = follower.asked
  local wanted = { command = "gbr.showBoard", arguments = { at.textDocument.uri, at.position } }
  request(client, wanted, function(problem, board)
    with_fixes(client, at.textDocument.uri, not problem and known(board) and board or {}, function(titles, actions)
      -- A later request is answered later.
      if number == follower.asked then
        follower.board, follower.fixes, follower.actions = not problem and known(board) and board or nil, titles, actions
        follower.client, follower.chosen = client, nil
        show_followed()
      end
    end)
  end)
end

-- Opens a window for what the server says, of a width or height that stays; the cursor stays where it is.
local function open_window(split, fixed, name)
  local window = vim.api.nvim_get_current_win()
  vim.cmd(split)
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = "nofile", "wipe", false
  vim.bo.modifiable = false
  vim.wo.number, vim.wo.relativenumber, vim.wo.signcolumn, vim.wo.linebreak = false, false, "no", true
  vim.wo[fixed] = true
  pcall(vim.api.nvim_buf_set_name, buffer, name)
  vim.api.nvim_set_current_win(window)
  return buffer
end

local function open_follower()
  if follower.buffer and vim.api.nvim_buf_is_valid(follower.buffer) then
    return
  end
  follower.buffer = open_window("botright 46vnew", "winfixwidth", "gbr-lsp board")
  vim.keymap.set("n", "<Tab>", next_board, { buffer = follower.buffer, desc = "show the next board of the study" })
  vim.keymap.set("n", "<CR>", apply_fix, { buffer = follower.buffer, desc = "apply the fix" })
  local group = vim.api.nvim_create_augroup("gbr_lsp_follow", { clear = true })
  vim.api.nvim_create_autocmd({ "CursorMoved", "CursorMovedI", "TextChanged", "BufEnter" }, {
    group = group,
    callback = function(event)
      local client = vim.lsp.get_clients({ bufnr = event.buf, name = "gbr_lsp" })[1]
      if client then
        follower.timer:start(60, 0, vim.schedule_wrap(function()
          if vim.api.nvim_get_current_buf() == event.buf then
            follow(client)
          end
        end))
      end
    end,
  })
  vim.api.nvim_create_autocmd("BufWipeout", {
    group = group,
    buffer = follower.buffer,
    callback = function()
      follower.timer:stop()
      follower.buffer = nil
      vim.api.nvim_del_augroup_by_id(group)
    end,
  })
end

local commands = {
  ["gbr.showBoard"] = function(command, context)
    ask(command, context, function(board, client)
      with_fixes(client, command.arguments[1], board, function(titles)
        vim.lsp.util.open_floating_preview(told(board, titles), "text", { focus_id = "gbr.showBoard" })
      end)
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

-- Returns the items of a list for `studies`, each with its title and its relation to the position.
local function items_of(studies, client)
  return vim.tbl_map(function(study)
    local item = vim.lsp.util.locations_to_items({ study.location }, client.offset_encoding)[1]
    item.text = study.title .. (study.how ~= "" and "  (" .. study.how .. ")" or "")
    return item
  end, studies)
end

commands["gbr.anticipations"] = function(command, context)
  ask(command, context, function(studies, client)
    vim.fn.setqflist({}, " ", { title = "Anticipations", items = items_of(studies, client) })
    vim.cmd("botright copen")
  end)
end

-- Fills the location list of the window with the studies that match plain words or a pattern.
local function search(words, client)
  local window = vim.api.nvim_get_current_win()
  request(client, { command = "gbr.search", arguments = { words } }, function(problem, answer)
    if problem then
      return vim.notify("gbr-lsp: " .. problem.message, vim.log.levels.ERROR)
    end
    local reading = answer.readAs ~= words and "read as: " .. answer.readAs or nil
    if #answer.found == 0 then
      local message = ("gbr-lsp: no study matches '%s'"):format(words)
      return vim.notify(reading and message .. ", " .. reading or message, vim.log.levels.WARN)
    end
    local title = reading and ("%s (%s)"):format(words, reading) or words
    if answer.more then
      title = ("%s: the first %d"):format(title, #answer.found)
    end
    if vim.api.nvim_win_is_valid(window) then
      vim.api.nvim_set_current_win(window)
    end
    vim.fn.setloclist(0, {}, " ", { title = title, items = items_of(answer.found, client) })
    vim.cmd("lopen")
    if reading then
      vim.notify("gbr-lsp: " .. reading)
    end
  end)
end

-- Has the server write something into a buffer, and puts the cursor where it belongs then.
local function write(client, command, at, wanted, done)
  request(client, { command = command, arguments = { at.textDocument.uri, at.position, wanted } }, function(problem, answer)
    local refused = problem and problem.message or not known(answer) and "nothing is known here" or answer.refused
    if known(refused) then
      return vim.notify("gbr-lsp: " .. refused, vim.log.levels.ERROR)
    end
    if known(answer.edit) then
      vim.lsp.util.apply_workspace_edit(answer.edit, client.offset_encoding)
    end
    if done then
      done()
    end
    local place = { uri = at.textDocument.uri, range = { start = answer.caret, ["end"] = answer.caret } }
    vim.lsp.util.show_document(place, client.offset_encoding, { focus = true, reuse_win = true })
  end)
end

local function here(client)
  return vim.lsp.util.make_position_params(0, client.offset_encoding)
end

-- A board as a text of letters, capitals for White, that can be edited.
local function lettered(placement)
  local lines = {}
  for rank in placement:match("^%S+"):gmatch("[^/]+") do
    local squares = rank:gsub("%d", function(empty) return ("."):rep(tonumber(empty)) end)
    table.insert(lines, 8 - #lines .. squares:gsub(".", " %0"))
  end
  table.insert(lines, "  a b c d e f g h")
  return lines
end

-- The first field of a FEN for a text that was edited, or what is wrong with it.
local function placement_of(lines)
  local ranks = {}
  for _, line in ipairs(lines) do
    local number, squares = line:match("^([1-8])(.*)$")
    if number then
      squares = squares:gsub("%s", "")
      if #squares ~= 8 or squares:find("[^KQRBNPkqrbnp.]") then
        return nil, "rank " .. number .. " is not eight of KQRBNP, kqrbnp and points"
      end
      ranks[9 - tonumber(number)] = squares:gsub("%.+", function(empty) return tostring(#empty) end)
    end
  end
  if #ranks ~= 8 then
    return nil, "a board has eight ranks"
  end
  return table.concat(ranks, "/")
end

-- Opens a board that can be edited; `:write` has the server write it at the place where it was opened.
local function open_board(client, command, at, placement, wanted)
  vim.cmd("botright 10new")
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = "acwrite", "wipe", false
  vim.api.nvim_buf_set_name(buffer, "gbr-lsp board to write " .. buffer)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lettered(placement))
  vim.bo.modified = false
  vim.api.nvim_create_autocmd("BufWriteCmd", {
    buffer = buffer,
    callback = function()
      local fen, problem = placement_of(vim.api.nvim_buf_get_lines(buffer, 0, -1, false))
      if not fen then
        return vim.notify("gbr-lsp: " .. problem, vim.log.levels.ERROR)
      end
      write(client, command, at, vim.tbl_extend("force", wanted, { fen = fen }), function()
        if vim.api.nvim_buf_is_valid(buffer) then
          vim.api.nvim_buf_delete(buffer, { force = true })
        end
      end)
    end,
  })
end

local function change_position(client)
  local at = here(client)
  local wanted = { command = "gbr.showBoard", arguments = { at.textDocument.uri, at.position } }
  request(client, wanted, function(problem, board)
    local line = not problem and known(board) and known(board.line) and board.line or nil
    local fen = line and line.start or not problem and known(board) and board.fen
    if not known(fen) or not fen then
      return vim.notify("gbr-lsp: no position is known here", vim.log.levels.WARN)
    end
    open_board(client, "gbr.changePosition", at, fen, { version = board.version })
  end)
end

local AS = { "code", "fen", "pgn", "chessboard", "fence", "diagram" }

-- The engine that reads along: its window, the text it is asked about, and what it has said.
local analysis = { timer = vim.uv.new_timer() }

local function stop_analysis()
  if analysis.running then
    request(analysis.client, { command = "gbr.stopAnalysis", arguments = { analysis.running } }, function() end)
    analysis.running = nil
  end
end

local function show_analysis(report)
  local lines = { report.engine ~= "" and report.engine or "The engine" }
  if known(report.ended) then
    lines[1] = lines[1] .. (" (%s)"):format(report.ended)
    analysis.running = nil
  end
  for _, line in ipairs(report.lines) do
    local depth = known(line.depth) and "depth " .. line.depth or ""
    table.insert(lines, ("%7s  %-9s %s"):format(line.evaluation, depth, line.text))
  end
  if known(report.problem) then
    table.insert(lines, report.problem)
  end
  if analysis.buffer and vim.api.nvim_buf_is_valid(analysis.buffer) then
    vim.bo[analysis.buffer].modifiable = true
    vim.api.nvim_buf_set_lines(analysis.buffer, 0, -1, false, lines)
    vim.bo[analysis.buffer].modifiable = false
  end
end

local function place_in(window, client)
  local at = vim.lsp.util.make_position_params(window, client.offset_encoding)
  return at.textDocument.uri, at.position
end

-- Inserts the line under the cursor of the analysis where the cursor of the text is.
local function insert_line()
  local line = analysis.report and analysis.report.lines[vim.fn.line(".") - 1]
  local window = vim.fn.bufwinid(analysis.text)
  if not line or window < 0 then
    return
  end
  local uri, position = place_in(window, analysis.client)
  local wanted = { fen = analysis.report.fen, moves = line.moves }
  request(analysis.client, { command = "gbr.insertLine", arguments = { uri, position, wanted } }, function(problem, text)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    elseif known(text) then
      vim.notify("Inserted: " .. text)
    end
  end)
end

local function open_analysis()
  if analysis.buffer and vim.api.nvim_buf_is_valid(analysis.buffer) then
    return
  end
  analysis.buffer = open_window("botright 6new", "winfixheight", "gbr-lsp analysis")
  vim.keymap.set("n", "<CR>", insert_line, { buffer = analysis.buffer, desc = "insert the line" })
  vim.api.nvim_create_autocmd("BufWipeout", {
    buffer = analysis.buffer,
    callback = function()
      analysis.buffer = nil
      stop_analysis()
    end,
  })
end

-- Ends the engine where the cursor of the text stands at another position.
local function leave()
  if not analysis.running or vim.api.nvim_get_current_buf() ~= analysis.text then
    return
  end
  local uri, position = place_in(0, analysis.client)
  request(analysis.client, { command = "gbr.showBoard", arguments = { uri, position } }, function(_, board)
    if analysis.running and not (known(board) and board.fen == analysis.fen) then
      stop_analysis()
    end
  end)
end

local function analyze(client)
  analysis.client, analysis.text, analysis.report = client, vim.api.nvim_get_current_buf(), nil
  local uri, position = place_in(0, client)
  request(client, { command = "gbr.analyze", arguments = { uri, position } }, function(problem, begun)
    if problem or not known(begun) then
      vim.notify(problem and problem.message or "gbr-lsp: no position is known here", vim.log.levels.ERROR)
      return
    end
    open_analysis()
    analysis.running, analysis.fen = begun.id, begun.fen
  end)
  vim.api.nvim_create_autocmd({ "CursorMoved", "CursorMovedI", "BufEnter" }, {
    group = vim.api.nvim_create_augroup("gbr_lsp_analysis", { clear = true }),
    buffer = analysis.text,
    callback = function()
      analysis.timer:start(60, 0, vim.schedule_wrap(leave))
    end,
  })
end

---@type vim.lsp.Config
return {
  cmd = { "gbr-lsp", "server" },
  filetypes = { "pgn", "markdown", "tex", "plaintex", "text", "rst", "asciidoc", "org", "typst", "mediawiki", "quarto", "rmd", "html", "csv", "tsv", "json", "jsonl", "yaml" },
  root_markers = { "gbr.toml", ".gbr.toml", ".git" },
  init_options = { background = vim.o.background, supportAnalysis = true },
  handlers = {
    ["gbr/analysis"] = function(_, report)
      if report.ended ~= "replaced" then
        analysis.report = report
        show_analysis(report)
      end
    end,
  },
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
    end, { nargs = "+", desc = "studies that match plain words or a pattern, in the location list" })
    vim.api.nvim_buf_create_user_command(buffer, "LspGbrFollow", function()
      open_follower()
      follow(client)
    end, { desc = "a window with the board, which follows the cursor" })
    vim.api.nvim_buf_create_user_command(buffer, "LspGbrChangePosition", function()
      change_position(client)
    end, { desc = "gbr.changePosition" })
    vim.api.nvim_buf_create_user_command(buffer, "LspGbrNewBoard", function(given)
      local wanted = { as = given.fargs[1] or "code", form = given.fargs[2], goal = given.fargs[3], turn = given.fargs[4] }
      open_board(client, "gbr.writePosition", here(client), "8/8/8/8/8/8/8/8", wanted)
    end, { nargs = "*", complete = function() return AS end, desc = "gbr.writePosition" })
    vim.api.nvim_buf_create_user_command(buffer, "LspGbrPlayMove", function(given)
      local from, to, promotion = given.args:lower():match("^([a-h][1-8])[%s-]*([a-h][1-8])[%s=]*([qrbn]?)$")
      if not from then
        return vim.notify("gbr-lsp: a move is two squares, as g1f3 or a7a8n", vim.log.levels.ERROR)
      end
      local wanted = { from = from, to = to, promotion = promotion ~= "" and promotion:upper() or nil }
      write(client, "gbr.playMove", here(client), wanted)
    end, { nargs = 1, desc = "gbr.playMove" })
    vim.api.nvim_buf_create_user_command(buffer, "LspGbrTypeSquare", function(given)
      local at = here(client)
      local line = vim.api.nvim_get_current_line()
      if vim.api.nvim_win_get_cursor(0)[2] + 1 >= #line then
        -- On the last character of a line the cursor of Normal mode stands for the place behind it.
        at.position.character = #line
      end
      write(client, "gbr.typeSquare", at, { square = given.args })
    end, { nargs = 1, desc = "gbr.typeSquare" })
    vim.api.nvim_buf_create_user_command(buffer, "LspGbrAnalyze", function()
      analyze(client)
    end, { desc = "gbr.analyze" })
    vim.api.nvim_buf_create_user_command(buffer, "LspGbrStopAnalysis", stop_analysis, { desc = "gbr.stopAnalysis" })
  end,
}
