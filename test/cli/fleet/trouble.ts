/** What the program of an environment does wrong in a test, by the version that it deploys. The test puts it in the copied example. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export async function trouble(tag: string, environmentId: string): Promise<void> {
  const [what] = tag.split("-");
  const mark = join(__dirname, `${what}-${environmentId}`);
  if (what === "exits" && !existsSync(mark)) {
    writeFileSync(mark, "");
    // As a library does that handles an error: in the middle of the run.
    setTimeout(() => process.exit(3), 500);
  }
  if (what === "hangs") await new Promise(() => setInterval(() => undefined, 1000));
  if (what === "environment") writeFileSync(mark, JSON.stringify(process.env));
}
