#!/usr/bin/env node
// The command, as a file that is there before the first build, so that npm can link it.
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const program = join(__dirname, "..", "dist", "cli", "main.js");
if (existsSync(program)) require(program);
else {
  process.stderr.write("The package is not built yet: run `npm run build` in the checkout first.\n");
  process.exitCode = 1;
}
