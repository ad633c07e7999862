-- nvim -l neovim.lua NEOVIM SNIPPET: drives a Neovim as its user does, in a folder with copies of the examples.
-- SNIPPET is its init file, keys are typed, and what it shows is asked of it.

local neovim, snippet = arg[1], arg[2]
local editor

local function check(holds, what, shown)
  io.stdout:write(holds and "  ok    " or "  FAIL  ", what, ": ", tostring(shown), "\n")
  io.stdout:flush()
  if not holds then
    vim.fn.jobstop(editor)
    os.exit(1)
  end
end

local function keys(typed)
  vim.rpcrequest(editor, "nvim_input", typed)
end

-- What `code` returns in the editor as soon as that is not nil, and after how many milliseconds.
local function wait_for(code, ...)
  local arguments, begun, said = { ... }, vim.uv.hrtime(), nil
  vim.wait(10000, function()
    if not vim.rpcrequest(editor, "nvim_get_mode").blocking then
      said = vim.rpcrequest(editor, "nvim_exec_lua", code, arguments)
    end
    return said ~= nil and said ~= vim.NIL
  end, 10)
  return said ~= vim.NIL and said or nil, ("%.0f ms"):format((vim.uv.hrtime() - begun) / 1e6)
end

local function open(file)
  keys(":edit! " .. file .. "<CR>")
  wait_for("return vim.fn.expand('%') == ... or nil", file)
end

local function start(file)
  -- Room for messages, so that none waits for Enter.
  local command = { neovim, "--embed", "--headless", "-n", "-i", "NONE", "--cmd", "set cmdheight=9", "-u", snippet }
  editor = vim.fn.jobstart(command, { rpc = true })
  vim.rpcrequest(editor, "nvim_ui_attach", 120, 60, vim.empty_dict())
  open(file)
end

local DIAGNOSTICS = [[
  local found = vim.tbl_map(function(one)
    local range = ("%d:%d-%d:%d"):format(one.lnum + 1, one.col + 1, one.end_lnum + 1, one.end_col + 1)
    return { line = one.lnum + 1, range = range, code = one.code, message = one.message }
  end, vim.diagnostic.get(0))
  table.sort(found, function(one, other) return one.line < other.line end)
  local first = ...
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
  check(vim.v.shell_error == 0, "no server is left when Neovim " .. how, vim.trim(took))
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
if not vim.lsp.completion then -- before 0.11 the menu does not open by itself
  keys("<C-x><C-o>")
end
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

vim.rpcnotify(editor, "nvim_input", ":qall!<CR>") -- which it does not live to answer
check(vim.fn.jobwait({ editor }, 5000)[1] == 0, "Neovim ends", "status 0")
none_left("ends")

start("manuscript.md")
check(wait_for(DIAGNOSTICS), "another Neovim", "shows diagnostics")
vim.uv.kill(vim.fn.jobpid(editor), "sigkill")
vim.fn.jobwait({ editor }, 5000)
none_left("is killed")
