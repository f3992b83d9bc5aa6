// Starts `mound lsp` for Scheme files.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const command = workspace.getConfiguration("mound").get("command", "mound");
  const server = { command, args: ["lsp"] };
  const options = {
    documentSelector: [{ scheme: "file", language: "scheme" }],
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{scm,sld,sps,sls}") },
  };
  client = new LanguageClient("mound", "Mound", server, options);
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
