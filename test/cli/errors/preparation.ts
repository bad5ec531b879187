/** What the platforms are told before and during the failing update. */
import { setTimeout as pause } from "node:timers/promises";
import type { KindName } from "../../engine/support/kind-names.js";
import { records } from "../../kinds/index.js";
import type { Platform } from "../../platform/support/platform.js";
import { addService, advance, beginDeployment, fault } from "../support/operated.js";
import type { World } from "./world.js";

/** Environments that only one trigger uses: a deployment is for the environment as a whole. */
export const environments = {
  uncommitted: "10000000-0000-4000-8000-000000000002",
  busy: "10000000-0000-4000-8000-000000000003",
  unfinished: "10000000-0000-4000-8000-000000000004",
  replaced: "10000000-0000-4000-8000-000000000005",
} as const;

export const imageOf = ({ ids }: Platform) => ({
  registryId: ids.registries.DOCKER_HUB,
  imageName: "library/nginx",
  tag: "1.27",
  healthchecks: {},
});

export const databaseType = { type: "POSTGRESQL", version: "16", mode: "CONTAINER" } as const;

/** What the program gives a resource that is named after itself. */
export function argsOf(kind: KindName, { ids }: Platform, own: object = {}): never {
  const { name: _, ...args } = records[kind].lifecycle.args(ids);
  return { ...args, ...own } as never;
}

/** How long the other errors may take, in milliseconds. */
export const timeout = 300_000;

export async function prepareFaults({ platforms: { documented, extended, failing, breaking } }: World): Promise<void> {
  const create = (kind: string) => ({ method: "POST", route: `/environment/{environmentId}/${kind}` });
  await fault(
    failing,
    { match: create("application"), fault: "429-seconds", retryAfterSeconds: 3600 },
    { match: create("container"), fault: "500" },
    { match: create("job"), fault: "307" },
    { match: { method: "GET", route: "/container/{containerId}" }, fault: "no-answer" },
    { match: create("terraform"), fault: "reset", when: "after" },
  );
  await fault(
    breaking,
    { match: create("application"), fault: "html-200" },
    { match: create("container"), fault: "64-mib" },
    { match: create("job"), fault: "other-body", body: {} },
    { match: create("database"), fault: "409" },
  );
  await fault(
    extended,
    { match: { method: "PUT", route: "/container/{containerId}" }, fault: "409" },
    { match: create("terraform"), fault: "no-answer" },
  );
  await addService(documented, "database", documented.ids.environment, "taken");
}

export async function prepareDeployments({ platforms: { extended, waiting, advancing } }: World): Promise<void> {
  for (const [platform, name] of [
    [extended, "uncommitted"],
    [waiting, "busy"],
    [waiting, "unfinished"],
    [advancing, "replaced"],
  ] as const) {
    await send(platform, "POST", "/_local/environments", { name, id: environments[name] });
  }
  await failDeploymentsOf(extended, "failing");
  const id = await addService(waiting, "container", environments.busy, "other");
  const containers = [{ id, image_tag: imageOf(waiting).tag }];
  await beginDeployment(waiting, environments.busy, { containers });
}

/** While the trigger waits for its deployment: that one succeeds, and a later one of the same service fails. */
export async function replaceDeployment(platform: Platform): Promise<void> {
  const place = { method: "GET", route: "/environment/{environmentId}/status" };
  const end = Date.now() + timeout;
  while (Date.now() < end) {
    const { body } = await platform.request("GET", "/_local/requests");
    const read = body.results.find(({ route }: { route: string }) => route === place.route);
    if ((read?.count ?? 0) > 1) break;
    await pause(50);
  }
  // Meanwhile, the trigger must not see the success.
  await fault(platform, { match: place, fault: "503-retry-after" });
  await advance(platform, 3600);
  await failDeploymentsOf(platform, "of-replaced");
  await send(platform, "POST", `/environment/${environments.replaced}/redeploy`);
  await advance(platform, 3600);
  await fault(platform);
}

const failDeploymentsOf = (platform: Platform, service: string) =>
  send(platform, "PUT", "/_local/deployment-failures", { rules: [{ service, state: "DEPLOYMENT_ERROR" }] });

export async function send(platform: Platform, method: string, path: string, body?: object) {
  const response = await platform.request(method, path, { body });
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}
