import { bodies } from "../../platform/support/bodies.js";
import type { Platform } from "../../platform/support/platform.js";

/** Containers in the other environment, for what belongs to a service. Programs know their IDs before they are created. */
export const hosts = {
  first: "1c0a7e2d-3f4b-4c1a-8d26-7b9e0f4a6c21",
  second: "2c0a7e2d-3f4b-4c1a-8d26-7b9e0f4a6c22",
} as const;

/** Creates these containers, as a person would, and gives them these IDs. */
export async function addHosts({ ids, request }: Platform): Promise<void> {
  for (const [name, id] of Object.entries(hosts)) {
    const body = { ...bodies.container.minimal(ids), name };
    const { body: created } = await request("POST", `/environment/${ids.otherEnvironment}/container`, { body });
    const { body: snapshot } = await request("GET", "/_local/snapshot");
    const renamed = JSON.parse(JSON.stringify(snapshot).replaceAll(created.id, id));
    const { status } = await request("PUT", "/_local/snapshot", { body: renamed });
    if (status !== 204) throw new Error(`the platform does not accept the host ${name}: ${status}`);
  }
}
