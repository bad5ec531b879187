/** A platform that is behind lacks what was created a moment ago, in its lists and elsewhere. That is not gone. */
import { describe, expect, it } from "vitest";
import { definitions } from "../../../provider/kinds/index.js";
import { container, ids } from "../../kinds/fixtures.js";
import { steadyClock as clock } from "../../support/fake-clock.js";
import { fillTarget, isServed, type Values } from "../../support/provider.js";
import {
  type Answer,
  definitionOf,
  emptyPreceding,
  failureOf,
  fakePlatform,
  lifecycle,
} from "../support/fake-platform.js";

const platform = fakePlatform();
const endpoints = "extended";

/** How long the platform is behind, in milliseconds. */
const behind = 5_000;
const justNow = () => new Date().toISOString();

/** A list without the item for as long as it is behind. */
function late(item: Values): Answer {
  const end = clock.elapsed() + behind;
  return () => [200, { results: clock.elapsed() < end ? [] : [item] }];
}

const on = `container/${ids.container}`;
const id = "00000000-0000-4000-8000-0000000000a1";

/** Every kind that a list shows, with the endpoint sets that serve the list. */
const listed = definitions.flatMap(({ kind, pathArgs, identity, nameArg = "", api: { list } }) =>
  (["documented", "extended"] as const).flatMap((set) => {
    if (!isServed(list, set)) return [];
    const known: Values = { on, clusterId: id };
    const place: Values = Object.fromEntries(pathArgs.map((arg) => [arg, known[arg] ?? ids.environment]));
    const parent = { id: ids.environment };
    const own = identity === "name" ? { id, [nameArg]: id } : { id };
    const item = { ...own, environment: parent, project: parent, organization: parent, scope: "CONTAINER" };
    return [{ kind, set, place, item, list, line: `GET ${fillTarget(list, place)}` }];
  }),
);

/** What refreshes find of all of them at the same time, by kind and set: their IDs, empty for what is gone. */
async function found(createdAt: string | undefined): Promise<Record<string, string | undefined>> {
  for (const { list, place } of listed) emptyPreceding(platform, list, place);
  const reads = listed.map(async ({ kind, set, place }) => {
    const state = { ...place, ...(createdAt && { createdAt }) };
    const { id: now } = await lifecycle(kind, platform.url, { endpoints: set, clock }).read(id, state);
    return [`${kind}, ${set}`, now];
  });
  return Object.fromEntries(await Promise.all(reads));
}
const all = (value: string) => Object.fromEntries(listed.map(({ kind, set }) => [`${kind}, ${set}`, value]));

describe("refresh of a resource that was created in the last 10 seconds and isn't in a list yet", () => {
  it.each([
    ["created just now", justNow],
    ["creation time unknown", () => undefined],
  ])("reads the list again until it has the resource (%s)", async (_, createdAt) => {
    for (const { line, item } of listed) platform.on(line, late(item));
    expect(await found(createdAt())).toEqual(all(id));
  });

  it("reports the resource as gone if the list lacks it for 10 seconds", async () => {
    for (const { line } of listed) platform.on(line, [200, { results: [] }]);
    const start = clock.elapsed();
    expect(await found(justNow())).toEqual(all(""));
    expect(clock.elapsed() - start).toBeGreaterThan(9_000);
    expect(clock.elapsed() - start).toBeLessThan(11_000);
  });

  it("reports the resource as gone at once if it was created long ago", async () => {
    // Each endpoint set asks for a list twice.
    const lacking: Answer[] = Array(4).fill([200, { results: [] }]);
    for (const { line, item } of listed) platform.on(line, ...lacking, [200, { results: [item] }]);
    // Nothing says when the others were created.
    const isDated = (entry: string) => "createdAt" in definitionOf(entry.split(",")[0] as string).outputs;
    const ended = Object.entries(await found("2024-05-01T10:00:00.000Z")).filter(([entry]) => isDated(entry));
    expect(ended.length).toBeGreaterThan(10);
    expect(ended).toEqual(ended.map(([entry]) => [entry, ""]));
  });
});

it("refresh fails if a list lacks a new resource and can't be read again (503)", async () => {
  const line = `GET /container/${ids.container}/customDomain`;
  platform.on(line, [200, { results: [] }], [200, { results: [] }], [503]);
  const reading = lifecycle("CustomDomain", platform.url, { endpoints, clock }).read(id, { on, createdAt: justNow() });
  expect((await failureOf(reading)).code).toMatch(/^AP3/);
});

it("refresh preserves variables that the list doesn't have yet", async () => {
  const line = `GET /variable?parent_id=${ids.container}&scope=CONTAINER`;
  const item = { id, key: "LEVEL", value: "info", scope: "CONTAINER", is_secret: false, variable_type: "VALUE" };
  platform.on(`GET /container/${ids.container}`, [200, container.response]).on(line, late(item));
  const state = { ...container.outputs, variables: { LEVEL: "info" } };
  const { outputs } = await lifecycle("Container", platform.url, { endpoints, clock }).read(ids.container, state);
  expect(outputs.variables).toEqual({ LEVEL: "info" });
});

describe("create of a variable that refers to another one", () => {
  const list = `GET /variable?parent_id=${ids.container}&scope=CONTAINER`;
  const above = (call: string) => ({
    ...{ id, value: "info", is_secret: false, variable_type: "VALUE" },
    ...(call === "alias"
      ? { key: "REDIS_Z1_HOST", scope: "BUILT_IN", service_id: ids.database }
      : { key: "LEVEL", scope: "ENVIRONMENT" }),
  });
  const made = "00000000-0000-4000-8000-0000000000a2";

  it.each([
    ["overrides", { overrides: id, value: "debug" }, "override"],
    ["aliasOf", { aliasOf: `database/${ids.database}/host` }, "alias"],
  ])("succeeds if the variable that `%s` names is late in the list", async (_, names, call) => {
    platform
      .on(list, late(above(call)))
      .on(`POST /variable/${id}/${call}`, [201, { ...above(call), id: made, key: "LEVEL", scope: "CONTAINER" }]);
    const { create } = lifecycle("Variable", platform.url, { endpoints, clock });
    expect((await create({ on, key: "LEVEL", ...names })).id).toBe(made);
  });
});
