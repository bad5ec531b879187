import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { cached } from "../cache.js";
import { findOnce } from "../find-once.js";

const project = join(__dirname, "pom.xml");
const name = "temporal-test-server";

/** Temporal's test server, which skips time, as a program: of Maven's repository, in the user's cache. Needs Java and Maven. */
export function temporalTestServer(): Promise<string> {
  return findOnce("Temporal's test server", async () =>
    join(await cached(name, [readFileSync(project)], install, "seconds with Maven"), name),
  );
}

async function install(folder: string): Promise<void> {
  const libraries = join(folder, "lib");
  const goal = ["dependency:copy-dependencies", `-DoutputDirectory=${libraries}`];
  await promisify(execFile)("mvn", ["--quiet", "--batch-mode", "--file", project, ...goal]);
  const command = `#!/bin/sh\nexec java -cp "$(dirname "$0")/lib/*" io.temporal.testserver.TestServer "$@"\n`;
  writeFileSync(join(folder, name), command, { mode: 0o755 });
}
