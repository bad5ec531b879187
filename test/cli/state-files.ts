/** What the CLI keeps of a stack, read from the files of its state: it takes no run of the CLI. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutputMap, UpdateSummary } from "@pulumi/pulumi/automation";

/** A resource as the exported state holds it. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id: string;
  /** URNs of what it depends on. */
  readonly dependencies?: string[];
  /** The same for each input. */
  readonly propertyDependencies?: Record<string, string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: inputs are whatever the program gives
  readonly inputs: Record<string, any>;
  // biome-ignore lint/suspicious/noExplicitAny: outputs are whatever the platform gives
  readonly outputs: Record<string, any>;
  /** Where the program constructs it. */
  readonly sourcePosition?: string;
  readonly stackTrace?: readonly { readonly sourcePosition: string }[];
}

export interface StateFiles {
  /** The resources of the stack; secrets are encrypted. */
  resources(): Promise<readonly StateResource[]>;
  /** The outputs of the stack; undefined if any of them is encrypted. */
  plainOutputs(): Promise<OutputMap | undefined>;
  /** The latest update of the stack, a refresh or destroy included. */
  latestUpdate(): Promise<UpdateSummary | undefined>;
}

/** Marks objects that are no plain values in the state, such as secrets. */
const signature = "4dabf18193072939515e22adb298388d";

const read = async (path: string) => JSON.parse(await readFile(path, "utf8"));

export function stateFiles(state: string, project: string, stack: string): StateFiles {
  const history = join(state, ".pulumi/history", project, stack);
  const resources = async () => {
    const { checkpoint } = await read(join(state, `.pulumi/stacks/${project}/${stack}.json`));
    return (checkpoint.latest?.resources ?? []) as StateResource[];
  };
  return {
    resources,
    async plainOutputs() {
      const root = (await resources()).find(({ type }) => type === "pulumi:pulumi:Stack");
      const outputs = Object.entries(root?.outputs ?? {});
      if (JSON.stringify(outputs).includes(signature)) return undefined;
      return Object.fromEntries(outputs.map(([name, value]) => [name, { value, secret: false }]));
    },
    async latestUpdate() {
      // The names contain the time.
      const [latest] = (await readdir(history))
        .filter((name) => name.endsWith(".history.json"))
        .sort()
        .reverse();
      return latest === undefined ? undefined : read(join(history, latest));
    },
  };
}
