/** What workers run, bundled by the first of them in a run of the tests. The test puts this file beside those of a copied example. */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";

export async function bundleOnce(workflowsPath: string): Promise<{ readonly codePath: string }> {
  // All copies have the same workflows.
  const codePath = join(process.env.TEST_PACKED ?? __dirname, "bundled-workflows.js");
  if (!existsSync(codePath)) {
    const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger("ERROR") });
    writeFileSync(`${codePath}.${process.pid}`, code);
    renameSync(`${codePath}.${process.pid}`, codePath);
  }
  return { codePath };
}
