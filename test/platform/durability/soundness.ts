/** Whether a data file, as a kill has left it, is whole in itself. */
import { readStored } from "../support/stored.js";
import type { Ledger } from "./ledger.js";

/** Seconds that a service of each way takes to deploy, from the backend's README. */
const seconds: Readonly<Record<string, number>> = { plain: 4, built: 8, run: 7, "built and run": 11 };

interface Service {
  readonly id: string;
  readonly kind: string;
  readonly environmentId: string;
  readonly lastDeploymentId: string | null;
  readonly deployedRevision: number | null;
  readonly config: { readonly name: string; readonly description: string };
}

interface Deployment {
  readonly id: string;
  readonly environmentId: string;
  readonly started: number;
  readonly tasks: readonly { readonly serviceId: string; readonly way: string }[];
}

/** What is wrong in a data file, by what it is; nothing if it is whole. */
export function inspect(data: string, ledger: Ledger, speed: number): Record<string, readonly string[]> {
  const stored = readStored(data);
  const services = [...stored.services.values()] as unknown as Service[];
  const deployments = [...stored.deployments.values()] as unknown as Deployment[];
  return {
    "a line that isn't as it was written": stored.damage,
    "what doesn't agree with itself or each other": [
      ...services.filter((service) => !isWhole(service)).map(({ id }) => `service ${id}`),
      ...deployments.filter(({ tasks }) => tasks.length === 0).map(({ id }) => `deployment ${id}`),
      ...unlinked(services, deployments),
    ],
    "a name that two services of a kind and environment share": namesakes(services),
    "a deployment that began before the one before had ended": overlaps(deployments, speed),
    "an acknowledged deployment that isn't there, although it isn't old enough to be removed": lostDeployments(
      ledger,
      deployments,
    ),
  };
}

/** The description repeats what it begins with: of a torn one the end would be missing. */
function isWhole({ config }: Service): boolean {
  const [first, ...rest] = config.description.trimEnd().split(" ");
  return rest.every((part) => part === first);
}

/** A deployment and what it changes in its services are one write: neither may be there without the other. */
function unlinked(services: readonly Service[], deployments: readonly Deployment[]): string[] {
  return services.flatMap(({ id, lastDeploymentId, deployedRevision }) => {
    const last = deployments.findLast(({ tasks }) => tasks.some(({ serviceId }) => serviceId === id));
    const fits = (last?.id ?? null) === lastDeploymentId && (last === undefined) === (deployedRevision === null);
    return fits ? [] : [`service ${id} and its last deployment`];
  });
}

/** How many deployments of an environment are always kept, from the backend's README. */
const keptDeployments = 200;
/** Responses of deployments that follow each other closely may arrive in another order. */
const outOfOrder = 8;

function lostDeployments({ deployments: acknowledged }: Ledger, deployments: readonly Deployment[]): string[] {
  const present = new Set(deployments.map(({ id }) => id));
  return [...new Set(acknowledged.values())].flatMap((environment) => {
    const ids = [...acknowledged].filter(([, where]) => where === environment).map(([id]) => id);
    const newest = deployments.filter(({ environmentId }) => environmentId === environment).slice(-keptDeployments);
    const kept = new Set(newest.map(({ id }) => id));
    const firstKept = ids.findIndex((id) => kept.has(id));
    const removable = firstKept === -1 ? ids.length : firstKept + outOfOrder;
    return ids.slice(newest.length < keptDeployments ? 0 : removable).filter((id) => !present.has(id));
  });
}

function namesakes(services: readonly Service[]): string[] {
  const keys = services.map(({ environmentId, kind, config }) =>
    [environmentId, kind, config.name.toLowerCase()].join(" "),
  );
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}

function overlaps(deployments: readonly Deployment[], speed: number): string[] {
  const ends = new Map<string, number>();
  return deployments.flatMap(({ id, environmentId, started, tasks }) => {
    const longest = Math.max(...tasks.map(({ way }) => seconds[way] ?? Number.NaN));
    // Reckoned in floating seconds there, so a little tolerance.
    const overlap = started < (ends.get(environmentId) ?? 0) - 0.01;
    ends.set(environmentId, started + (longest * 1000) / speed);
    return overlap ? [id] : [];
  });
}
