/** What lookups check before they send a request. */
import type { LookupCall } from "../definition/kind.js";
import { useExtended } from "../errors/appPlatformError.js";
import { LookupFailedError } from "../errors/index.js";
import { type Endpoint, type EndpointSet, isServed } from "../platform/endpoint.js";
import { isAbsent, type Values } from "../schema/json.js";

/**
 * The one of two arguments that is set.
 *
 * @throws LookupFailedError if both are set, or none.
 */
export function oneOfTwo<Name extends string>(
  { definition }: LookupCall,
  args: Values,
  one: Name,
  other: Name,
): Partial<Record<Name, string>> {
  const [first, second] = [one, other].map((name) => `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`);
  const isSet = [one, other].map((name) => !isAbsent(args[name]));
  const refuse = (why: string) => new LookupFailedError(`get${definition.kind}`, why, "set exactly one of them.");
  if (isSet[0] && isSet[1]) throw refuse(`both ${first} and ${second} are set`);
  if (!isSet[0] && !isSet[1]) throw refuse(`neither ${first} nor ${second} is set`);
  const name = isSet[0] ? one : other;
  return { [name]: args[name] } as Partial<Record<Name, string>>;
}

/** Rejects a lookup without what it needs. */
export function requireSpecified(label: string, args: Values, names: readonly string[]): void {
  const missing = names.find((name) => isAbsent(args[name]) || args[name] === "");
  if (missing !== undefined) throw new LookupFailedError(label, `${missing} isn't set`, `set ${missing}.`);
}

/** Rejects a lookup whose call the platform's endpoints lack. */
export function requireServed(label: string, endpoint: Endpoint<boolean>, endpoints: EndpointSet): void {
  if (isServed(endpoint, endpoints)) return;
  throw new LookupFailedError(label, "the platform's endpoints can't return it", useExtended);
}
