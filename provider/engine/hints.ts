/**
 * Inputs and outputs that no program sees: what Pulumi's protocol doesn't pass between program, state and provider. Those in states never
 * change their names.
 */
import { isObject, parseJson, textsIn, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { REVISION } from "../values/revisions.js";

/** Input and output of a dynamic resource: the provider's text, which the engine stores. */
export const PROVIDER = "__provider";

/** Input and output of a dynamic resource: its Pulumi name if its kind has no names, for messages. */
export const RESOURCE_NAME = "__resourceName";

// The others that the SDK adds to the arguments are never in the state.

/** Input of a dynamic resource: its URN. Input of an explicit provider: the program declares it, whatever its name is. */
export const DECLARED = "__declared";

/**
 * Input of a dynamic resource: the platforms that the program's lookups have read, by connection. Lookups run in the program's process,
 * whose environment may have another address than the plugin's.
 */
export const LOOKUPS = "__lookups";

/** Addresses by connection; the name of the stack's own platform is empty. */
export type LookupAddresses = Readonly<Record<string, string>>;

export function writeLookups(addresses: LookupAddresses): string | undefined {
  return Object.keys(addresses).length === 0 ? undefined : JSON.stringify(addresses);
}

/**
 * Names of arguments that the program marks as secret: `description,storage`. Dynamic providers receive plain values, which would show in
 * errors and diffs, and transforms in an inline program return their arguments without marks.
 */
export const SECRETS = "__secrets";

/** Secret entries of arguments, such as `{ variables: { TOKEN: "…" } }`, or `true` for a whole argument. */
export const SECRET_ENTRIES = "__secretEntries";

/** Paths in `ignoreChanges` to entries that the state may have in another argument, as JSON. */
export const IGNORED = "__ignored";

/**
 * Names of arguments that depend on a resource outside of this run: `environmentId,ports`. In a preview, such values are unknown; in an
 * update, the engine omits them.
 */
export const PENDING = "__pending";

/** What the SDK says about the arguments of a resource. */
export interface ProgramHints {
  readonly secrets: readonly string[];
  readonly secretEntries: Values;
  readonly ignored: readonly string[];
  readonly pending: readonly string[];
  readonly lookups: LookupAddresses;
}

/** Separates the arguments from everything in this file. */
export function separateHints(specified: Values): { readonly values: Values; readonly hints: ProgramHints } {
  const {
    [SECRETS]: secrets,
    [SECRET_ENTRIES]: secretEntries,
    [IGNORED]: ignored,
    [PENDING]: pending,
    [LOOKUPS]: lookups,
    ...rest
  } = specified;
  const { [PROVIDER]: _, [RESOURCE_NAME]: _name, [DECLARED]: _urn, [MANAGED]: _managed, ...values } = rest;
  return {
    values,
    hints: {
      secrets: textIn(secrets, (text) => text.split(",").filter(Boolean)),
      secretEntries: isObject(secretEntries) ? (secretEntries as Values) : {},
      ignored: textIn(ignored, (text) => textsIn(parseJson(text) as Value | undefined)),
      pending: textIn(pending, (text) => text.split(",")),
      lookups: typeof lookups === "string" ? (JSON.parse(lookups) as LookupAddresses) : {},
    },
  };
}

function textIn(value: Value | undefined, read: (text: string) => readonly string[]): readonly string[] {
  return typeof value === "string" ? read(value) : [];
}

/**
 * Output of a dynamic resource that a program manages: its revision, then the names of the values that are secret only because the program
 * marks them, or has marked them (`9f2c51d07a3be864;description`). Empty if there are none, and `null` for a resource that is only read.
 */
export const MANAGED = "__managed";

/**
 * Output after a partial failure: what the program specified before, as JSON, since some of it may not be removed yet. Always secret, since
 * it may contain secrets.
 */
export const PREVIOUS = "__previous";

/** Output of both providers: the location of the platform on which the resource was last seen. */
export const LOCATION = "__location";

/** Output: what the platform stores instead of some values that were sent, as JSON. Always secret, since these may be. */
export const NORMALIZED = "__normalized";

/** The values of an output in JSON. */
export function jsonIn(value: Value | undefined): Values | undefined {
  return typeof value === "string" ? (parseJson(value) as Values) : undefined;
}

/** An output in JSON, if there is anything to remember. */
export function jsonOutput(name: string, values: Values | undefined): Values {
  const isEmpty = values === undefined || Object.keys(values).length === 0;
  return isEmpty ? {} : { [name]: JSON.stringify(values) };
}

const separator = ";";

/** What `__managed` says: the revision, if a program manages the resource, and the names of what it marks as secret, or has marked. */
export function managedIn(managed: unknown): { readonly revision?: string; readonly secrets: readonly string[] } {
  const isKnown = typeof managed === "string" && managed !== UNKNOWN;
  const [revision = "", names = ""] = isKnown ? managed.split(separator) : [];
  return { ...(revision !== "" && { revision }), secrets: names.split(",").filter(Boolean) };
}

/** The text of `__managed`. */
export function managedWith(revision: string | undefined, secrets: readonly string[] = []): string {
  const names = secrets.join(",");
  return `${revision ?? ""}${names === "" ? "" : `${separator}${names}`}`;
}

/** The revision in a resource's outputs, by either provider. */
export function revisionOf({ deployable, [MANAGED]: managed }: Readonly<Record<string, unknown>>): string | undefined {
  const own = isObject(deployable) ? deployable[REVISION] : undefined;
  return managedIn(managed).revision ?? (typeof own === "string" ? own : undefined);
}

/** The arguments, with pending ones as unknown. */
export function withPending(args: Values, pending: readonly string[]): Values {
  return pending.length === 0 ? args : { ...args, ...Object.fromEntries(pending.map((name) => [name, UNKNOWN])) };
}

// What the state has of an explicit provider besides its settings.

/** Input with the provider's name: the engine compares the settings of two providers without their names. */
export const PROVIDER_NAME = "__name";

/** Input with the address that the provider uses, which the environment may set. */
export const ADDRESS = "__address";

/**
 * Whether the program declares the provider. The SDK for Node.js says so, and a check where the settings aren't those of the stack.
 * Otherwise, it does unless the name is the engine's name for the default provider of a version: `default`, or `default_1_2_3`, perhaps with
 * the address that it was downloaded from.
 */
export function isExplicit(name: string, specified: Values): boolean {
  if (specified[DECLARED] !== undefined) return true;
  const { version } = specified;
  const numbers = typeof version === "string" ? `_${version.replace(/[.+-]/g, "_")}` : "(_\\d+_\\d+_\\d+(_\\w+)*)?";
  return !new RegExp(`^(default${numbers}(_\\S*[./]\\S*)?)?$`).test(name);
}

/** The address that the provider uses, if known. */
export function addressIn({ [ADDRESS]: address, baseUrl = null }: Values): string | undefined {
  const known = address ?? baseUrl;
  if (typeof known !== "string" || known === UNKNOWN) return undefined;
  return URL.canParse(known) ? new URL(known).href : known;
}
