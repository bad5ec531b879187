/** What the services of a platform say about their deployments. */
import type { Platform } from "../../platform/platform.js";

const LISTS = ["applications", "containers", "jobs", "databases", "helms", "terraforms"];

/** The deployment status of each service of the seeded environments. */
export async function deploymentStatuses({ request, ids }: Pick<Platform, "request" | "ids">): Promise<string[]> {
  const { body: environments } = await request("GET", `/project/${ids.project}/environment`);
  const statuses = environments.results.map(async ({ id: environment }: { id: string }) => {
    const { body } = await request("GET", `/environment/${environment}/statuses`);
    return LISTS.flatMap((list) =>
      body[list].map((each: { service_deployment_status: string }) => each.service_deployment_status),
    );
  });
  return (await Promise.all<string[]>(statuses)).flat();
}
