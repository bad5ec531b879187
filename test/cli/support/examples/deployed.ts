import { expect } from "vitest";
import { deployable } from "../../../../provider/generated/deployable.js";
import type { Platform } from "../../../platform/support/platform.js";
import type { Example } from "./table.js";

/** The deployment status of each service of the organization. */
export async function deploymentStatuses({ request, ids }: Platform): Promise<string[]> {
  const { body: projects } = await request("GET", `/organization/${ids.organization}/project`);
  const lists = projects.results.map(({ id }: { id: string }) => request("GET", `/project/${id}/environment`));
  const environments = (await Promise.all<{ body: { results: { id: string }[] } }>(lists)).flatMap(
    ({ body }) => body.results,
  );
  const statuses = environments.map(async ({ id: environment }) => {
    const { body } = await request("GET", `/environment/${environment}/statuses`);
    return deployable.flatMap(({ deployedAs }) =>
      body[deployedAs?.list ?? ""].map((each: { service_deployment_status: string }) => each.service_deployment_status),
    );
  });
  return (await Promise.all(statuses)).flat();
}

const deployed = new Set<string>(deployable.map(({ kind }) => kind));

/** How many services an example creates. */
export const workloadsOf = ({ creates }: Example) => creates.filter((kind) => deployed.has(kind)).length;

/** An example deploys what it creates. */
export async function expectDeployed(example: Example, platform: Platform): Promise<void> {
  const workloads = workloadsOf(example);
  const statuses = await deploymentStatuses(platform);
  expect(statuses.length).toBeGreaterThanOrEqual(workloads);
  expect(new Set(statuses)).toEqual(new Set(workloads === 0 ? [] : ["UP_TO_DATE"]));
}
