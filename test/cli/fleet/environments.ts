import { randomUUID } from "node:crypto";
import type { Wanted } from "../../../examples/fleet/vocabulary.js";
import type { Platform } from "../../platform/support/platform.js";

export type Entry = Wanted & { readonly name: string };

export const withTag = (entry: Entry, tag: string, more: Partial<Entry> = {}): Entry => ({
  ...entry,
  ...more,
  settings: { ...entry.settings, tag },
});

/** The content of a platform's file, which every run on it gets as variables. */
export const variablesOf = ({ url, tokens }: Pick<Platform, "url" | "tokens">): string =>
  `APP_PLATFORM_BASE_URL=${url}\nAPP_PLATFORM_TOKEN=${tokens.admin}\nAPP_PLATFORM_ENDPOINTS=extended\n`;

/** So many environments, which exist on the platform, as entries of the file that the fleet imports. */
export function newEnvironments(platform: Platform, count: number, name = "local"): Promise<Entry[]> {
  const registryId = platform.ids.registries.DOCKER_HUB;
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const entry = `${name}-${String(index + 1).padStart(3, "0")}`;
      const environmentId = randomUUID();
      await platform.request("POST", "/_local/environments", { body: { id: environmentId, name: entry } });
      return { name: entry, platform: name, settings: { environmentId, registryId, tag: "1" } };
    }),
  );
}
