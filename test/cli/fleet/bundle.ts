/** What workers in a copied example run, bundled by the first of them. The test puts it beside the example's files. */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleWorkflowCode } from "@temporalio/worker";

export async function bundleOnce(workflowsPath: string): Promise<{ readonly codePath: string }> {
  const codePath = join(__dirname, "bundled-workflows.js");
  if (!existsSync(codePath)) {
    const { code } = await bundleWorkflowCode({ workflowsPath });
    writeFileSync(`${codePath}.${process.pid}`, code);
    renameSync(`${codePath}.${process.pid}`, codePath);
  }
  return { codePath };
}
