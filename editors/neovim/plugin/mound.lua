-- Starts `mound lsp` for Scheme files.
if vim.g.loaded_mound then
  return
end
vim.g.loaded_mound = true

vim.filetype.add({
  extension = { scm = "scheme", sld = "scheme", sps = "scheme", sls = "scheme" },
  filename = { ["mound.project"] = "scheme", ["mound.lock"] = "scheme" },
})

vim.lsp.config("mound", {
  cmd = { vim.g.mound_command or "mound", "lsp" },
  filetypes = { "scheme" },
  root_markers = { "mound.project", "mound.lock", ".git" },
})
vim.lsp.enable("mound")
