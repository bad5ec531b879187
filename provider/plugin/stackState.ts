import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { nameInUrn, type StackName, type StackReader, type StackResource, stackIn } from "../claims/holders.js";
import { kindOfType } from "../definition/names.js";
import { isObject, parseJson, type Value, type Values } from "../schema/json.js";
import { engineAddress, type ProcessInfo, startingProgram } from "./processInfo.js";
import { addressIn, isExplicit } from "./providerState.js";
import { exportsBefore, type Pulumi } from "./stackHistory.js";

/** Maximum time that `pulumi stack export` may take, in milliseconds. */
const timeLimit = 60_000;

/**
 * Reads this provider's resources in the state of a stack, as `pulumi stack export` prints it. It neither waits for the lock of the
 * run nor decrypts secrets.
 *
 * The command is asked for the stack by its name, then as the command line of the run spells it, which may have an organization, and
 * last for the selected stack. A spelling only leads to a state: the first one that is of this stack and has what the caller looks
 * for is the right one.
 */
export function stackReader(signal: AbortSignal): StackReader {
  return async (stack, isRight, moment) => {
    // The engine is part of the command line. What starts a plugin without the address of one may be anything.
    const parent = engineAddress() === undefined ? undefined : startingProgram();
    const pulumi: Pulumi = (...args) => printed(parent, args, signal);
    const wrong: string[] = [];
    // Several spellings usually fail for one reason.
    const failed = new Map<string, string[]>();
    for (const spelling of spellings(stack, parent?.args ?? [])) {
      const options = spelling === undefined ? [] : ["--stack", spelling];
      const command = ["pulumi stack export", ...options].join(" ");
      const texts =
        moment === "now"
          ? pulumi("stack", "export", ...options).then((text) => [text])
          : exportsBefore(pulumi, stack, options);
      const why = await texts.then(
        (exports) => {
          const states = exports.map(readExport);
          const other = states.flatMap((each) => each.stack ?? []).find((each) => !isSame(each, stack));
          if (other !== undefined)
            return `\`${command}\` printed the stack ${other.name} of the project ${other.project}`;
          const resources = states.flatMap((each) => each.resources);
          return isRight(resources) ? resources : `the state that \`${command}\` prints doesn't have this resource`;
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

/** How the stack may be spelled, the selected one last. */
function spellings({ name }: StackName, args: readonly string[]): (string | undefined)[] {
  const qualified = [...args, process.env.PULUMI_STACK ?? ""].flatMap((each) => {
    const [, found] = /(?:^|=|^-[a-zA-Z]*?s)((?:[\w.-]+\/){1,2}[\w.-]+)$/.exec(each) ?? [];
    return found?.endsWith(`/${name}`) ? [found] : [];
  });
  return [...new Set([name, ...qualified, undefined])];
}

function printed(parent: ProcessInfo | undefined, command: readonly string[], signal: AbortSignal): Promise<string> {
  // The program of a running process may have been removed or replaced by another version.
  const executable = parent !== undefined && existsSync(parent.executable) ? parent.executable : "pulumi";
  const args = [...command, "--non-interactive", "--color=never"];
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const limits = { signal, timeout: timeLimit, killSignal: "SIGKILL", maxBuffer: Number.POSITIVE_INFINITY } as const;
  return new Promise((resolve, reject) => {
    execFile(executable, args, { cwd: parent?.folder ?? process.cwd(), env, ...limits }, (error, stdout, stderr) => {
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

/** What an exported state has. */
export interface ExportedState {
  /** Which stack it is of; nothing for a stack without resources. */
  readonly stack: StackName | undefined;
  /**
   * This provider's resources that hold something on a platform: not those that a program only reads, nor those that are deleted
   * already and still to be replaced.
   */
  readonly resources: readonly StackResource[];
}

export function readExport(text: string): ExportedState {
  const all = resourcesIn(text);
  const [first] = all;
  const explicit = explicitProviders(all);
  return {
    stack: typeof first?.urn === "string" ? stackIn(first.urn) : undefined,
    resources: all.flatMap((each) => {
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
        },
      ];
    }),
  };
}

/** The explicit providers whose addresses are known, by the URN and ID by which resources name them. */
function explicitProviders(all: readonly Values[]): ReadonlyMap<string, NonNullable<StackResource["provider"]>> {
  const providers = all.filter(({ type }) => typeof type === "string" && type.startsWith("pulumi:providers:"));
  return new Map(
    providers.flatMap(({ urn, id, inputs }) => {
      const given = isObject(inputs) ? inputs : {};
      const name = nameInUrn(String(urn));
      const address = addressIn(given);
      return address !== undefined && isExplicit(name, given) ? [[`${urn}::${id}`, { name, address }] as const] : [];
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

/** The same resources without those that wait for their deletion, since another one has taken their place in the program. */
export function managedResourcesIn(text: string): readonly ManagedResource[] {
  return resourcesIn(text).flatMap((each) => (each.delete === true ? [] : (ownResource(each) ?? [])));
}

function resourcesIn(text: string): readonly Values[] {
  const state = parseJson(text) as Value | undefined;
  const checkpoint = isObject(state) ? state.checkpoint : undefined;
  const deployment = isObject(checkpoint) ? (checkpoint.latest ?? {}) : isObject(state) ? state.deployment : undefined;
  const resources = isObject(deployment) ? deployment.resources : undefined;
  // The engine omits the resources of a stack that has none.
  if (!isObject(deployment)) throw new Error("it printed no deployment");
  return Array.isArray(resources) ? resources.filter(isObject) : [];
}

function ownResource({
  urn,
  type,
  id,
  inputs,
  outputs,
  external,
  pendingReplacement,
}: Values): ManagedResource | undefined {
  const kind = typeof type === "string" ? kindOfType(type) : undefined;
  if (kind === undefined || typeof urn !== "string" || typeof id !== "string") return undefined;
  if (external === true || pendingReplacement === true) return undefined;
  return { urn, kind, id, inputs: isObject(inputs) ? inputs : {}, outputs: isObject(outputs) ? outputs : {} };
}
