/** What the API document does not have stays where people set it. */
import { describe, expect, it } from "vitest";
import type { Kind } from "../kinds/kindNames.js";
import { openedPlatform } from "../platform/support/opened.js";
import { fillPath, type Values } from "../support/provider.js";
import { definitionOf, lifecycle } from "../unit/support/fake-platform.js";
import { everyFieldOf } from "./support/every-field.js";

const platform = openedPlatform({ endpoints: "extended" });

const cycleOf = (kind: Kind) =>
  lifecycle(kind, platform.url, { endpoints: "extended", environment: { APP_PLATFORM_TOKEN: platform.tokens.admin } });

describe("undocumented members, such as `blueprint_id` and `cpu_architecture`", () => {
  const instance = { cpu_architecture: "ARM64", ephemeral_storage_in_gib: 20 };
  const access = {
    name: "vault",
    endpoint: { mode: "AWS_SECRET_MANAGER", region: "eu-west-3" },
    authentication: { mode: "AUTOMATICALLY_CONFIGURED" },
  };
  // What the extended endpoints take is an argument, and shown.
  const shown = { cpuArchitecture: "ARM64", ephemeralStorage: 20 };
  const rows: readonly { kind: Kind; members: Values; shown?: Values; hidden?: RegExp }[] = [
    { kind: "Application", members: instance, shown },
    { kind: "Container", members: instance, shown },
    { kind: "Job", members: instance, shown },
    {
      kind: "TerraformService",
      members: { blueprint_id: "0d1e2f30-4152-4637-8495-a6b7c8d9e0f1" },
      hidden: /blueprint|0d1e2f30/i,
    },
    {
      kind: "Cluster",
      members: { secret_manager_accesses: [access] },
      shown: {
        secretManagerAccesses: [
          {
            name: "vault",
            endpoint: { awsSecretManager: { region: "eu-west-3" } },
            authentication: { automaticallyConfigured: {} },
          },
        ],
      },
    },
  ];

  it.each(rows)(
    "are sent back by every update and adoption of a $kind: $members",
    async ({ kind, members, shown = {}, hidden }) => {
      const { api, pathArgs } = definitionOf(kind);
      const expectShown = (outputs: unknown) => {
        expect(outputs).toMatchObject(shown);
        if (hidden !== undefined) expect(JSON.stringify(outputs)).not.toMatch(hidden);
      };
      const cycle = cycleOf(kind);
      const [program = {}] = Object.values(everyFieldOf(kind, platform.ids)) as unknown as Values[];
      const args = kind === "Cluster" ? program : { ...program, name: "carried" };
      const { id, outputs } = await cycle.create(args);
      const place = Object.fromEntries(pathArgs.map((name) => [name, args[name]]));
      const onPlatform = async (): Promise<Values> => {
        const call = api.read ?? api.list;
        const { body } = await platform.request("GET", fillPath(call as NonNullable<typeof call>, { ...place, id }));
        return Array.isArray(body.results) ? body.results.find((each: Values) => each.id === id) : body;
      };

      const path = fillPath(api.update as NonNullable<typeof api.update>, { ...place, id });
      const byHand = await platform.request("PUT", path, { body: { ...(await onPlatform()), ...members } });
      expect(byHand.status).toBe(200);
      expect(await onPlatform()).toMatchObject(members);
      const seen = await cycle.read(id, outputs);
      expectShown(seen.outputs);
      expect(await cycle.diff(id, seen.outputs, args)).toEqual({ changes: false });

      const { outputs: updated } = await cycle.update(id, seen.outputs, { ...args, description: "edited" });
      expect(await onPlatform()).toMatchObject({ ...members, description: "edited" });
      expectShown(updated);
      // An adoption, and a save of what exists, update too.
      const adopting = kind === "Cluster" ? args : { ...args, adoptId: id };
      await cycleOf(kind).create({ ...adopting, description: "adopted" });
      expect(await onPlatform()).toMatchObject({ ...members, description: "adopted" });
      await cycle.delete(id, updated);
    },
  );
});
