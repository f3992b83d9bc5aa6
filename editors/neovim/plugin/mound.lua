-- Starts `mound lsp` for Scheme files.
if vim.g.loaded_mound then
  return
end
vim.g.loaded_mound = true

vim.filetype.add({
  extension = { scm = "scheme", sld = "scheme", sps = "scheme", sls = "scheme" },
  filename = { ["mound.project"] = "scheme", ["mound.lock"] = "scheme" },
})

local command = { vim.g.mound_command or "mound", "lsp" }
local markers = { "mound.project", "mound.lock", ".git" }

if vim.lsp.config then
  vim.lsp.config("mound", { cmd = command, filetypes = { "scheme" }, root_markers = markers })
  vim.lsp.enable("mound")
else
  -- Before Neovim 0.11: one server for each project.
  local clients = {}

  local function root_of(file)
    local directory = vim.fn.fnamemodify(file, ":p:h")
    local above = directory
    while true do
      for _, marker in ipairs(markers) do
        if vim.loop.fs_stat(above .. "/" .. marker) then
          return above
        end
      end
      local parent = vim.fn.fnamemodify(above, ":h")
      if parent == above then
        return directory
      end
      above = parent
    end
  end

  vim.api.nvim_create_autocmd("FileType", {
    pattern = "scheme",
    callback = function(event)
      local root = root_of(event.file)
      if not clients[root] then
        clients[root] = vim.lsp.start_client({
          name = "mound",
          cmd = command,
          root_dir = root,
          on_exit = function()
            clients[root] = nil
          end,
        })
      end
      if clients[root] then
        vim.lsp.buf_attach_client(event.buf, clients[root])
      end
    end,
  })
end
