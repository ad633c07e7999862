-- nvim -l neovim.lua NEOVIM: drives a Neovim as its user does, in a folder with copies of the examples.
-- Its configuration is where it looks for it, keys are typed, and what it shows is asked of it.

local neovim = arg[1]
local newer = vim.lsp.config ~= nil -- 0.11 or above
local editor

local function check(holds, what, shown)
  io.stdout:write(holds and "  ok    " or "  FAIL  ", what, ": ", tostring(shown), "\n")
  io.stdout:flush()
  if not holds then
    local state = vim.rpcrequest(editor, "nvim_get_mode")
    io.stdout:write("        it is in mode ", state.mode, state.blocking and " and waits\n" or "\n")
    vim.fn.jobstop(editor)
    os.exit(1)
  end
end

local function keys(typed)
  vim.rpcrequest(editor, "nvim_input", typed)
end

-- Its mode, and whether it takes keys and nothing else. A message that wants Enter gets it.
local function mode()
  local state = vim.rpcrequest(editor, "nvim_get_mode")
  if state.mode == "r" then
    keys("<CR>")
  end
  return state.mode, state.blocking
end

-- Whether it asks for a number.
local function asks()
  return vim.tbl_contains({ "c", "rm" }, (mode()))
end

-- What `code` returns in the editor as soon as that is not nil, and after how many milliseconds.
local function wait_for(code, ...)
  local arguments, begun, said = { ... }, vim.uv.hrtime(), nil
  vim.wait(10000, function()
    local _, waits = mode()
    if not waits then
      said = vim.rpcrequest(editor, "nvim_exec_lua", code, arguments)
    end
    return said ~= nil and said ~= vim.NIL
  end, 10)
  return said ~= vim.NIL and said or nil, ("%.0f ms"):format((vim.uv.hrtime() - begun) / 1e6)
end

-- What the editor lets its user choose from is told to the driver too: nothing can be asked while the prompt waits.
local TOLD = [[
  local select = vim.ui.select
  vim.ui.select = function(items, options, done)
    vim.rpcnotify(1, "nvim_set_var", "offered", vim.tbl_map(options.format_item, items))
    select(items, options, done)
  end
]]

-- Types keys that make the editor ask, and answers with the number of the choice whose words begin so.
local function choose(typed, wanted)
  vim.g.offered = nil
  keys(typed)
  -- It tells what it offers before it asks, and what is typed too early may be lost.
  vim.wait(5000, function() return vim.g.offered and asks() end, 10)
  for number, words in ipairs(vim.g.offered or {}) do
    if vim.startswith(words, wanted) then
      keys(number .. "<CR>")
      vim.wait(5000, function() return not asks() end, 10)
      return words
    end
  end
  check(false, "choices with " .. wanted, vim.inspect(vim.g.offered))
end

local function open(file)
  keys(":edit! " .. file .. "<CR>")
  wait_for("return vim.fn.expand('%') == ... or nil", file)
end

local function start(file)
  -- Room for messages, so that none waits for Enter.
  local command = { neovim, "--embed", "--headless", "-n", "-i", "NONE", "--cmd", "set cmdheight=20 nomore" }
  editor = vim.fn.jobstart(command, { rpc = true })
  vim.rpcrequest(editor, "nvim_ui_attach", 120, 60, vim.empty_dict())
  vim.rpcrequest(editor, "nvim_exec_lua", TOLD, {})
  open(file)
end

local DIAGNOSTICS = [[
  local found = vim.tbl_map(function(one)
    local range = ("%d:%d-%d:%d"):format(one.lnum + 1, one.col + 1, one.end_lnum + 1, one.end_col + 1)
    return { line = one.lnum + 1, range = range, code = one.code, message = one.message }
  end, vim.diagnostic.get(0))
  table.sort(found, function(one, other) return one.line < other.line end)
  local first, gone = ...
  for _, one in ipairs(found) do
    if one.code == gone then return end
  end
  return found[1] and (not first or found[1].line == first) and found or nil
]]

local UNDERLINED = [[
  for _, space in pairs(vim.diagnostic.get_namespaces()) do
    local own = space.user_data.underline_ns
    local marks = own and vim.api.nvim_buf_get_extmarks(0, own, { 30, 0 }, { 30, -1 }, { details = true }) or {}
    for _, mark in ipairs(marks) do
      return ("31:%d-%d:%d"):format(mark[3] + 1, mark[4].end_row + 1, mark[4].end_col + 1)
    end
  end
]]

local FLOAT = [[
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true), "\n")
    end
  end
]]

local QUICKFIX = [[
  local places = vim.tbl_map(function(one)
    return vim.fs.basename(vim.fn.bufname(one.bufnr)) .. ":" .. one.lnum
  end, vim.fn.getqflist())
  table.sort(places)
  return vim.bo.buftype == "quickfix" and table.concat(places, " ") or nil
]]

-- The places in the location list, which is shown, and its title, which begins with `words`.
local LOCATIONS = [[
  local words = ...
  local list = vim.fn.getloclist(0, { items = 1, title = 1 })
  local places = vim.tbl_map(function(one)
    return vim.fs.basename(vim.fn.bufname(one.bufnr)) .. ":" .. one.lnum
  end, list.items)
  table.sort(places)
  return vim.bo.buftype == "quickfix" and vim.startswith(list.title, words) and { table.concat(places, " "), list.title } or nil
]]

-- The last message that was shown, if it contains `words`.
local MESSAGE = [[
  local words = ...
  local shown = vim.split(vim.fn.execute("messages"), "\n")
  local last = shown[#shown]
  return last:find(words, 1, true) and { last, #shown } or nil
]]

-- The file type, the comment string, and the colors of `[White "Reti=R"]` and `{Ostrauer …} 1.Kg7 $1`.
local PGN = [[
  local function color(line, column)
    return vim.fn.synIDattr(vim.fn.synIDtrans(vim.fn.synID(line, column, 1)), "name")
  end
  local colors = { color(5, 2), color(5, 9), color(12, 5), color(12, 66), color(12, 68), color(12, 73) }
  return vim.bo.filetype .. vim.bo.commentstring .. " " .. table.concat(colors, " ")
]]

local COMPLETION = [[
  local client = vim.lsp.get_clients({ bufnr = 0 })[1]
  local parameters = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answer = vim.lsp.buf_request_sync(0, "textDocument/completion", parameters, 5000)[client.id].result
  return answer and (answer.items or answer) or {}
]]

local function in_short(found)
  local words = vim.tbl_map(function(one) return one.range:match("^[^-]*") .. " " .. one.code end, found or {})
  return table.concat(words, ", ")
end

-- What `gbr-lsp check` says of a file, in the same words.
local function checked(file)
  local words = {}
  for _, line in ipairs(vim.fn.systemlist({ "gbr-lsp", "check", "--output-format", "concise", file })) do
    table.insert(words, line:match(":(%d+:%d+: %S+)"):gsub(": ", " ") .. "")
  end
  return table.concat(words, ", ")
end

local function none_left(how)
  local took = vim.fn.system({ "gbr-lsp-left" })
  check(vim.v.shell_error == 0, "no server is left when " .. how, vim.trim(took))
end

start("manuscript.md")
local found, took = wait_for(DIAGNOSTICS)
check(in_short(found) == checked("manuscript.md"), "diagnostics are those of check", in_short(found) .. " after " .. took)
local control = vim.tbl_filter(function(one) return one.code == "control-mismatch" end, found)[1]
check(control.range == "31:14-31:17", "control-mismatch", control.range .. " " .. control.message)
local underlined = wait_for(UNDERLINED)
check(underlined == control.range, "underlined", underlined)

keys("31G3|")
wait_for("return vim.fn.line('.') == 31 or nil")
wait_for("vim.lsp.buf.hover() return 1")
local hover
hover, took = wait_for(FLOAT)
check(hover:find("king, 4 pawns") and hover:find("king, 3 pawns"), "hover after " .. took, "\n" .. hover)

local text = vim.fn.readfile("manuscript.md")
local ask_for_fixes = newer and "gra" or ":lua vim.lsp.buf.code_action()<CR>"
local fix = choose("<Esc>31G14|" .. ask_for_fixes, "Change 4/3 to 5/4")
text[31] = text[31]:gsub("4/3", "5/4")
check(wait_for("return vim.fn.getline(31) == ... or nil", text[31]), fix, text[31])
found, took = wait_for(DIAGNOSTICS, 22, "control-mismatch")
check(found and #found == 2, "the finding is gone", in_short(found) .. " after " .. took)
keys(":silent write<CR>")
wait_for("return not vim.bo.modified or nil")
check(vim.deep_equal(vim.fn.readfile("manuscript.md"), text), "nothing else is changed", "in the file")

local fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
keys(":LspGbrCopyFen<CR>")
check(wait_for("return vim.fn.getreg('\"') == ... or nil", fen), ":LspGbrCopyFen", fen)
keys(":LspGbrShowBoard<CR>")
local board = wait_for(FLOAT) or ""
check(board:find("7 ♔ · · · · · · ·\n6 · · · ♙ · · · ·\n5 ♙ · · ♟ · ♙ · ·", 1, true), ":LspGbrShowBoard", "\n" .. board)
if newer then
  check(wait_for("return #vim.lsp.codelens.get() > 0 or nil"), "code lenses", "are there")
  keys("<Esc>:let @\" = ''<CR>")
  local lens = choose("grx", "copy FEN")
  check(wait_for("return vim.fn.getreg('\"') == ... or nil", fen), lens, fen)
  choose("grx", "2 more of this class")
else
  keys(":LspGbrShowClass<CR>")
end
local listed = wait_for(QUICKFIX)
check(listed == "collection.pgn:49 manuscript.md:31 manuscript.txt:30", "studies of the class", listed)
keys(":cclose<CR>:LspGbrSearch 0000.43 win<CR>")
check(vim.deep_equal(wait_for(LOCATIONS, "0000.43"), { listed, "0000.43 win" }), ":LspGbrSearch", "lists the same studies")
keys(":lclose<CR>:messages clear<CR>:LspGbrSearch Kubbel 1925<CR>")
local reading = "read as: composer:kubbel year:1925"
local kubbel = wait_for(LOCATIONS, "Kubbel") or {}
check(kubbel[1] == "collection.pgn:35 manuscript.md:52 manuscript.tex:24 manuscript.txt:52", ":LspGbrSearch Kubbel 1925", kubbel[1])
check(kubbel[2] == "Kubbel 1925 (" .. reading .. ")", "the title of the list", kubbel[2])
local shown = wait_for(MESSAGE, reading) or {}
check(shown[1] == "gbr-lsp: " .. reading, "the message", shown[1])
keys(":lclose<CR>:LspGbrSearch (composer:kubbel | composer:stamma) win<CR>")
kubbel = wait_for(LOCATIONS, "(composer") or {}
check(kubbel[1] == "collection.pgn:119 collection.pgn:63 manuscript.txt:15", ":LspGbrSearch of a pattern with |", kubbel[1])
check(kubbel[2] == "(composer:kubbel | composer:stamma) win", "its title", kubbel[2])
keys(":lclose<CR>:messages clear<CR>:LspGbrSearch Kubble 1925<CR>")
shown = wait_for(MESSAGE, "Kubble") or {}
check(shown[1] == "gbr-lsp: 'Kubble': nobody of that name in this collection. Try rook against pawn, Kubbel 1925 or 1st prize draw" and shown[2] == 2,
  "a word that is not understood is named", shown[1])
keys(":messages clear<CR>:LspGbrSearch Kubbel 1830<CR>")
shown = wait_for(MESSAGE, "1830") or {}
check(shown[1] == "gbr-lsp: no study matches 'Kubbel 1830', read as: composer:kubbel year:1830", "no study", shown[1])
keys(":cclose<CR>:LspGbrAnticipations<CR>")
local near = wait_for(QUICKFIX) or ""
check(near:find("collection.pgn:49", 1, true), ":LspGbrAnticipations", near)
keys(":cclose<CR>")

-- A code in a table of another section has no board: that is said, with what is known.
keys("<Esc>gg/0000.11h8<CR>:LspGbrShowBoard<CR>")
local without = wait_for(FLOAT) or ""
check(without:find("does not give the squares of all men", 1, true) and without:find("White: king, pawn", 1, true),
  ":LspGbrShowBoard without a position", "\n" .. without)

local before = found[1].line
keys("<Esc>ggO<Esc>")
found, took = wait_for(DIAGNOSTICS, before + 1)
check(found, "a new line above moves the diagnostics", in_short(found) .. " after " .. took)

local typed = "g3g1 0323.12 a3"
keys("Go<CR>" .. typed)
wait_for("return vim.fn.getline('.') == ... or nil", typed)
local items
items, took = wait_for(COMPLETION)
for _, item in ipairs(items) do
  local start = item.textEdit and item.textEdit.range.start.character or 0
  local line = typed:sub(1, start) .. (item.textEdit and item.textEdit.newText or "")
  local square = line:sub(#typed + 1):match("^%s*([a-h][1-8])")
  local kept = item.filterText and vim.startswith(item.filterText, typed:sub(start + 1))
  local fits = kept and vim.startswith(line, typed) and square and not ("g3 g1 a3"):find(square, 1, true)
  if not fits then
    check(false, "an item continues the list", vim.inspect(item))
  end
end
local first = items[1] and ("%s (%s)"):format(items[1].label, items[1].detail)
check(1 < #items, "completion after " .. took, ("%d items, the first: %s"):format(#items, first))
check(wait_for("return vim.fn.pumvisible() == 0 or nil"), "the menu", "does not open by itself in a code")
keys("<C-x><C-o>")
check(wait_for("return vim.fn.pumvisible() == 1 or nil"), "the menu", "is open")
keys("<C-n><C-y>")
local line = wait_for("local line = vim.fn.getline('.') return line ~= ... and line or nil", typed)
check(line and line:find(typed .. "%s?[a-h][1-8]"), "an item is taken", line)

keys("<Esc>")
for _, file in ipairs({ "collection.pgn", "manuscript.tex", "manuscript.txt" }) do
  open(file)
  found, took = wait_for(DIAGNOSTICS)
  check(in_short(found) == checked(file), file, in_short(found) .. " after " .. took)
end

open("collection.pgn")
local shown = wait_for(PGN)
check(shown == "pgn; %s Type String Comment Constant Identifier Special", "collection.pgn as PGN", shown)

-- The window that stays follows the cursor through the moves of a variation, and goes when it is closed.
keys(":LspGbrFollow<CR>")
local FOLLOWED = [[
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.api.nvim_buf_get_name(buffer):find("gbr%-lsp board") then
      local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), "\n")
      return text:find(..., 1, true) and text or nil
    end
  end
]]
check(wait_for(FOLLOWED, "7K/8/k1P5/7p/8/8/8/8 w"), ":LspGbrFollow", "opens a window")
keys("/5.Kd7<CR>ll")
local followed
followed, took = wait_for(FOLLOWED, "1.Kg7 1…h4 2.Kf6 2…h3 3.Ke7 3…h2 4.c7 4…Kb7 5.Kd7")
check(followed and followed:find("White's king goes from e7 to d7", 1, true) and followed:find("8/1kPK4", 1, true),
  "it follows into a variation after " .. took, "\n" .. tostring(followed))
keys("/Rb4<CR>")
followed, took = wait_for(FOLLOWED, "White's rook goes from b7 to b4")
check(followed, "and to another game after " .. took, (followed or ""):match("[^\n]*"))
-- A code that contradicts its board: the board of the text, the squares that differ, and fixes.
open("manuscript.md")
keys("gg/a6h8 0000.11<CR>")
followed = wait_for(FOLLOWED, "Change the kings to h8a6 to match the FEN") or ""
check(followed:find("8 · · · · · · ·*", 1, true) and followed:find("6*", 1, true), "the squares that differ", "\n" .. followed)
check(followed:find("White king: a6 in the code, h8 in the FEN", 1, true), "what differs", "is named")
keys("<C-w>l<Tab>")
followed = wait_for(FOLLOWED, "The board of the code") or ""
check(followed:find("Only the kings are known.", 1, true), "Tab shows the code's own reading", "\n" .. followed)
keys("<Tab>/Change the kings to h8a6<CR><CR>")
check(wait_for("return vim.fn.bufnr('manuscript.md') > 0 and table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr('manuscript.md'), 0, -1, true), '\\n'):find('h8a6 0000.11', 1, true) or nil"),
  "Enter on a fix", "applies it")
keys("<C-w>hu<C-w>l:quit<CR>")
wait_for("return #vim.api.nvim_list_wins() == 1 or nil")
open("collection.pgn")
keys("gg")
check(wait_for("return #vim.api.nvim_list_wins() == 1 or nil"), "the window", "is closed")

-- An engine of the user's reads along, for the position at the cursor, until the cursor leaves it.
local ENGINE = [[#!PYTHON -IS
import time
while not (said := input()).startswith("go"):
    if said == "uci":
        print("id name Scripted 1.0\noption name MultiPV type spin default 1 min 1 max 9\nuciok", flush=True)
    if said == "isready":
        print("readyok", flush=True)
for depth in range(1, 1 << 60):
    print(f"info depth {min(depth, 30)} multipv 1 score cp -4 pv h8g7 h5h4 g7f6 a6b6", flush=True)
    print(f"info depth {min(depth, 30)} multipv 2 score cp -643 pv h8h7 h5h4 h7g6", flush=True)
    time.sleep(0.01)
]]
vim.fn.mkdir("../engines", "p")
local engine = vim.fn.fnamemodify("../engines/engine", ":p")
-- What is called python3 may itself be a script.
local python = vim.trim(vim.fn.system({ "python3", "-c", "import sys; print(sys.executable)" }))
vim.fn.writefile(vim.split(ENGINE:gsub("PYTHON", python), "\n"), engine)
vim.fn.setfperm(engine, "rwx------")
local NOTIFICATION = "Scripted 1.0"
local ANALYSIS = [[
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.api.nvim_buf_get_name(buffer):find("gbr%-lsp analysis") then
      local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), "\n")
      return text:find(..., 1, true) and text or nil
    end
  end
]]
local function engine_runs(wanted)
  return vim.wait(5000, function()
    vim.fn.system({ "pgrep", "-f", engine })
    return (vim.v.shell_error == 0) == wanted
  end, 20)
end
wait_for([[
  local client = vim.lsp.get_clients({ bufnr = 0 })[1]
  if not client then return end
  client.settings = { gbr = { engine = ... } }
  client.config.settings = client.settings
  local notify = client.notify
  if vim.fn.has("nvim-0.11") == 1 then
    client:notify("workspace/didChangeConfiguration", { settings = client.settings })
  else
    notify("workspace/didChangeConfiguration", { settings = client.settings })
  end
  return 1
]], engine)
keys("<Esc>gg/1.Kg7<CR>")
-- The server asks for the setting that has changed, and waits for it.
keys(":LspGbrAnalyze<CR>")
local lines = wait_for(ANALYSIS, "1.Kh7 h4 2.Kg6")
check(lines and lines:find("-0.04  depth", 1, true) and lines:find("1.Kg7 h4 2.Kf6 Kb6", 1, true),
  ":LspGbrAnalyze", "\n" .. tostring(lines))
check(engine_runs(true), "the engine", "runs")
keys(":LspGbrStopAnalysis<CR>")
check(wait_for(ANALYSIS, NOTIFICATION .. " (stopped)") and engine_runs(false), ":LspGbrStopAnalysis", "ends it")
keys(":LspGbrAnalyze<CR>")
check(engine_runs(true), "it", "runs again")
keys("/2.Kf6<CR>")
check(engine_runs(false), "when the cursor leaves the position", "it ends")
keys("gg/1.Kg7<CR>:LspGbrAnalyze<CR>")
check(wait_for(ANALYSIS, "depth"), "it is asked", "again")
keys("<C-w>j3G<CR>")
local INSERTED = [[
  local text = table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufnr("collection.pgn"), 0, -1, true), "\n")
  return text:match("[^\n]*%(1%.Kh7 h4 2%.Kg6%)[^\n]*")
]]
local inserted = wait_for(INSERTED)
check(inserted, "Enter on a line inserts it", inserted)
check(wait_for(ANALYSIS, NOTIFICATION .. " (edited)") and engine_runs(false), "the edit of the game", "ends the engine")
keys("<C-w>ku")
check(wait_for("return vim.fn.search('(1.Kh7', 'nw') == 0 or nil"), "one step", "takes it back")
keys(":LspGbrAnalyze<CR>")
check(engine_runs(true), "it", "runs again")
check(wait_for(ANALYSIS, "depth"), "its window", "is there")
keys("<C-w>j:quit<CR>")
check(engine_runs(false), "closing its window", "ends it")

-- What is done on a board is written into the text, and one undo takes it back.
local BUFFER = "return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\\n')"
local HAS = "local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\\n') return text:find(..., 1, true) and text or nil"
local function undone(before, what)
  keys("<Esc>u")
  check(wait_for("local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\\n') return text == ... or nil", before), what, "is undone by one u")
end
keys("<Esc>gg/1.Kg7<CR>lll")
local game = wait_for(BUFFER)
keys(":LspGbrPlayMove a6b6<CR>")
check(wait_for(HAS, "1...h4 (1...Kb6) 2.Kf6"), ":LspGbrPlayMove", "writes a variation")
undone(game, ":LspGbrPlayMove")
keys("gg/0000.11h8<CR>:LspGbrChangePosition<CR>")
check(wait_for(HAS, "8 . . . . . . . K\n7 . . . . . . . .\n6 k . P . . . . ."), ":LspGbrChangePosition", "opens the board")
keys(":3s/P/./<CR>:write<CR>")
check(wait_for(HAS, '[Black "(=0000.01h8a6)"]') and wait_for(HAS, '[FEN "7K/8/k7/7p/8/8/8/8 w - - 0 1"]'),
  ":write of a changed board", "changes code and FEN")
undone(game, "the change")
keys("gg/0000.11h8<CR>:LspGbrChangePosition<CR>")
wait_for(HAS, "8 . . . . . . . K")
keys(":1s/K/./<CR>:write<CR>")
local refused = wait_for("return vim.fn.execute('messages'):match('The board has no white king')")
check(refused, "a board without a king is refused", refused)
keys(":quit!<CR>")
wait_for(HAS, "[Event ")

open("manuscript.tex")
keys("gg/begin{center}<CR>")
local latex = wait_for(BUFFER)
keys(":LspGbrNewBoard chessboard<CR>")
wait_for(HAS, "1 . . . . . . . .")
keys(":8s/\\. \\./K ./<CR>:8s/\\.$/k/<CR>:write<CR>")
check(wait_for(HAS, "\\chessboard[setfen=8/8/8/8/8/8/8/K6k]"), ":LspGbrNewBoard", "writes a new board")
undone(latex, ":LspGbrNewBoard")
open("manuscript.md")
keys("Gog3g1 0323.12 <Esc>a")
wait_for("return vim.fn.getline('.') == 'g3g1 0323.12 ' or nil")
keys("<C-o>:LspGbrTypeSquare a3<CR>")
check(wait_for("return vim.fn.getline('.') == 'g3g1 0323.12 a3' or nil"), ":LspGbrTypeSquare", "types a square")
keys("<Esc>")

-- Behind a code that may be whole no menu takes Enter.
local WHOLE = { "=0323.12", "0323.12", "g3g1 0323.12", "=0323.12g3g1", "(=0323.12g3g1)", "g3g1 0323.12 4/5" }
open("manuscript.md")
keys("Go<CR>")
for _, code in ipairs(WHOLE) do
  for key in code:gmatch(".") do
    local seen = vim.rpcrequest(editor, "nvim_exec_lua", "return vim.fn.getline('.')", {})
    keys(key)
    wait_for("return vim.fn.getline('.') ~= ... or nil", seen)
  end
  if newer then
    vim.wait(500)
  end
  keys("<CR>")
  wait_for("return vim.fn.getline('.') == '' or nil")
end
keys("<Esc>")
local whole = vim.rpcrequest(editor, "nvim_exec_lua", "return vim.fn.getline(vim.fn.line('$') - ..., vim.fn.line('$') - 1)", { #WHOLE })
check(vim.deep_equal(whole, WHOLE), "Enter behind a code makes a line", table.concat(whole, " / "))

-- Moves are offered behind their number, and Enter behind a move makes a line, whether the menu is open or not.
vim.fn.writefile({ '[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]', "", "" }, "typed.pgn")
open("typed.pgn")
wait_for("return #vim.lsp.get_clients({ bufnr = 0 }) == 1 or nil")
keys("GA1.")
if newer then
  check(wait_for("return vim.fn.pumvisible() == 1 or nil"), "the menu of moves", "is open")
end
for _, key in ipairs({ "K", "g", "7", "<CR>", "h", "4", "<CR>" }) do
  local seen = vim.rpcrequest(editor, "nvim_exec_lua", "return vim.fn.getline('.')", {})
  keys(key)
  wait_for("return vim.fn.getline('.') ~= ... or nil", seen)
end
keys("2.<Esc>")
local TYPED = "local lines = vim.fn.getline(3, '$') return #lines == 3 and lines[3] == '2.' and lines or nil"
local made = wait_for(TYPED)
check(made and made[1] == "1.Kg7" and made[2] == "h4", "Enter behind a move makes a line",
  vim.inspect(vim.rpcrequest(editor, "nvim_exec_lua", "return vim.fn.getline(3, '$')", {})))

-- Formatting is there when it is switched on.
vim.rpcrequest(editor, "nvim_exec_lua", [[
  local client = vim.lsp.get_clients({ bufnr = 0 })[1]
  client.settings = { gbr = { format = true } }
  client.notify(vim.fn.has("nvim-0.11") == 1 and client or "workspace/didChangeConfiguration",
    vim.fn.has("nvim-0.11") == 1 and "workspace/didChangeConfiguration" or { settings = client.settings },
    vim.fn.has("nvim-0.11") == 1 and { settings = client.settings } or nil)
]], {})
check(wait_for([[
  local client = vim.lsp.get_clients({ bufnr = 0 })[1]
  local supports = client.supports_method
  if vim.fn.has("nvim-0.11") == 1 then
    return client:supports_method("textDocument/formatting", 0) or nil
  end
  return supports("textDocument/formatting", { bufnr = 0 }) or nil
]]), "formatting", "is registered")
keys(":lua vim.lsp.buf.format()<CR>")
check(wait_for("return vim.fn.getline(3) == '1.Kg7 h4 2.' or nil"), "the game", "is formatted")

vim.rpcnotify(editor, "nvim_input", ":qall!<CR>") -- which it does not live to answer
check(vim.fn.jobwait({ editor }, 5000)[1] == 0, "Neovim ends", "status 0")
none_left("Neovim ends")

start("manuscript.md")
check(wait_for(DIAGNOSTICS), "another Neovim", "shows diagnostics")
vim.uv.kill(vim.fn.jobpid(editor), "sigkill")
vim.fn.jobwait({ editor }, 5000)
none_left("Neovim is killed")

start("manuscript.md")
check(wait_for(DIAGNOSTICS), "a third Neovim", "shows diagnostics")
vim.fn.system({ "gbr-lsp-kill" })
check(vim.v.shell_error == 0 and wait_for("return #vim.lsp.get_clients() == 0 or nil"), "the server", "is killed")
none_left("the server is killed")
vim.uv.kill(vim.fn.jobpid(editor), "sigkill")
