import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { kindOfType } from "../definition/names.js";
import { nameInUrn, type StackName, type StackReader, type StackResource, stackIn } from "../ownership/stackOwners.js";
import { isObject, parseJson, type Value, type Values } from "../schema/json.js";
import { engineAddress, type ProcessInfo, startingProgram } from "./engineWatch.js";
import { addressIn, isExplicit } from "./providerState.js";

/** Maximum time that `pulumi stack export` may take, in milliseconds. */
const timeLimit = 60_000;

/** What a plugin process reads of the state of its stack. */
export interface StackState {
  readonly readStack: StackReader;
  /**
   * Reads what the stack of a resource has when the run begins, once for each stack. The engine deletes nothing while it waits for a
   * provider to be configured, or for the program. A preview deletes nothing at all.
   *
   * @returns The resources the first time; nothing later, or if they aren't known.
   */
  noteStart(urn: string | undefined): Promise<readonly StackResource[]>;
}

export function stackState(signal: AbortSignal): StackState {
  /** The stacks of the process, each with its resources at the start; without a promise in a preview. */
  const stacks = new Map<
    string,
    { readonly stack: StackName; readonly start?: Promise<readonly StackResource[] | undefined> }
  >();
  const keyOf = ({ name, project }: StackName) => `${project}::${name}`;
  const read = stateReader(signal);
  return {
    async readStack(named, isRight, moment) {
      const stack = named ?? (stacks.size === 1 ? [...stacks.values()][0]?.stack : undefined);
      if (stack === undefined) throw new Error("Pulumi doesn't say which stack this resource is of");
      if (moment === "now") return (await read(stack, isRight, moment)).resources;
      const start = await stacks.get(keyOf(stack))?.start;
      if (moment === "before this run") {
        const { states, resources } = await read(stack, isRight, moment);
        if (states > 0) return resources;
      }
      if (start === undefined) throw new Error("Pulumi had begun to delete before it called the provider");
      return start;
    },
    async noteStart(urn) {
      const stack = urn === undefined ? undefined : stackIn(urn);
      if (stack === undefined) return [];
      const key = keyOf(stack);
      if (stacks.has(key)) {
        await stacks.get(key)?.start;
        return [];
      }
      const start = isPreview() ? undefined : startOf(read(stack, () => true, "now"));
      stacks.set(key, { stack, ...(start && { start }) });
      return (await start) ?? [];
    },
  };
}

/** Nothing if it can't be read, or if the run has begun to delete: then some resources may be missing. */
const startOf = (reading: Promise<ExportedState>) =>
  reading.then(
    ({ resources, isDeleting }) => (isDeleting ? undefined : resources),
    () => undefined,
  );

/** Whether the command is `pulumi preview`: a stack may have the same name. */
const isPreview = () => engineAddress() !== undefined && startingProgram()?.args[1] === "preview";

/**
 * Reads this provider's resources in a stack's state with `pulumi stack export`, which neither waits for the run's lock nor decrypts
 * secrets.
 *
 * It asks for the stack by its name, then as the run's command line spells it (perhaps with an organization), then for the selected
 * stack. The first state that is of this stack and has what the caller looks for is the right one.
 */
function stateReader(signal: AbortSignal) {
  return async (
    stack: StackName,
    isRight: (resources: readonly StackResource[]) => boolean,
    moment: "now" | "before this run",
  ): Promise<ExportedState & { readonly states: number }> => {
    // Started by an engine, a plugin gets its address. Otherwise, the parent may be anything.
    const parent = engineAddress() === undefined ? undefined : startingProgram();
    const folder = parent?.folder ?? process.cwd();
    const pulumi: Pulumi = (...args) => printed(parent, folder, args, signal);
    const wrong: string[] = [];
    // Several spellings usually fail for the same reason.
    const failed = new Map<string, string[]>();
    for (const encoding of encodings(stack, parent?.args ?? [])) {
      const options = encoding === undefined ? [] : ["--stack", encoding];
      const command = ["pulumi stack export", ...options].join(" ");
      const texts =
        moment === "now"
          ? pulumi("stack", "export", ...options).then((text) => [text])
          : exportsBefore(pulumi, stack, options, folder);
      const why = await texts.then(
        (exports) => {
          const states = exports.map(readExport);
          const other = states.flatMap((each) => each.stack ?? []).find((each) => !isSame(each, stack));
          if (other !== undefined)
            return `\`${command}\` printed the stack ${other.name} of the project ${other.project}`;
          const resources = states.flatMap((each) => each.resources);
          const isDeleting = states.some((each) => each.isDeleting);
          return isRight(resources)
            ? { stack, resources, isDeleting, states: states.length }
            : `the state that \`${command}\` prints doesn't have this resource`;
        },
        (error: Error) => {
          signal.throwIfAborted();
          failed.set(error.message, [...(failed.get(error.message) ?? []), `\`${command}\``]);
          return undefined;
        },
      );
      if (typeof why === "object") return why;
      if (why !== undefined) wrong.push(why);
    }
    const failures = [...failed].map(([message, commands]) => `${commands.join(" and ")} failed: ${message}`);
    throw new Error([...wrong, ...failures].join("; "));
  };
}

const isSame = (one: StackName, other: StackName) => one.name === other.name && one.project === other.project;

/** Possible spellings of the stack, the selected one last. */
function encodings({ name }: StackName, args: readonly string[]): (string | undefined)[] {
  const qualified = [...args, process.env.PULUMI_STACK ?? ""].flatMap((each) => {
    const [, found] = /(?:^|=|^-[a-zA-Z]*?s)((?:[\w.-]+\/){1,2}[\w.-]+)$/.exec(each) ?? [];
    return found?.endsWith(`/${name}`) ? [found] : [];
  });
  return [...new Set([name, ...qualified, undefined])];
}

function printed(
  parent: ProcessInfo | undefined,
  cwd: string,
  command: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  // The executable of a running process may have been removed or replaced by another version.
  const executable = parent !== undefined && existsSync(parent.executable) ? parent.executable : "pulumi";
  const args = [...command, "--non-interactive", "--color=never"];
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const limits = { signal, timeout: timeLimit, killSignal: "SIGKILL", maxBuffer: Number.POSITIVE_INFINITY } as const;
  return new Promise((resolve, reject) => {
    execFile(executable, args, { cwd, env, ...limits }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (signal.aborted) reject(signal.reason);
      else reject(new Error(firstLine(stderr) ?? firstLine(error.message)));
    }).stdin?.end();
  });
}

function firstLine(text: string): string | undefined {
  return text
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "");
}

export interface ExportedState {
  /** Nothing for a stack without resources. */
  readonly stack: StackName | undefined;
  /** Resources that the stack has created or adopted, and those that a killed run was creating: not those that a program only reads. */
  readonly resources: readonly StackResource[];
  /** Whether a delete is in progress, or was when the run that wrote it was killed. */
  readonly isDeleting: boolean;
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

const objectsIn = (list: Value | undefined) => (Array.isArray(list) ? list.filter(isObject) : []);

function ownResource({ urn, type, id, inputs, outputs, external }: Values): ManagedResource | undefined {
  const kind = typeof type === "string" ? kindOfType(type) : undefined;
  if (kind === undefined || typeof urn !== "string" || typeof id !== "string") return undefined;
  if (external === true) return undefined;
  return { urn, kind, id, inputs: isObject(inputs) ? inputs : {}, outputs: isObject(outputs) ? outputs : {} };
}

/** Runs a command of the Pulumi CLI of this run, and returns its output. */
export type Pulumi = (...args: readonly string[]) => Promise<string>;

/** How many completed runs to look at: a failed run may have removed resources from the state that still exist. */
const runs = 5;

/**
 * The states after the last completed runs, the latest first, as `pulumi stack export` prints them. A run removes resources that it
 * retains or deletes with others from the state without calling the provider, so only earlier states have them. Pulumi Cloud returns them
 * by the number of the update, and a local backend has files; other backends return none. With those, the state with which the run began
 * has what it retains, unless a run has failed since the last one that succeeded.
 *
 * @param options Select the stack of the commands.
 * @param cwd The folder in which the CLI runs, which resolves the address of a local backend from there.
 * @throws Error that says why they aren't known.
 */
export async function exportsBefore(
  pulumi: Pulumi,
  stack: StackName,
  options: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const size = String(runs + 1);
  const updates: unknown = JSON.parse(await pulumi("stack", "history", "--json", "--page-size", size, ...options));
  const completed = (Array.isArray(updates) ? updates : []).filter(({ result }: Values) => result !== "in-progress");
  const versions = completed.flatMap(({ version }: Values) => (Number(version) > 0 ? [String(version)] : []));
  if (versions.length > 0) {
    const exports = versions.slice(0, runs);
    return Promise.all(exports.map((version) => pulumi("stack", "export", "--version", version, ...options)));
  }
  const { url } = JSON.parse(await pulumi("whoami", "--verbose", "--json")) as { readonly url?: string };
  if (url?.startsWith("file://") !== true) {
    if (completed[0]?.result === "failed") throw new Error("the last run failed, and may have retained it");
    return [];
  }
  const path = url.slice("file://".length).replace(/\?.*$/, "").replace(/^~/, homedir());
  return latestCheckpoints(resolve(cwd, decodeURIComponent(path)), stack);
}

/** The latest checkpoints in the history of a stack in a local backend. */
function latestCheckpoints(backend: string, { name, project }: StackName): readonly string[] {
  const history = join(backend, ".pulumi", "history");
  const found = [join(history, project, name), join(history, name)].flatMap((folder) =>
    filesIn(folder).flatMap((file) => {
      const [, time, suffix] = /-(\d+)\.checkpoint\.json(|\.gz)$/.exec(file) ?? [];
      return time === undefined ? [] : [{ path: join(folder, file), time: BigInt(time), isZipped: suffix !== "" }];
    }),
  );
  if (found.length === 0) throw new Error(`there is no checkpoint in ${history}`);
  const latest = found.sort((one, other) => (one.time < other.time ? 1 : -1)).slice(0, runs);
  return latest.map(({ path, isZipped }) => {
    const bytes = readFileSync(path);
    return (isZipped ? gunzipSync(bytes) : bytes).toString("utf8");
  });
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
