import { identityOf } from "../claims/identity.js";
import type { Call } from "../definition/resourceDefinition.js";
import { InvalidArgumentError } from "../errors/index.js";
import { deployable } from "../resources/deployable.js";
import { isObject, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { isSameId } from "../schema/normalForm.js";

/** A service that the arguments of a resource name. */
interface NamedService {
  readonly id: string;
  readonly path: string;
  /** How a program gives it as a resource: with its kind and name. */
  readonly given?: Value;
}

/** Refuses services that are in another environment than the resource that names them, as far as this run has seen where they are. */
export function refuseOtherEnvironments(
  { platform, label }: Pick<Call, "platform" | "label">,
  { environmentId }: Values,
  services: readonly NamedService[],
): InvalidArgumentError[] {
  if (typeof environmentId !== "string" || environmentId === UNKNOWN) return [];
  return services.flatMap(({ id, path, given }) => {
    const seen = environmentsOf(platform, id, given);
    if (seen.length === 0 || seen.some((each) => isSameId(each, environmentId))) return [];
    const expected = `must be a service of the environment ${environmentId}`;
    return [new InvalidArgumentError(label, { path, expected, got: `one of the environment ${seen.join(" or ")}` })];
  });
}

/** The environments in which a service may be: a new one has no ID yet, and several may have its name. */
function environmentsOf(
  { holdings, deployments }: Call["platform"],
  id: string,
  given: Value = null,
): readonly string[] {
  if (id === UNKNOWN) {
    const { kind, name } = isObject(given) ? given : {};
    return typeof name === "string" && name !== UNKNOWN ? deployments.environmentsOf(`${String(kind)} ${name}`) : [];
  }
  const known = deployable.map((definition) => holdings.knownOf(identityOf(definition, id))?.environmentId);
  return [...known.filter((each) => typeof each === "string"), ...deployments.environmentsOf(id)];
}
