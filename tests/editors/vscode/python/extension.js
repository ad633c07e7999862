// Says which Python is selected, in the words of the Python extension, which no registry here has.

const { Uri, EventEmitter } = require("vscode");

exports.activate = () => ({
  environments: {
    getActiveEnvironmentPath: () => ({ id: "selected", path: process.env.GBR_PYTHON }),
    resolveEnvironment: async ({ path }) => ({ executable: { uri: Uri.file(path) } }),
    onDidChangeActiveEnvironmentPath: new EventEmitter().event,
  },
});
