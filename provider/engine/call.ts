import type { Call, Created, Log, ResourceDefinition, Verbs } from "../definition/kind.js";
import { labelOf } from "../definition/references.js";
import { AppPlatformError, oneLine, type SettingWords, withSettings } from "../errors/appPlatformError.js";
import { InternalError, InvalidArgumentError } from "../errors/index.js";
import { identityOf, nameOf } from "../ownership/identity.js";
import type { Run } from "../ownership/run.js";
import { nameInUrn } from "../ownership/stackOwners.js";
import { encodingsOf } from "../platform/environment.js";
import type { Operation } from "../platform/operation.js";
import { limitedTo, type Platform } from "../platform/platform.js";
import { PartialFailure, recorded } from "../resource/partialFailure.js";
import { parentIn } from "../resource/plan.js";
import { hasUnknown, UNKNOWN, type Values } from "../schema/json.js";
import { redactorOf, redactTexts } from "../values/redact.js";
import type { EngineRequest, StoredResource } from "./request.js";
import { fitting, withSecrets } from "./state.js";

/** The platform of a connection. Throws an error that a user can act on if its settings are invalid. */
export type PlatformFor = (connection: string | undefined) => Platform;

/** What all calls of a kind share. */
export interface Setup {
  readonly definition: ResourceDefinition;
  readonly verbs: Verbs;
  readonly platformFor: PlatformFor;
  readonly run: Run;
  readonly kindNamed: Call["kindNamed"];
  /** Messages that plans have already shown: one operation may plan a resource several times. */
  readonly shown: Set<string>;
}

/**
 * What a call operates on. Its platform reads the settings, and its operation starts the clock, only when first used: a call that sends
 * nothing needs neither. `located` has the connection, if `values` doesn't.
 */
export function callOf(
  { definition, verbs, platformFor, run, kindNamed }: Setup,
  values: Values,
  request: EngineRequest,
  located = values,
): Call {
  const { urn, id, state, oldInputs, secrets, seconds, signal } = request;
  const own = definition.concrete?.(values) ?? definition;
  const { resourceName = urn === undefined ? undefined : nameInUrn(urn) } = request;
  const names = [...new Set([...secrets.now, ...secrets.before.names])];
  const marked = withSecrets(own, names);
  let redactors: readonly ((text: string) => string)[] | undefined;
  // Messages may also contain former values.
  const redact = (given: string) => {
    const text = withSettings(given, () => wordsFor(platformFor, located));
    redactors ??= [values, oldInputs, state.values, state.previous].flatMap((each) =>
      each === undefined ? [] : [redactorFor(marked, each, names)],
    );
    return redactors.reduce((redacted, redactOne) => redactOne(redacted), text);
  };
  const log: Log = {
    warn: (text) => request.log.warn(oneLine(redact(text))),
    info: (text) => request.log.info(oneLine(redact(text))),
  };
  let [platform, operation]: [Platform?, Operation?] = [];
  const label = labelOf(marked, values, { id: id || undefined, resourceName });
  return {
    definition: marked,
    run,
    verbs,
    kindNamed,
    redact,
    log,
    label,
    urn,
    get platform() {
      const connection = typeof located.connection === "string" ? located.connection : undefined;
      const origin = { name: () => urn ?? label, connection, redact, warn: log.warn };
      platform ??= limitedTo(platformFor(connection), { seconds, signal, origin });
      return platform;
    },
    get operation() {
      operation ??= this.platform.client.begin();
      return operation;
    },
  };
}

/** How advice names the settings of the call's platform; as in the stack configuration if the settings are invalid. */
function wordsFor(platformFor: PlatformFor, { connection }: Values): SettingWords | undefined {
  try {
    return platformFor(typeof connection === "string" ? connection : undefined).settingWords;
  } catch {
    return undefined;
  }
}

function redactorFor(
  { body }: ResourceDefinition,
  values: Values,
  secrets: readonly string[],
): (text: string) => string {
  const { connection } = values;
  const redact = redactorOf(body, values);
  if (typeof connection !== "string" || !secrets.includes("connection")) return redact;
  const redactConnection = redactTexts(encodingsOf(connection), 1);
  return (text) => redact(redactConnection(text));
}

/** A partial failure for the engine, which stores `id` and `properties`, and shows `reasons`. */
export class InitFailure extends Error {
  readonly id: string;
  readonly reasons: readonly string[];
  /** `stored` in the form of the provider, which adds it. */
  properties: Values = {};

  constructor(
    { id, message, reasons, cause }: PartialFailure,
    readonly stored: StoredResource,
  ) {
    super(message, { cause });
    this.name = "InitFailure";
    this.id = id;
    this.reasons = reasons;
  }
}

/** Rejects unknown values, so that a write never omits an argument that the program sets. */
export function requireKnown({ label }: Call, args: Values): void {
  if (!hasUnknown(args)) return;
  const path = Object.keys(args).find((name) => hasUnknown(args[name])) as string;
  const expected =
    "must be known: it depends on a resource that isn't part of this run; add that to --target, or remove it from --exclude";
  throw new InvalidArgumentError(label, { path, expected });
}

/** Passes on our own errors, and reports any other as a bug in the provider. `keep` returns what is stored after a partial failure. */
export async function guarded<T>(
  call: Call,
  doing: string,
  work: () => Promise<T>,
  keep?: (state: Values) => StoredResource,
): Promise<T> {
  const { redact, label } = call;
  try {
    return await work();
  } catch (error) {
    if (error instanceof PartialFailure && keep !== undefined)
      throw new InitFailure(error.redacted(redact), fitting(seenAt(call, keep(error.state))));
    if (error instanceof AppPlatformError) throw error.redacted(redact);
    if (process.env.APP_PLATFORM_DEBUG && error instanceof Error)
      process.stderr.write(`${redact(String(error.stack))}\n`);
    throw new InternalError(`${doing} ${label}`, error).redacted(redact);
  }
}

/**
 * What is stored after a successful call. If that fails, the resource must not be lost. Records it, so that the stack
 * doesn't delete the resource when it later removes it under a former name.
 */
export function storing(
  { definition }: Setup,
  call: Call,
  written: Created,
  store: () => StoredResource,
): StoredResource {
  const { id } = written;
  let stored: StoredResource;
  try {
    stored = seenAt(call, store());
  } catch (error) {
    throw new PartialFailure(call.label, { id, state: {} }, "reading the response", error);
  }
  const known = { ...stored.values, id };
  recorded(call, written, () => call.run.ownership.saved(identityOf(definition, id, known), call, known));
  return stored;
}

/** What is stored of a resource that a response has shown on the call's platform. */
export function seenAt({ platform }: Call, stored: StoredResource): StoredResource {
  return { ...stored, location: platform.location };
}

/** After a write to a service or something that services see: deploys again what triggers have already handled in this run. */
export async function deployedAgain({ definition, run, label }: Call, written: Created): Promise<void> {
  if (definition.isSeenByServices !== true && definition.deployedAs === undefined) return;
  // A change of a service itself shows in its revision.
  const parent = definition.deployedAs === undefined ? parentIn(written.state) : undefined;
  await run.deployments.written(parent).catch((error) => {
    const cause = error instanceof PartialFailure ? error.cause : error;
    throw new PartialFailure(label, written, "deploying the services that use it", cause);
  });
}

/**
 * Notes a service's environment for resources that name the service later in the run, by its ID or, before it has one, by kind and name.
 */
export function noteParent({ definition, run }: Call, values: Values, id?: string): void {
  if (definition.deployedAs === undefined) return;
  const name = nameOf(definition, values);
  const service = id ?? (name === undefined ? undefined : `${definition.kind} ${name}`);
  const environment = values[definition.pathArgs[0] ?? ""];
  if (service === undefined || typeof environment !== "string" || environment === UNKNOWN) return;
  run.deployments.seenIn(service, environment);
}
