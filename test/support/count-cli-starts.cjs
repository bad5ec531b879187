// Loaded by every Node.js process of a test run (NODE_OPTIONS): adds a byte to a file for each start of the Pulumi CLI.
"use strict";
const { subscribe } = require("node:diagnostics_channel");
const { appendFileSync } = require("node:fs");
const { basename } = require("node:path");

const file = process.env.TEST_CLI_STARTS;
if (file)
  subscribe("child_process", ({ process: child }) => {
    // The channel reports a process before its program is known.
    process.nextTick(() => {
      if (/^pulumi(\.exe)?$/.test(basename(child.spawnfile ?? ""))) appendFileSync(file, ".");
    });
  });
