/** `npm run docs:record`: runs the pages that are transcripts, and writes the outputs of their commands into them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { interruptible } from "../pulumi-cli/interruptible.js";
import { CHECKOUT } from "../pulumi-cli/search.js";
import { comparable } from "./comparable.js";
import { withOutputs } from "./page.js";
import { replay } from "./replay.js";

const PAGES = ["docs/getting-started.md"];

/** @param all whether to write also what differs only in times */
async function record(path: string, all: boolean): Promise<void> {
  const file = join(CHECKOUT, path);
  const page = readFileSync(file, "utf8");
  const outputs = await replay(page);
  const changed = [...outputs].filter(
    ([{ output }, text]) => output !== undefined && (all || comparable(output.text) !== comparable(text)),
  );
  writeFileSync(file, withOutputs(page, new Map(changed)));
  process.stdout.write(`${path}: ${changed.length} of ${outputs.size} outputs written.\n`);
}

interruptible(async () => {
  for (const path of PAGES) await record(path, process.argv.includes("--all"));
  return 0;
});
