/** What the programs on the reference pages read from their configuration. */
import { exampleIds } from "../../../../backend/src/seed.js";
import type { Platform } from "../../../platform/support/platform.js";
import { addService } from "../operated.js";

const container = (platform: Platform, name: string) =>
  addService(platform, "container", platform.ids.environment, name, {
    ports: [{ internal_port: 80, publicly_accessible: true }],
  });

/** The value of each on the local platform. Services are created for the programs that look them up. */
const values: Readonly<Record<string, (platform: Platform) => string | Promise<string>>> = {
  ...Object.fromEntries(Object.entries(exampleIds).map(([name, { id }]) => [name, () => id])),
  accessKeyId: () => "AKIDEXAMPLE",
  agentClusterId: async ({ ids, request }) => {
    const body = { name: "agent", region: "eu-west-3", cloud_provider: "AWS" };
    return (await request("POST", `/organization/${ids.organization}/cluster`, { body })).body.id;
  },
  apiId: (platform) => container(platform, "api"),
  commit: () => "4f2a91c0d5b7e3a86c1f9e2d7b4a05c8e6f31d92",
  dbId: (platform) => addService(platform, "database", platform.ids.environment, "data"),
  stagingId: ({ ids }) => ids.otherEnvironment,
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
    if (value === undefined) throw new Error(`test/cli/support/examples/settings.ts has no value for ${name}`);
    settings[name] = await value(platform);
  }
  return settings;
}
