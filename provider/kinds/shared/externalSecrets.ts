import type { Call } from "../../definition/kind.js";
import { InvalidArgumentError } from "../../errors/index.js";
import { extended } from "../../platform/endpoint.js";
import { askedInTime } from "../../resource/check.js";
import { isSameId } from "../../schema/equality.js";
import { isObject, sameJson, UNKNOWN, type Value, type Values } from "../../schema/json.js";

/** The types of variables whose values are in a secret manager. */
const externalTypes: readonly unknown[] = ["EXTERNAL_SECRET", "FILE_EXTERNAL_SECRET"];

export function isExternal(type: unknown): boolean {
  return externalTypes.includes(type);
}

const api = {
  environment: extended("GET /environment/{environmentId}"),
  clusters: extended("GET /organization/{organizationId}/cluster"),
};

/** An access to a secret manager that arguments name. */
interface Named {
  readonly path: string;
  readonly accessId: Value | undefined;
}

/** Rejects external secrets of a service with an access of another cluster, if they changed. */
export async function checkExternalSecrets(call: Call, args: Values, oldInputs: Values = {}): Promise<[]> {
  const { environmentId, externalSecrets } = args;
  if (!isObject(externalSecrets) || sameJson(externalSecrets, oldInputs.externalSecrets)) return [];
  const named = Object.entries(externalSecrets).map(([key, secret]) => ({
    path: `externalSecrets.${key}.secretManagerAccessId`,
    accessId: isObject(secret) ? secret.secretManagerAccessId : undefined,
  }));
  await askedInTime(call, (asking) => refuseAccessesElsewhere(asking, environmentId, named));
  return [];
}

/**
 * Rejects accesses that another cluster than the environment's has. One that no cluster has may be new, and the list outdated: the platform
 * rejects it if it doesn't exist.
 */
export async function refuseAccessesElsewhere(
  { platform, operation, label }: Call,
  environmentId: Value | undefined,
  named: readonly Named[],
): Promise<void> {
  const known = named.filter(({ accessId }) => typeof accessId === "string" && accessId !== UNKNOWN);
  if (known.length === 0 || typeof environmentId !== "string" || environmentId === UNKNOWN) return;
  const purpose = `Finding the cluster of ${label}`;
  const options = { evenOutdated: true, operation };
  const reading = { endpoint: api.environment, members: { environmentId }, purpose, isSingle: true as const };
  const [environment] = await platform.lists.all(reading, options);
  const organizationId = isObject(environment?.organization) ? environment.organization.id : undefined;
  if (typeof organizationId !== "string") return;
  const clusters = await platform.lists.all({ endpoint: api.clusters, members: { organizationId }, purpose }, options);
  const own = clusters.find(({ id }) => isSameId(id, environment?.cluster_id));
  if (own === undefined) return;
  const [first, ...others] = known.flatMap(({ path, accessId }) => {
    const has = (cluster: Values) => accessesOf(cluster).find(({ id }) => isSameId(id, accessId));
    const other = has(own) === undefined ? clusters.find((cluster) => has(cluster) !== undefined) : undefined;
    if (other === undefined) return [];
    const at = `the environment's cluster, "${own.name}"; "${has(other)?.name}" is one of the cluster "${other.name}"`;
    return [{ path, expected: `must be a secret manager access of ${at}` }];
  });
  if (first !== undefined) throw new InvalidArgumentError(label, first, ...others);
}

function accessesOf({ secret_manager_accesses: accesses }: Values): readonly Values[] {
  return Array.isArray(accesses) ? accesses.filter(isObject) : [];
}
