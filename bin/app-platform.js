#!/usr/bin/env node
// The command, as a file that is there before the first build, so that npm can link it. Its syntax is that of any Node.js.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const program = join(__dirname, "..", "dist", "cli", "main.js");
const [major] = process.versions.node.split(".");
if (Number(major) < 20) {
  process.stderr.write(
    `app-platform needs Node.js 20.19 or newer; got ${process.versions.node} (${process.execPath}).\n` +
      "  What to do: install a newer Node.js, and put it first on the PATH.\n",
  );
  process.exitCode = 1;
} else if (existsSync(program)) require(program);
else {
  process.stderr.write("The package is not built yet: run `npm run build` in the checkout first.\n");
  process.exitCode = 1;
}
