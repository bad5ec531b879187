/** A Pulumi project in a folder of its own, and the processes of the CLI that run it. */
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isAlive, kill, startedBy } from "../../support/processes.js";
import { kindOfType } from "../../support/provider.js";
import { writeEmptyStack } from "../support/empty-stack.js";
import { copyFolder, type StartedProgram, startIn } from "../support/project-folder.js";

/** A resource of the program. */
export interface Declared {
  readonly kind: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A run of the CLI, in a session of its own as in a terminal of its own. */
export type Run = ReturnType<typeof runOf>;
export type Project = Awaited<ReturnType<typeof openProject>>;

const [project, stack] = ["crashes", "dev"];

/** The program in `program`, which declares what its `resources.json` lists. */
export async function openProject() {
  const { folder, state, env: own, close } = await copyFolder(join(__dirname, "program"));
  await writeEmptyStack({ folder, state, project, stack });
  const javaScript = `--require=${JSON.stringify(join(__dirname, "javascript.cjs"))}`;
  let env: NodeJS.ProcessEnv = { ...own, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${javaScript}` };
  const runs = new Set<Run>();
  /** Ends the runs of the CLI, with whatever they have started. */
  const endRuns = async () => {
    await Promise.all([...runs].map(endRun));
    runs.clear();
  };
  return {
    /** A folder for whatever belongs to the project; it goes with it. */
    home: dirname(folder),
    /** Sets variables for the CLI and its plugins. */
    use(variables: Readonly<Record<string, string>>) {
      env = { ...env, ...variables };
    },
    /** Sets what the program declares. */
    declare: (resources: readonly Declared[]) => writeFile(join(folder, "resources.json"), JSON.stringify(resources)),
    /** Starts the CLI and does not wait for its end. */
    start: (command: string, ...args: string[]) => {
      const flags = ["--stack", stack, "--non-interactive", "--color", "never"];
      const run = runOf(startIn(folder, "pulumi", [command, ...args, ...flags], env, true));
      runs.add(run);
      return run;
    },
    /** What the state holds, and how many operations were under way when the engine was lost. */
    async state() {
      const text = await readFile(join(state, ".pulumi/stacks", project, `${stack}.json`), "utf8");
      const { resources = [], pending_operations: pending = [] } = JSON.parse(text).checkpoint.latest ?? {};
      const all: readonly { urn: string; type: string; id: string }[] = resources;
      const known = all.filter(({ type }) => kindOfType(type) !== undefined);
      const named = known.map(({ urn, id }) => ({ name: urn.slice(urn.lastIndexOf("::") + 2), id }));
      return { resources: named, pending: pending?.length ?? 0 };
    },
    endRuns,
    /** Ends the runs and removes the folder. */
    async close() {
      await endRuns();
      await close();
    },
  };
}

function runOf(program: StartedProgram) {
  /** Whatever the run has started, directly or not, and is still there; the CLI itself is not among it. */
  const started = () => startedBy(program.pid).filter((each) => isAlive(each.pid));
  return {
    ...program,
    started,
    /** The process in which the provider runs. */
    plugin() {
      const found = started().filter(({ command }) =>
        /^\S*node\S* .*(dynamic-provider|pulumi-resource-app-platform)/.test(command),
      );
      const [plugin] = found;
      if (plugin === undefined || found.length > 1)
        throw new Error(`${found.length} plugins run; output:\n${program.output()}`);
      return plugin;
    },
  };
}

/** Ends the CLI, where it still runs, and what it has started. */
async function endRun(run: Run): Promise<void> {
  if (!run.isOver()) kill(run.pid, "SIGKILL");
  await run.ended;
  for (let left = run.started(); left.length > 0; left = run.started()) {
    for (const { pid } of left) kill(pid, "SIGKILL");
    await pause(20);
  }
}
