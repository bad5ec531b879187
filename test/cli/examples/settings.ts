/** What the programs on the reference pages read from their configuration. */
import type { Platform } from "../../platform/platform.js";
import { addService } from "../operated.js";

const container = (platform: Platform, name: string) =>
  addService(platform, "container", platform.ids.environment, name, {
    ports: [{ internal_port: 80, publicly_accessible: true }],
  });

/** The value of each on the local platform. Services are created for the programs that look them up. */
const values: Readonly<Record<string, (platform: Platform) => string | Promise<string>>> = {
  accessKeyId: () => "AKIDEXAMPLE",
  apiId: (platform) => container(platform, "api"),
  clusterId: ({ ids }) => ids.cluster,
  commit: () => "4f2a91c0d5b7e3a86c1f9e2d7b4a05c8e6f31d92",
  dbId: (platform) => addService(platform, "database", platform.ids.environment, "data"),
  environmentId: ({ ids }) => ids.environment,
  gitTokenId: ({ ids }) => ids.gitToken,
  helmRepositoryId: ({ ids }) => ids.helmRepository,
  labelsGroupId: ({ ids }) => ids.labelsGroup,
  organizationId: ({ ids }) => ids.organization,
  otherEnvironmentId: ({ ids }) => ids.otherEnvironment,
  projectId: ({ ids }) => ids.project,
  registryId: ({ ids }) => ids.registries.DOCKER_HUB,
  webId: (platform) => container(platform, "served"),
};

/** The settings with these names. */
export async function settingsOn(
  platform: Platform,
  names: Iterable<string>,
): Promise<Readonly<Record<string, string>>> {
  const settings: Record<string, string> = {};
  for (const name of new Set(names)) {
    const value = values[name];
    if (value === undefined) throw new Error(`test/cli/examples/settings.ts has no value for ${name}`);
    settings[name] = await value(platform);
  }
  return settings;
}
