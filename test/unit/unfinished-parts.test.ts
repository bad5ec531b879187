/** What the state has of the parts of a resource after one of them failed. */
import { describe, expect, it } from "vitest";
import { newShutdown } from "../../provider/plugin/shutdown.js";
import { application, cluster, ids } from "../kinds/fixtures.js";
import type { Kind } from "../kinds/kindNames.js";
import type { Values } from "../provider.js";
import {
  type Answer,
  definitionOf,
  describeManaged,
  failureOf,
  lifecycle,
  pretendPlatform,
} from "./pretend-platform.js";

const platform = pretendPlatform();
const endpoints = "extended";

/** The state after a program has given these arguments. */
const stateOf = (kind: Kind, outputs: Values, args: Values): Values => ({
  ...args,
  ...outputs,
  __managed: describeManaged(definitionOf(kind).body, args),
});

const id = String(application.response.id);
const own = `/application/${id}`;
const grace = "deployment.termination_grace_period_seconds";
const url = "https://web.example.test";
const links = [{ url, internalPort: 8080, externalPort: 443, isDefault: true }];
const partsOf = (mark: string, seconds: number, path: string) => ({
  variables: { MARK: mark },
  advancedSettings: { [grace]: seconds },
  deploymentRestrictions: [{ mode: "MATCH", value: path }],
});
const [before, after] = [partsOf("1", 60, "src/"), partsOf("2", 90, "docs/")];
const args = (parts: Values): Values => ({ ...application.path, ...application.program, ...parts });

/** The parts in the state after an update during which the platform rejects one of its requests, or answers it otherwise. */
async function keptAfter(
  rejected: string,
  more: Values = {},
  answer: Answer = [400, { detail: "no" }],
  shutdown = newShutdown(),
): Promise<Values> {
  const item = { id: "v1", key: "MARK", value: "1", is_secret: false, scope: "APPLICATION", variable_type: "VALUE" };
  platform
    .on(`GET ${own}`, [200, application.response])
    .on(`PUT ${own}`, [200, { ...application.response, ...more }])
    .on(`GET /variable?parent_id=${id}&scope=APPLICATION`, [200, { results: [item] }])
    .on("PUT /variable/v1", [200, item])
    .on("GET /defaultApplicationAdvancedSettings", [200, { [grace]: 60 }])
    .on(`GET ${own}/advancedSettings`, [200, { [grace]: 60 }])
    .on(`PUT ${own}/advancedSettings`, [201, {}])
    .on(`GET ${own}/deploymentRestriction`, [200, { results: [{ id: "r1", mode: "MATCH", value: "src/" }] }])
    .on(`DELETE ${own}/deploymentRestriction/r1`, [204])
    .on(`POST ${own}/deploymentRestriction`, [201, {}])
    .on(rejected, answer);
  const state = stateOf("Application", { ...application.outputs, url, links }, args(before));
  const cycle = lifecycle("Application", platform.url, { endpoints, shutdown: shutdown.signal });
  const update = cycle.update(id, state, args({ ...after, ...more }));
  const { variables, advancedSettings, deploymentRestrictions, ...rest } = (await failureOf(update))
    .properties as Values;
  return { variables, advancedSettings, deploymentRestrictions, url: rest.url, links: rest.links };
}

describe("an update of which a part fails", () => {
  const linked = { url, links };
  it.each<[what: string, rejected: string, kept: Values]>([
    ["the first part", "PUT /variable/v1", before],
    ["the second part", `PUT ${own}/advancedSettings`, { ...before, variables: after.variables }],
    [
      "the third part",
      `DELETE ${own}/deploymentRestriction/r1`,
      { ...after, deploymentRestrictions: before.deploymentRestrictions },
    ],
  ])("keeps what is applied, and the rest as it was: %s", async (_, rejected, kept) => {
    expect(await keptAfter(rejected)).toEqual({ ...kept, ...linked });
  });

  it.each<[what: string, lost: string, kept: Values]>([
    ["a variable", "PUT /variable/v1", { ...before, variables: { MARK: null } }],
    [
      "settings",
      `PUT ${own}/advancedSettings`,
      { ...before, variables: after.variables, advancedSettings: { [grace]: null } },
    ],
  ])("keeps only the name of what a lost request may have changed: %s", async (_, lost, kept) => {
    expect(await keptAfter(lost, {}, [500])).toEqual({ ...kept, ...linked });
  });

  it("keeps only the name of what an interrupted request may have changed", async () => {
    const shutdown = newShutdown();
    const interrupt: Answer = () => void shutdown.begin("the provider got SIGINT");
    const kept = await keptAfter("PUT /variable/v1", {}, interrupt, shutdown);
    expect(kept).toEqual({ ...before, variables: { MARK: null }, ...linked });
  });

  it("keeps the names of variables whose values are too long for the engine", async () => {
    const variables = { MARK: "x".repeat(9_000_000) };
    const kept = await keptAfter(`PUT ${own}/advancedSettings`, { variables });
    expect(kept).toEqual({ ...before, ...linked, variables: { MARK: null } });
  });

  it("forgets addresses that may be others by now", async () => {
    expect(await keptAfter("PUT /variable/v1", { ports: [] })).toEqual({ ...before, url: undefined, links: undefined });
  });

  it.each([
    ["as it was, where it has none to bring to the cloud", { deploy: true }, true],
    ["as something to be repeated, where it has", { deploy: "when changed" }, undefined],
  ] as const)("of a cluster keeps its deployment %s", async (_, deploy, kept) => {
    const path = `/organization/${ids.organization}/cluster/${ids.cluster}`;
    const wanted = (routingTable: Values[]) => ({ ...cluster.path, ...cluster.program, ...deploy, routingTable });
    const route = (target: string) => ({ destination: "10.0.0.0/8", target, description: "peering" });
    platform
      .on(`GET ${path}/routingTable`, [200, { results: [route("pcx-1")] }])
      .on(`PUT ${path}/routingTable`, [400, { detail: "no" }]);
    const state = stateOf("Cluster", cluster.outputs, wanted([route("pcx-1")]));
    const update = lifecycle("Cluster", platform.url, { endpoints }).update(
      ids.cluster,
      state,
      wanted([route("pcx-2")]),
    );
    expect((await failureOf(update)).properties).toMatchObject({ routingTable: [route("pcx-1")] });
    expect(((await failureOf(update)).properties as Values).deploy).toBe(kept);
  });
});
