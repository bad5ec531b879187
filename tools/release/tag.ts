import { readFileSync } from "node:fs";
import { join } from "node:path";

// `npm run release:tag -- v0.1.0`: refuses a tag that is not the version of the packages.
const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as { version: string };
const tag = process.argv[2] ?? "";
if (tag !== `v${version}`) {
  process.stderr.write(`The tag must be v${version}; got "${tag}"\n`);
  process.exitCode = 1;
}
