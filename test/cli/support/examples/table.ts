/** The examples that run as a plain `pulumi up`, and what each creates. */
import { join } from "node:path";
import { CHECKOUT } from "../../../../tools/fetch/pulumi-cli/search.js";

export const EXAMPLES = join(CHECKOUT, "examples");

export interface Example {
  /** The folder of its program, below `examples/`. */
  readonly folder: string;
  /** The kinds that it creates. */
  readonly creates: readonly string[];
  /** How many components it has. */
  readonly components?: number;
  /** The secret that it requires in the stack's configuration. */
  readonly secret?: string;
  /** The folder of the example whose stack it reads, and which goes up first. */
  readonly after?: string;
  /** The folder with its README, if another one. */
  readonly readme?: string;
}

export const table: readonly Example[] = [
  { folder: "quickstart", creates: ["Container", "Database", "DeploymentTrigger"] },
  {
    folder: "component",
    creates: ["Container", "Container", "Database", "Database", "DeploymentTrigger", "DeploymentTrigger"],
    components: 2,
  },
  { folder: "multi-stack/shared", creates: ["Database", "DeploymentTrigger"], readme: "multi-stack" },
  {
    folder: "multi-stack/app",
    creates: ["Container", "DeploymentTrigger"],
    after: "multi-stack/shared",
    readme: "multi-stack",
  },
  { folder: "platform-setup", creates: ["ArgoCdConfig", "Cluster"], secret: "argocdToken" },
  {
    folder: "cluster-from-nothing",
    creates: ["CloudCredentials", "Cluster", "Container", "DeploymentTrigger", "Environment", "Project"],
    secret: "secretAccessKey",
  },
  { folder: "javascript-esm", creates: ["Container", "DeploymentTrigger"] },
];

/** Examples with a test file of their own, because `pulumi up` in a folder is not how they run. */
export const TESTED_ELSEWHERE = "fleet pipeline preview-environments adopt-existing unit-tests web-shop".split(" ");

/** Those that the engine of the tests runs, and the CLI only with `FULL=1`: `npm run quickstart`, too, runs the first one with it. */
export const engineExamples: readonly Example[] = ["quickstart", "platform-setup", "cluster-from-nothing"].map(
  exampleIn,
);

export function exampleIn(folder: string): Example {
  const found = table.find((example) => example.folder === folder);
  if (found === undefined) throw new Error(`test/cli/support/examples/table.ts has no example in ${folder}`);
  return found;
}
