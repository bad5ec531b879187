import { nameInUrn } from "../claims/holders.js";
import { identityOf } from "../claims/identity.js";
import { labelOf } from "../definition/reference.js";
import type { Call, Created, Log, ResourceDefinition, Verbs } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { InternalError, InvalidArgumentError } from "../errors/index.js";
import { spellingsOf } from "../platform/environment.js";
import type { Operation } from "../platform/operation.js";
import { limitedTo, type Platform } from "../platform/platform.js";
import { hasUnknown, type Values } from "../schema/json.js";
import { redactorOf, redactTexts } from "../values/redact.js";
import type { ResourceRequest, StoredResource } from "./requests.js";
import { fitting, PartialFailure } from "./stored.js";

/** The platform of a connection. Throws an error that a user can act on if its settings are wrong. */
export type PlatformFor = (connection: string | undefined) => Platform;

/** What all calls of a kind share. */
export interface Setup {
  readonly definition: ResourceDefinition;
  /** The defaults, with the overrides of the definition. */
  readonly verbs: Verbs;
  readonly platformFor: PlatformFor;
  readonly kindNamed: Call["kindNamed"];
  /** Messages that plans have shown already: an operation may plan a resource more than once. */
  readonly shown: Set<string>;
}

/** What a request says about what is known from before. */
interface Before {
  readonly id?: string;
  readonly argsBefore?: Values | undefined;
  readonly stored?: StoredResource;
}

/**
 * What a call operates on. Settings are read when its platform is first used, and its time begins with its first request: a call that
 * sends nothing needs neither.
 *
 * @param placed Values that name the connection, if `values` does not.
 */
export function callOf(
  { definition, verbs, platformFor, kindNamed }: Setup,
  values: Values,
  request: ResourceRequest & Before,
  placed = values,
): Call {
  const { secrets, urn, id, argsBefore, stored } = request;
  const own = definition.concrete?.(values) ?? definition;
  const { resourceName = urn === undefined ? undefined : nameInUrn(urn) } = request;
  const marked = withSecrets(own, secrets);
  // A message may say what was there before.
  const hiders = [values, argsBefore, stored?.values].flatMap((each) =>
    each === undefined ? [] : [hiderOf(marked, each, secrets)],
  );
  const hide = (text: string) => hiders.reduce((hidden, hideOne) => hideOne(hidden), text);
  const log: Log = {
    warn: (text) => request.log.warn(hide(text)),
    info: (text) => request.log.info(hide(text)),
  };
  let [platform, operation]: [Platform?, Operation?] = [];
  const label = labelOf(marked, values, { id, resourceName });
  return {
    definition: marked,
    verbs,
    kindNamed,
    hide,
    log,
    label,
    urn,
    get platform() {
      const connection = typeof placed.connection === "string" ? placed.connection : undefined;
      const origin = { name: () => urn ?? label, connection, hide, warn: log.warn };
      platform ??= limitedTo(platformFor(connection), { ...request, origin });
      return platform;
    },
    get operation() {
      operation ??= this.platform.client.begin();
      return operation;
    },
  };
}

/** The definition with these arguments as secrets, so that nothing that uses it shows their values. */
export function withSecrets(definition: ResourceDefinition, names: readonly string[]): ResourceDefinition {
  if (names.length === 0) return definition;
  const args = Object.fromEntries(
    Object.entries(definition.args).map(([name, field]) => [
      name,
      names.includes(name) && field.secret !== true
        ? { ...field, secret: true, isMarked: { stated: field.secret ?? false } }
        : field,
    ]),
  );
  return { ...definition, args, body: { ...definition.body, members: args } };
}

function hiderOf({ body }: ResourceDefinition, values: Values, secrets: readonly string[]): (text: string) => string {
  const { connection } = values;
  const hide = redactorOf(body, values);
  if (typeof connection !== "string" || !secrets.includes("connection")) return hide;
  const hideConnection = redactTexts(spellingsOf(connection), 1);
  return (text) => hide(hideConnection(text));
}

/** Refuses arguments with an unknown value, so that a write never omits something that the program sets. */
export function requireKnown({ label }: Call, args: Values): void {
  const [path] = Object.keys(args).filter((name) => hasUnknown(args[name]));
  if (path === undefined) return;
  const expected =
    "must be known: it depends on a resource that isn't part of this run; add that to --target, or remove it from --exclude";
  throw new InvalidArgumentError(label, { path, expected });
}

/**
 * Keeps every failure readable: one of ours as it is, anything else as a bug in the provider.
 *
 * @param keep What is stored of a resource after a partial failure.
 */
export async function guarded<T>(
  { hide, label }: Call,
  doing: string,
  work: () => Promise<T>,
  keep?: (state: Values) => StoredResource,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PartialFailure && keep !== undefined) throw error.keeping(fitting(keep(error.state)), hide);
    if (error instanceof AppPlatformError) throw error.redacted(hide);
    if (process.env.APP_PLATFORM_DEBUG && error instanceof Error)
      process.stderr.write(`${hide(String(error.stack))}\n`);
    throw new InternalError(`${doing} ${label}`, error).redacted(hide);
  }
}

/**
 * What is stored after a successful call. A failure in this must not lose the resource. When the stack forgets the same resource
 * under an old name later, that must not delete it.
 */
export function storing(
  { definition }: Setup,
  call: Call,
  { id }: Pick<Created, "id">,
  store: () => StoredResource,
): StoredResource {
  const stored = storeOrKeep(call.label, id, store);
  const known = { ...stored.values, id };
  call.platform.holdings.saved(identityOf(definition, id, known), call, known);
  return stored;
}

function storeOrKeep(label: string, id: string, store: () => StoredResource): StoredResource {
  try {
    return store();
  } catch (error) {
    throw new PartialFailure(label, { id, state: {} }, "reading the response", error);
  }
}

/**
 * Maximum time to wait for what the platform carries out later, in seconds: what the program says, how long the caller waits, or what is
 * usual for the kind.
 */
export function secondsToWait({ definition, platform }: Call, values: Values, otherwise: number): number {
  if (typeof values.timeoutSeconds === "number") return values.timeoutSeconds;
  const { deadline, clock } = platform;
  if (deadline !== undefined) return Math.max(0, Math.round((deadline - clock.elapsed()) / 1000));
  return Number(definition.args.timeoutSeconds?.default ?? otherwise);
}
