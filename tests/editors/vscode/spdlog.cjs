// Takes the place of the library that writes VS Code's logs, and with them the output channels of extensions:
// that one would have to be compiled.

const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

class Logger {
  constructor(kind, name, file) {
    mkdirSync(dirname(file), { recursive: true });
    this.file = file;
    this.end = "\n";
  }
  write(text) {
    appendFileSync(this.file, text + this.end);
  }
  clearFormatters() {
    this.end = "";
  }
  getLevel() {
    return 0;
  }
  setLevel() {}
  setPattern() {}
  flush() {}
  drop() {}
}

for (const level of ["trace", "debug", "info", "warn", "error", "critical"]) {
  Logger.prototype[level] = Logger.prototype.write;
}

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = async (name, file) => new Logger("rotating", name, file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger("rotating_async", name, file);
