import { randomUUID } from "node:crypto";
import type { Platform } from "./platform/platform.js";

/** A row of the example `fleet`: an environment, which exists on the platform, with the settings of its stack. */
export interface FleetRow {
  readonly name: string;
  readonly platform: string;
  readonly settings: { readonly environmentId: string; readonly registryId: string; readonly tag: string };
}

/** So many environments of the platform, as rows of the fleet. */
export function newFleetRows(platform: Platform, count: number): Promise<FleetRow[]> {
  const registryId = platform.ids.registries.DOCKER_HUB;
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const name = `customer-${String(index + 1).padStart(3, "0")}`;
      const environmentId = randomUUID();
      await platform.request("POST", "/_local/environments", { body: { id: environmentId, name } });
      return { name, platform: "local", settings: { environmentId, registryId, tag: "1" } };
    }),
  );
}
