#!/usr/bin/env node
// The command, as a file that is there before the first build, so that npm can link it.
import { existsSync } from "node:fs";

const program = new URL("../dist/main.js", import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  process.stderr.write("The backend is not built yet: run `npm run build` in the checkout first.\n");
  process.exitCode = 1;
}
