/** What the dynamic and the native provider do with a message of the engine: both make the same request, write its result, and share platforms. */
import type { Log, ResourceDefinition } from "../definition/kind.js";
import type { Ledger } from "../ownership/ownership.js";
import { newRun, type Run } from "../ownership/run.js";
import { newOwners } from "../ownership/stackOwners.js";
import { skipsCheckpoints } from "../platform/environment.js";
import type { Clock } from "../platform/operation.js";
import { newPlatforms, type Platforms } from "../platform/platform.js";
import type { ObjectField } from "../schema/field.js";
import { pick, sameJson, type Values } from "../schema/json.js";
import {
  type KnownSecrets,
  type Marked,
  pathsOf,
  repeatedSecrets,
  separateSecrets,
  stillSecret,
  withIgnoredSecrets,
} from "../values/secrets.js";
import { inputsSeenIn } from "../values/stored.js";
import { InitFailure } from "./call.js";
import { jsonOutput, LOCATION, NORMALIZED, PREVIOUS, type ProgramHints, separateHints, withPending } from "./hints.js";
import { type EngineRequest, noSecrets, type WrittenResource } from "./request.js";
import type { StackState } from "./stackState.js";
import { argumentsIn, storedIn, suppliedNames, withSecrets } from "./state.js";

/** How a provider writes inputs and outputs for the engine: where the two differ on purpose. */
export interface Frontend {
  /** Marks these names, and what is always secret. */
  mark(body: ObjectField, names: readonly string[], values: Values): Values;
  /** Outputs besides the values and what both providers store. */
  ownOutputs(resource: Outputs): Values;
}

/** What outputs consist of. */
interface Outputs extends WrittenResource {
  /** With its secrets as secret. */
  readonly definition: ResourceDefinition;
  readonly request: EngineRequest;
  /** Names of what is secret because the program marks it, or has marked it, and of what repeats a secret. */
  readonly secrets: readonly string[];
}

/** Writes resources of one kind for the engine, which encrypts what is marked. */
export function writerOf({ mark, ownOutputs }: Frontend, definition: ResourceDefinition) {
  const { body } = definition;

  /** Inputs or outputs, with what is secret marked. */
  const marked = (names: readonly string[], values: Values): Values =>
    mark(body, [...names, ...repeatedSecrets(body, names, values), NORMALIZED, PREVIOUS], values);

  /** What the engine stores of a resource as its outputs. */
  const outputsOf = (request: EngineRequest, { id, stored }: WrittenResource): Values => {
    const { values, location, normalized, previous } = stored;
    const { now, before } = request.secrets;
    const names = [...now, ...stillSecret(before, values)];
    // What repeats a secret is still one when the secret changes.
    const secrets = [...new Set([...names, ...repeatedSecrets(body, names, values)])];
    const outputs = {
      ...values,
      ...ownOutputs({ definition: withSecrets(definition, secrets), request, id, stored, secrets }),
      ...(location === undefined ? {} : { [LOCATION]: location }),
      ...jsonOutput(NORMALIZED, normalized),
      ...jsonOutput(PREVIOUS, previous),
    };
    const isSecret = suppliedNames(definition).some((name) => secrets.includes(name));
    return marked(isSecret ? [...secrets, "deployable"] : secrets, outputs);
  };

  /** Runs a create or an update. Its result has outputs, and so has a partial failure. */
  const writing = async (
    request: EngineRequest,
    write: (request: EngineRequest) => Promise<WrittenResource>,
  ): Promise<{ readonly id: string; readonly outputs: Values }> => {
    try {
      const written = await write(request);
      return { id: written.id, outputs: outputsOf(request, written) };
    } catch (error) {
      if (error instanceof InitFailure) error.properties = outputsOf(request, error);
      throw error;
    }
  };
  return { marked, outputsOf, writing };
}

/** What the engine passes with a call after the check. Values have the names that are secret among them. */
interface Received {
  readonly inputs?: KnownSecrets;
  readonly state?: KnownSecrets;
  readonly oldInputs?: KnownSecrets | undefined;
  readonly ignoreChanges?: readonly string[] | undefined;
  /** Names of arguments that depend on a resource outside of this run, from the last check. */
  readonly pending?: readonly string[] | undefined;
}

/** The part of a request that says what the resource is and shall be. */
export function contentOf(
  definition: ResourceDefinition,
  { inputs, state, oldInputs, ignoreChanges = [], pending = [] }: Received,
): Pick<EngineRequest, "inputs" | "state" | "oldInputs" | "ignoreChanges" | "secrets"> {
  const before = state ?? noSecrets.before;
  const stored = storedIn(definition, before.values);
  const former = oldInputs && argumentsIn(definition, oldInputs.values);
  const specified = argumentsIn(definition, inputs?.values ?? {});
  const args =
    ignoreChanges.length === 0 ? specified : withIgnored(definition, specified, stored.values, former, ignoreChanges);
  const names = [...new Set([...before.names, ...(oldInputs?.names ?? [])])];
  return {
    inputs: withPending(args, pending),
    state: stored,
    oldInputs: former,
    ignoreChanges,
    // Without new inputs, what is secret is what the state marks.
    secrets: { now: inputs?.names ?? names, before: { names, values: before.values } },
  };
}

/**
 * The arguments, with those in `ignoreChanges` as the state has them. The engine takes them from the old inputs, which the first read of a
 * process by the dynamic provider leaves as they were.
 */
function withIgnored(
  { body, owned }: ResourceDefinition,
  specified: Values,
  state: Values,
  oldInputs: Values | undefined,
  ignored: readonly string[],
): Values {
  const { values: args } = withIgnoredSecrets(owned?.args, { values: specified, secrets: [] }, ignored, state);
  if (oldInputs === undefined) return args;
  const names = ignored.flatMap((path) => (path === "*" ? Object.keys(args) : path.split(/[.[]/, 1)));
  const isIgnored = (name: string) => sameJson(args[name], oldInputs[name]);
  return { ...args, ...(inputsSeenIn(body, [pick(args, names.filter(isIgnored))], state) as Values) };
}

/**
 * The program's arguments of a check as the state has them, and the SDK's hints about them: secret entries are in the argument for
 * secrets, and those in `ignoreChanges` are as before. A new resource has no old inputs.
 */
export function specifiedIn(
  { owned }: ResourceDefinition,
  { values, secrets }: Marked,
  oldInputs: Values | undefined,
): { readonly specified: Marked; readonly hints: ProgramHints } {
  const { values: args, hints } = separateHints(values);
  const { secretEntries, ignored } = hints;
  const isPlain = secrets.length === 0 && ignored.length === 0 && Object.keys(secretEntries).length === 0;
  if (owned === undefined || isPlain) return { specified: { values: args, secrets }, hints };
  const marked = { values: args, secrets: [...secrets, ...pathsOf(owned.args, args, secretEntries)] };
  const preserved = oldInputs === undefined ? marked : withIgnoredSecrets(owned.args, marked, ignored, oldInputs);
  return { specified: separateSecrets(owned.args, preserved), hints };
}

/** What all providers of a plugin process share, of either provider. */
export interface PluginContext extends Pick<StackState, "readStack"> {
  readonly environment: NodeJS.ProcessEnv;
  /** The value of `User-Agent`. */
  readonly userAgent: string;
  /** Shows the user messages about a platform as a whole. */
  readonly log: Log;
  readonly shutdown: AbortSignal;
  /** The ledger of the run's provider processes. If omitted, this is the only one. */
  readonly ledger?: Ledger;
  readonly clock?: Clock;
}

/** The platforms that calls use, and what all of these share. */
export interface Connected {
  readonly platforms: Pick<Platforms, "of">;
  readonly run: Run;
}

/**
 * The platforms of a plugin process. They share a connection pool and cached lists for each platform. An explicit provider has a name, and
 * variables of its own instead of the environment.
 */
export function platformsOfPlugin(
  { environment, userAgent, shutdown, readStack, ledger, log, clock }: PluginContext,
  variables: NodeJS.ProcessEnv = environment,
  provider?: string,
): Connected {
  const run: Run = {
    ...newRun({ owners: newOwners(readStack), ledger }),
    // Read when first needed, like the settings.
    get skipsCheckpoints() {
      return skipsCheckpoints(environment);
    },
  };
  const shared = { shutdown, userAgent, ...(clock && { clock }), notify: log.info };
  return { platforms: newPlatforms(shared, variables, provider), run };
}
