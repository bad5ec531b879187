import { join } from "node:path";
import { findings } from "./findings.js";

// `npm run release:check`: whether what is checked out can be published.
const found = findings(join(__dirname, "..", ".."));
for (const finding of found) process.stderr.write(`- ${finding}\n`);
process.stdout.write(found.length === 0 ? "Ready to publish.\n" : `Not ready to publish: ${found.length} findings\n`);
process.exitCode = found.length === 0 ? 0 : 1;
