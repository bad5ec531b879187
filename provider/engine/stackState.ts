import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { kindOfType } from "../definition/names.js";
import { nameInUrn, type StackName, type StackReader, type StackResource, stackIn } from "../ownership/stackOwners.js";
import { isObject, objectsIn, parseJson, type Value, type Values } from "../schema/json.js";
import { addressIn, isExplicit } from "./hints.js";
import { engineAddress, startingProgram } from "./process.js";

/** Maximum time that a command of the Pulumi CLI may take, in milliseconds. */
const timeLimit = 60_000;

/** What a plugin process reads of the state of its stack. */
export interface StackState {
  readonly readStack: StackReader;
  /**
   * Reads what the stack of a resource has when the run begins, once for each stack. The engine deletes nothing while it waits for a
   * provider to be configured, or for the program. It says only in a create or an update whether the run is a preview, which is too late.
   *
   * @returns The resources the first time; nothing later, or if they aren't known.
   */
  noteStart(urn: string | undefined): Promise<readonly StackResource[]>;
}

export function stackState(signal: AbortSignal): StackState {
  const pulumi = pulumiOfRun(signal);
  /** The stacks of the process, each with its first reading. */
  const stacks = new Map<string, First>();
  const keyOf = ({ name, project }: StackName) => `${project}::${name}`;
  const begin = (stack: StackName, isLate: boolean): First => {
    const first = { stack, isLate, start: readStart(pulumi, stack, isLate) };
    stacks.set(keyOf(stack), first);
    return first;
  };
  return {
    async readStack(named, isRight, moment) {
      const stack = named ?? (stacks.size === 1 ? [...stacks.values()][0]?.stack : undefined);
      if (stack === undefined) throw new Error("Pulumi doesn't say which stack this resource is of");
      if (moment === "now") return (await readState(pulumi, stack, isRight)).resources;
      // Without an earlier call, the first delete asks, and waits.
      const first = stacks.get(keyOf(stack)) ?? begin(stack, true);
      const start = await first.start;
      if (start === undefined) throw new Error(tooLate);
      if (moment === "after a success") await requireAllOfLastRuns(pulumi, start, first.isLate);
      return start.resources;
    },
    async noteStart(urn) {
      const stack = urn === undefined ? undefined : stackIn(urn);
      if (stack === undefined) return [];
      const first = stacks.get(keyOf(stack));
      if (first === undefined) return (await begin(stack, false).start)?.resources ?? [];
      await first.start;
      return [];
    },
  };
}

const tooLate = "Pulumi had begun to delete before it called the provider";

/** The first reading of a stack. */
interface First {
  readonly stack: StackName;
  /** Whether a delete was the first call: what the run has removed without a call is missing. */
  readonly isLate: boolean;
  readonly start: Promise<Reading | undefined>;
}

/** Whether the command is `pulumi destroy`: a stack may have the same name. */
const isDestroy = () =>
  engineAddress() !== undefined && ["destroy", "down", "dn"].includes(startingProgram()?.args[1] ?? "");

/** Runs a command of the Pulumi CLI of this run, and returns its output. */
type Pulumi = (...args: readonly string[]) => Promise<string>;

/** The state of a stack, and the options that select it in a command. */
interface Reading extends ExportedState {
  readonly selection: readonly string[];
}

/** Nothing if it can't be read, or if a delete is in progress before the first call: then some resources may be missing. */
const readStart = (pulumi: Pulumi, stack: StackName, isLate: boolean) =>
  readState(pulumi, stack, () => true).then(
    (start) => (start.isDeleting && !isLate ? undefined : start),
    () => undefined,
  );

/**
 * Reads this provider's resources in a stack's state with `pulumi stack export`, which neither waits for the run's lock nor decrypts
 * secrets.
 *
 * It asks for the stack by its name, then as the run's command line spells it (perhaps with an organization), then for the selected
 * stack. The first state that is of this stack and has what the caller looks for is the right one.
 */
async function readState(
  pulumi: Pulumi,
  stack: StackName,
  isRight: (resources: readonly StackResource[]) => boolean,
): Promise<Reading> {
  const wrong: string[] = [];
  // Several spellings usually fail for the same reason.
  const failed = new Map<string, string[]>();
  for (const encoding of encodings(stack)) {
    const selection = encoding === undefined ? [] : ["--stack", encoding];
    const command = `\`${["pulumi stack export", ...selection].join(" ")}\``;
    const state = await pulumi("stack", "export", ...selection).then(readExport, (error) => {
      if (!(error instanceof CommandFailure)) throw error;
      failed.set(error.message, [...(failed.get(error.message) ?? []), command]);
    });
    if (state === undefined) continue;
    if (state.stack !== undefined && !isSame(state.stack, stack))
      wrong.push(`${command} printed the stack ${state.stack.name} of the project ${state.stack.project}`);
    else if (isRight(state.resources)) return { ...state, selection };
    else wrong.push(`the state that ${command} prints doesn't have this resource`);
  }
  const failures = [...failed].map(([message, commands]) => `${commands.join(" and ")} failed: ${message}`);
  throw new Error([...wrong, ...failures].join("; "));
}

const isSame = (one: StackName, other: StackName) => one.name === other.name && one.project === other.project;

/** Possible spellings of the stack, the selected one last. */
function encodings({ name }: StackName): (string | undefined)[] {
  const args = (engineAddress() && startingProgram()?.args) ?? [];
  const qualified = [...args, process.env.PULUMI_STACK ?? ""].flatMap((each) => {
    const [, found] = /(?:^|=|^-[a-zA-Z]*?s)((?:[\w.-]+\/){1,2}[\w.-]+)$/.exec(each) ?? [];
    return found?.endsWith(`/${name}`) ? [found] : [];
  });
  return [...new Set([name, ...qualified, undefined])];
}

/** How many runs are looked at. */
const maxRuns = 10;

/** The history has the ends of runs in whole seconds; in milliseconds. */
const precision = 1_000;

/** Throws if the reading may lack something that this run has retained, or failed ones before it. */
async function requireAllOfLastRuns(pulumi: Pulumi, reading: Reading, isLate: boolean): Promise<void> {
  const options = ["--json", "--page-size", String(maxRuns), ...reading.selection];
  const history = objectsIn(JSON.parse(await pulumi("stack", "history", ...options)) as Value);
  const runs = history.filter(({ result }) => result !== "in-progress");
  const success = runs.findIndex(({ result }) => result === "succeeded");
  const failed = success < 0 ? runs : runs.slice(0, success);
  const isKnown = success >= 0 || history.length < maxRuns;
  if (failed.length > 0 && (!isKnown || reading.isReplacing || failed.some(mayHaveRetained)))
    throw new Error("the last run failed, and may have retained it");
  if (!isLate) return;
  // Any other command may have created resources. A run that was killed isn't in the history, and may have, too.
  const end = Date.parse(String(runs[0]?.endTime)) + precision;
  const isEarlier = (created: number) => Number.isNaN(created) || created < end;
  const isComplete = reading.created.filter(isEarlier).length === countAfter(runs);
  if (!isComplete || !isDestroy()) throw new Error(tooLate);
}

const changesIn = ({ resourceChanges }: Values, ...names: readonly string[]) =>
  names.reduce((sum, name) => sum + Number((isObject(resourceChanges) ? resourceChanges[name] : undefined) ?? 0), 0);

/** What a run retains counts as deleted or replaced. A run that was killed has no counts. */
const mayHaveRetained = (run: Values) =>
  run.kind !== "refresh" && (!isObject(run.resourceChanges) || changesIn(run, "delete", "replace") > 0);

/**
 * How many resources the runs, the latest first, have left in the state at most: as many as the last successful update has seen, and what
 * failed ones have created since, but for what refreshes have not found. Nothing if that isn't known.
 */
function countAfter(runs: readonly Values[]): number | undefined {
  let since = 0;
  for (const run of runs) {
    if (run.kind === "refresh") since -= changesIn(run, "delete");
    else if (run.kind !== "update") return undefined;
    else if (run.result === "succeeded") return since + changesIn(run, "same", "create", "update", "replace", "import");
    else since += changesIn(run, "create", "import") - changesIn(run, "delete");
  }
  return runs.length < maxRuns && runs.length > 0 ? since : undefined;
}

/** Why a command of the Pulumi CLI has failed. */
class CommandFailure extends Error {}

/** Runs the executable of this run in its folder: the address of a local backend may be relative to that. */
function pulumiOfRun(signal: AbortSignal): Pulumi {
  return (...command) => {
    // Started by an engine, a plugin gets its address. Otherwise, the parent may be anything.
    const program = engineAddress() === undefined ? undefined : startingProgram();
    // The executable of a running process may have been removed or replaced by another version.
    const executable = program !== undefined && existsSync(program.executable) ? program.executable : "pulumi";
    const args = [...command, "--non-interactive", "--color=never"];
    const cwd = program?.folder ?? process.cwd();
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
    const limits = { signal, timeout: timeLimit, killSignal: "SIGKILL", maxBuffer: Number.POSITIVE_INFINITY } as const;
    return new Promise((resolve, reject) => {
      execFile(executable, args, { cwd, env, ...limits }, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if (signal.aborted) reject(signal.reason);
        else reject(new CommandFailure(firstLine(stderr) ?? firstLine(error.message)));
      }).stdin?.end();
    });
  };
}

function firstLine(text: string): string | undefined {
  return text
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "");
}

interface ExportedState {
  /** Nothing for a stack without resources. */
  readonly stack: StackName | undefined;
  /** Resources that the stack has created or adopted, and those that a killed run was creating: not those that a program only reads. */
  readonly resources: readonly StackResource[];
  /** Whether a delete is in progress, or was when the run that wrote it was killed. */
  readonly isDeleting: boolean;
  /** Whether a replacement hasn't ended whose old resource was deleted, or retained. */
  readonly isReplacing: boolean;
  /**
   * When the resources were created that the history of the stack counts, in milliseconds, or NaN: without those whose create or update has
   * failed.
   */
  readonly created: readonly number[];
}

export function readExport(text: string): ExportedState {
  const deployment = deploymentIn(text);
  const all = resourcesIn(deployment);
  const [first] = all;
  const explicit = explicitProviders(all);
  const pending = objectsIn(deployment.pending_operations);
  return {
    stack: typeof first?.urn === "string" ? stackIn(first.urn) : undefined,
    isDeleting: pending.some(({ type }) => type === "deleting"),
    isReplacing: all.some(({ pendingReplacement }) => pendingReplacement === true),
    created: all.filter(isCounted).map(({ created }) => Date.parse(String(created))),
    resources: [
      ...all.flatMap((each): readonly StackResource[] => {
        const own = ownResource(each);
        if (own === undefined) return [];
        const { urn, kind, id, outputs } = own;
        const keeps = each.protect === true ? "protect" : each.retainOnDelete === true ? "retainOnDelete" : undefined;
        const { deletedWith } = each;
        const provider = explicit.get(String(each.provider));
        return [
          {
            ...{ urn, kind, id, values: outputs },
            ...(keeps === undefined ? {} : { keeps }),
            ...(provider === undefined ? {} : { provider }),
            ...(typeof deletedWith === "string" ? { deletedWith } : {}),
            ...(each.delete === true ? { awaits: "deletion" as const } : {}),
            ...(isObject(each.propertyDependencies) ? { refersTo: urnsIn(each.propertyDependencies) } : {}),
            ...(each.pendingReplacement === true ? { awaits: "replacement" as const } : {}),
          },
        ];
      }),
      ...pending.flatMap(({ type, resource }) => {
        const own = type === "creating" && isObject(resource) ? ownResource({ ...resource, id: "" }) : undefined;
        if (own === undefined) return [];
        const { urn, kind, id, inputs } = own;
        return [{ urn, kind, id, values: inputs, awaits: "creation" as const }];
      }),
    ],
  };
}

/** The history counts neither what a program only reads nor default providers, which the engine tells by their names. */
const isCounted = ({ urn, type, external, delete: isOld, initErrors }: Values) =>
  external !== true &&
  isOld !== true &&
  initErrors === undefined &&
  !(String(type).startsWith("pulumi:providers:") && nameInUrn(String(urn)).startsWith("default"));

const urnsIn = (dependencies: Values) =>
  Object.values(dependencies).flatMap((urns) => (Array.isArray(urns) ? urns.map(String) : []));

/** The explicit providers with known addresses, by the URN and ID with which resources refer to them. */
function explicitProviders(all: readonly Values[]): ReadonlyMap<string, NonNullable<StackResource["provider"]>> {
  const providers = all.filter(({ type }) => typeof type === "string" && type.startsWith("pulumi:providers:"));
  return new Map(
    providers.flatMap(({ urn, id, inputs }) => {
      const specified = isObject(inputs) ? inputs : {};
      const name = nameInUrn(String(urn));
      const address = addressIn(specified);
      return address !== undefined && isExplicit(name, specified)
        ? [[`${urn}::${id}`, { name, address }] as const]
        : [];
    }),
  );
}

/** A resource of this provider that a program manages. Secret values are objects, encrypted or not. */
export interface ManagedResource {
  readonly urn: string;
  readonly kind: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/** The same without the old resources of replacements. */
export function managedResourcesIn(text: string): readonly ManagedResource[] {
  return resourcesIn(deploymentIn(text)).flatMap((each) =>
    each.delete === true || each.pendingReplacement === true ? [] : (ownResource(each) ?? []),
  );
}

function deploymentIn(text: string): Values {
  const state = parseJson(text) as Value | undefined;
  const checkpoint = isObject(state) ? state.checkpoint : undefined;
  const deployment = isObject(checkpoint) ? (checkpoint.latest ?? {}) : isObject(state) ? state.deployment : undefined;
  if (!isObject(deployment)) throw new Error("it printed no deployment");
  return deployment;
}

/** Without resources, the engine omits the list. */
const resourcesIn = ({ resources }: Values): readonly Values[] => objectsIn(resources);

function ownResource({ urn, type, id, inputs, outputs, external }: Values): ManagedResource | undefined {
  const kind = typeof type === "string" ? kindOfType(type) : undefined;
  if (kind === undefined || typeof urn !== "string" || typeof id !== "string") return undefined;
  if (external === true) return undefined;
  return { urn, kind, id, inputs: isObject(inputs) ? inputs : {}, outputs: isObject(outputs) ? outputs : {} };
}
