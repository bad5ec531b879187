/** What the API document does not have, in responses: it changes nothing, is never sent, and stays where people set it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EndpointSet } from "../../../provider/platform/endpoint.js";
import { fillPath } from "../../../provider/platform/endpoint.js";
import type { Values } from "../../../provider/schema/json.js";
import { type Kind, kindNames } from "../../kinds/kindNames.js";
import { recordOf } from "../../kinds/recordOf.js";
import { type Platform, startPlatform } from "../../platform/platform.js";
import { definitionOf, lifecycle } from "../../unit/pretend-platform.js";
import { everyFieldOf } from "../every-field.js";
import { newMember, type RicherPlatform, richerPlatform } from "./richer-platform.js";

let platform: Platform;
let richer: RicherPlatform;
beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended" });
  richer = await richerPlatform(platform.url);
  for (const kind of kindNames) await recordOf(kind).lifecycle.acts?.prepare(platform);
});
afterAll(async () => {
  await richer.close();
  await platform.stop();
});

const cycleOf = (kind: Kind, endpoints: EndpointSet, url: string) =>
  lifecycle(kind, url, { endpoints, environment: { APP_PLATFORM_TOKEN: platform.tokens.admin } });

const editOf = (kind: Kind): Values => recordOf(kind).lifecycle.edits(platform.ids)[0] as Values;

async function programsOf(kind: Kind, endpoints: EndpointSet = "extended"): Promise<Values[]> {
  if (kind !== "DeploymentTrigger") return Object.values(everyFieldOf(kind, platform.ids)) as unknown as Values[];
  const environmentId = platform.ids.environment;
  const body = { name: `deployed-${endpoints}`, type: "REDIS", version: "7", mode: "CONTAINER" };
  const made = await platform.request("POST", `/environment/${environmentId}/database`, { body });
  return [{ environmentId, databases: [made.body.id] }];
}

const cases = kindNames.flatMap((kind) =>
  (recordOf(kind).served.create as readonly EndpointSet[]).map((endpoints) => ({ kind, endpoints })),
);

describe("members and words that the document does not have, in every response,", () => {
  it.each(cases)(
    "leave a $kind as it is with the $endpoints endpoints, and are never sent",
    async ({ kind, endpoints }) => {
      const cycle = cycleOf(kind, endpoints, richer.url);
      for (const [index, program] of (await programsOf(kind, endpoints)).entries()) {
        const args =
          "name" in program && kind !== "Cluster" ? { ...program, name: `richer-${endpoints}-${index}` } : program;
        expect(await cycle.check(args)).toEqual([]);
        const { id, outs } = await cycle.create(args);
        expect(await cycle.diff(id, outs, args)).toEqual({ changes: false });
        const seen = await cycle.read(id, outs);
        expect(seen.id).toBe(id);
        expect(await cycle.diff(id, seen.props, args)).toEqual({ changes: false });
        const isUpdated = (recordOf(kind).served.update as readonly EndpointSet[]).includes(endpoints);
        const wanted = isUpdated ? { ...args, ...editOf(kind) } : args;
        const after = isUpdated ? (await cycle.update(id, seen.props, wanted)).outs : seen.props;
        const again = await cycle.read(id, after);
        expect(await cycle.diff(id, again.props, wanted)).toEqual({ changes: false });
        expect(JSON.stringify([outs, seen.props, after, again.props])).not.toContain("brand");
        await cycle.delete(id, again.props);
      }
      expect(richer.sent()).not.toContain(newMember);
      expect(richer.sent()).not.toContain("BRAND_NEW");
    },
    120_000,
  );
});

describe("members beside the document that people set in the console", () => {
  const instance = { cpu_architecture: "ARM64", ephemeral_storage_in_gib: 20 };
  const beside: readonly { readonly kind: Kind; readonly members: Values }[] = [
    { kind: "Application", members: instance },
    { kind: "Container", members: instance },
    { kind: "Job", members: instance },
    { kind: "TerraformService", members: { blueprint_id: "0d1e2f30-4152-4637-8495-a6b7c8d9e0f1" } },
    { kind: "Cluster", members: { secret_manager_accesses: [{ id: "a", nested: { camelCase: [1, null] } }] } },
  ];

  it.each(beside)("are sent back by every update of a $kind, and nowhere else", async ({ kind, members }) => {
    const { api, pathArgs } = definitionOf(kind);
    const cycle = cycleOf(kind, "extended", platform.url);
    const [program = {}] = await programsOf(kind);
    const args = kind === "Cluster" ? program : { ...program, name: "carried" };
    const { id, outs } = await cycle.create(args);
    const place = Object.fromEntries(pathArgs.map((name) => [name, args[name]]));
    const onPlatform = async (): Promise<Values> => {
      const call = api.read ?? api.list;
      const { body } = await platform.request("GET", fillPath(call as NonNullable<typeof call>, { ...place, id }));
      return Array.isArray(body.results) ? body.results.find((each: Values) => each.id === id) : body;
    };
    const put = async (body: Values) => {
      const path = fillPath(api.update as NonNullable<typeof api.update>, { ...place, id });
      expect((await platform.request("PUT", path, { body })).status).toBe(200);
    };

    await put({ ...(await onPlatform()), ...members });
    expect(await onPlatform()).toMatchObject(members);
    const seen = await cycle.read(id, outs);
    expect(JSON.stringify(seen)).not.toMatch(/ARM64|blueprint|secretManager|nested/i);
    expect(await cycle.diff(id, seen.props, args)).toEqual({ changes: false });

    const { outs: updated } = await cycle.update(id, seen.props, { ...args, description: "edited" });
    expect(await onPlatform()).toMatchObject({ ...members, description: "edited" });
    expect(JSON.stringify(updated)).not.toMatch(/ARM64|blueprint|secretManager|nested/i);
    // An adoption, and a save of what exists, update too.
    const adopting = kind === "Cluster" ? args : { ...args, adoptId: id };
    await cycleOf(kind, "extended", platform.url).create({ ...adopting, description: "adopted" });
    expect(await onPlatform()).toMatchObject({ ...members, description: "adopted" });

    // What the provider prevents: a replacement without them resets them.
    const without = Object.entries(await onPlatform()).filter(([name]) => !(name in members));
    await put(Object.fromEntries(without) as Values);
    for (const name of Object.keys(members)) expect((await onPlatform())[name] ?? null).toBeNull();
    await cycle.delete(id, updated);
  });
});
