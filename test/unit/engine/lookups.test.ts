/** What lookups and reads request and find. */
import { describe, expect, it } from "vitest";
import { handlersOf } from "../../../provider/engine/handlers.js";
import { lookupsOf } from "../../../provider/engine/lookups.js";
import { container, database, ids, job } from "../../kinds/fixtures.js";
import type { EndpointSet, Values } from "../../support/provider.js";
import { connected, definitionOf, fakePlatform, listing, requestWith } from "../support/fake-platform.js";

const platform = fakePlatform();
const all = `GET /environment/${ids.environment}/container`;
const one = `GET /container/${ids.container}`;
const jobs = `GET /environment/${ids.environment}/job`;
const at = { environmentId: ids.environment };

function cycleOf(kind: string, endpoints: EndpointSet = "extended") {
  const { platform: here, run, log } = connected(platform.url, { endpoints });
  const connections: (string | undefined)[] = [];
  const platformFor = (connection: string | undefined) => {
    connections.push(connection);
    return here;
  };
  const cycle = handlersOf(definitionOf(kind), platformFor, { definitionOf, run });
  const lookups = lookupsOf(definitionOf(kind), platformFor);
  const request = requestWith({ log });
  const failing = <T>(work: Promise<T>) => work.catch((error: Error) => error.message);
  return {
    ...{ connections, run },
    lookUpOne: (args: unknown) => failing(lookups.lookUpOne({ log, args: args as Values })),
    lookUpAll: (args: unknown) => failing(lookups.lookUpAll({ log, args: args as Values })),
    document: (name: string, args: Values) => failing(lookups.lookUpDocument({ log, name, args })),
    read(id: string, values: Values, isLookup: boolean) {
      const state = { values, revision: undefined };
      return failing(cycle.read({ ...request, id, isLookup, state, oldInputs: isLookup ? undefined : {} }));
    },
  };
}

describe("lookup of one resource", () => {
  it.each<[what: string, args: Values, line: string]>([
    ["by its ID", { id: ids.container }, one],
    ["by its name in any letter case", { name: " WEB ", ...at }, all],
  ])("finds the resource %s", async (_, args, line) => {
    const other = { ...container.response, id: ids.helm, name: "b" };
    platform.on(one, [200, container.response]).on(all, listing(other, container.response));
    const found = { id: ids.container, name: "web", environmentId: ids.environment };
    expect(await cycleOf("Container").lookUpOne(args)).toMatchObject(found);
    expect(platform.lines()[0]).toBe(line);
  });

  it("is retried after a 503", async () => {
    platform.on(one, [503], [200, container.response]);
    expect(await cycleOf("Container").lookUpOne({ id: ids.container })).toMatchObject({ id: ids.container });
    expect(platform.lines().filter((line) => line === one)).toHaveLength(2);
  });

  it("finds the resource by ID in its parent's list if the endpoints have no read", async () => {
    platform.on(jobs, listing({ ...job.response, id: ids.helm, name: "b" }, job.response));
    const { lookUpOne } = cycleOf("Job", "documented");
    expect(await lookUpOne({ id: ids.job.toUpperCase(), ...at })).toMatchObject({ id: ids.job });
    const missing = `there is no Job with id ${ids.database} in environment ${ids.environment}; existing: b, `;
    expect(await lookUpOne({ id: ids.database, ...at })).toContain(missing);
  });

  it("fails with AP2007 and the IDs if several resources have the name", async () => {
    platform.on(jobs, listing(job.response, { ...job.response, id: ids.helm }));
    const { name } = job.response as { name: string };
    const several = `environment ${ids.environment} has several Jobs named "${name}": ${ids.job}, ${ids.helm}.`;
    expect(await cycleOf("Job").lookUpOne({ name, ...at })).toContain(several);
  });

  const none = `there is no Container with id ${ids.container}`;
  const unnamed = `there is no Container named "x" in environment ${ids.environment}; existing: api, web`;
  it.each<[why: string, args: unknown, text: string]>([
    ["neither id nor name is set", at, "neither an id nor a name is set"],
    ["both id and name are set", { ...at, id: ids.container, name: "web" }, "both an id and a name are set"],
    ["no resource has the ID", { id: ids.container }, none],
    ["no resource has the name", { ...at, name: "x" }, unnamed],
    ["arguments are not an object", "web", "its argument must be an object; got a value of type string"],
    ["a name is not a string", { ...at, name: 7 }, "name must be a string; got a value of type number"],
    ["an environmentId is a list", { environmentId: ["a"], name: "a" }, "environmentId must be a string; got an array"],
  ])("fails if %s", async (_, args, text) => {
    platform.on(all, listing({ ...container.response, id: ids.helm }, { id: ids.feature, name: "api" }));
    expect(await cycleOf("Container").lookUpOne(args)).toContain(text);
  });

  it("lists at most twenty existing names in its error", async () => {
    const items = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `${index}`, name: `n${index + 10}` }));
    platform.on(all, listing(), listing(...items(20)), listing(...items(21)));
    const find = () => cycleOf("Container").lookUpOne({ ...at, name: "x" });
    expect(await find()).toContain("none exists there");
    expect(await find()).toMatch(/n28, n29\.?\s/);
    expect(await find()).toContain("n29, …");
  });

  it("uses the specified connection", async () => {
    platform.on(all, listing(container.response));
    const { lookUpOne, connections } = cycleOf("Container");
    await lookUpOne({ ...at, name: "web", connection: "staging" });
    await lookUpOne({ ...at, name: "web", connection: null });
    expect(connections).toEqual(["staging", undefined]);
  });

  it("fails if the endpoints can't list the kind", async () => {
    const { lookUpOne } = cycleOf("TerraformService", "documented");
    expect(await lookUpOne({ ...at, name: "x" })).toContain("the platform's endpoints can't list this kind");
  });
});

it("lookup of a database reads no credentials", async () => {
  const alone = `GET /database/${ids.database}`;
  platform.on(alone, [200, database.response]);
  const found = await cycleOf("Database").lookUpOne({ id: ids.database });
  expect(found).toMatchObject({ id: ids.database });
  expect(Object.keys(found)).not.toContain("password");
  expect(platform.lines()).toEqual([alone, expect.stringMatching(/^GET .variable\?/)]);
});

describe("lookup of all resources", () => {
  it("returns the resources of the environment", async () => {
    platform.on(all, listing(container.response, { ...container.response, id: ids.helm, name: "api" }));
    expect(await cycleOf("Container").lookUpAll(at)).toMatchObject([
      { id: ids.container, name: "web" },
      { id: ids.helm, name: "api", environmentId: ids.environment },
    ]);
  });

  it("returns an empty list (plural function) if there is none, instead of AP2007", async () => {
    platform.on(all, listing());
    expect(await cycleOf("Container").lookUpAll(at)).toEqual([]);
  });

  it("sends a filter", async () => {
    platform.on(`${jobs}?toUpdate=true`, listing(job.response));
    expect(await cycleOf("Job").lookUpAll({ ...at, toUpdate: true })).toMatchObject([{ id: ids.job }]);
  });

  it("fails if the type of a filter is wrong", async () => {
    const { lookUpAll } = cycleOf("Job");
    const refused = "toUpdate must be a boolean; got";
    expect(await lookUpAll({ ...at, toUpdate: "yes" })).toContain(`${refused} a value of type string`);
    expect(await lookUpAll({ ...at, toUpdate: null })).toContain(`${refused} null`);
  });
});

describe("lookup of API tokens", () => {
  const { organization: organizationId } = ids;
  const tokens = `GET /organization/${organizationId}/apiToken`;
  const token = { id: ids.helm, name: "ci 1", role_id: ids.role };

  it("sends name and creatorName as filters of lookUpAll, but not of lookUpOne", async () => {
    platform.on(`${tokens}?name=ci&creatorName=me`, listing(token)).on(tokens, listing(token));
    const { lookUpAll, lookUpOne } = cycleOf("ApiToken");
    const args = { organizationId, name: "ci", creatorName: "me" };
    expect(await lookUpAll(args)).toMatchObject([{ id: ids.helm, name: "ci 1", organizationId }]);
    expect(await lookUpAll({ ...args, name: 1 })).toContain("name must be a string; got a value of type number");
    expect(await lookUpAll({ ...args, creatorName: [] })).toContain("creatorName must be a string; got an array");
    expect(await lookUpOne({ organizationId, name: "CI 1" })).toMatchObject({ id: ids.helm });
    expect(platform.lines()).toEqual([`${tokens}?name=ci&creatorName=me`, tokens]);
  });
});

describe("lookup of a document (a response that isn't JSON)", () => {
  const args = { organizationId: ids.organization, clusterId: ids.cluster };
  const line = `GET /organization/${ids.organization}/cluster/${ids.cluster}/kubeconfig`;
  it("returns a cluster's kubeconfig as text", async () => {
    platform.on(line, [200, "kind: Config"]);
    expect(await cycleOf("Cluster").document("Kubeconfig", args)).toEqual({ kubeconfig: "kind: Config" });
  });

  it.each<[why: string, args: Values, endpoints: EndpointSet, text: string]>([
    ["the endpoints can't return the document", args, "documented", "the platform's endpoints can't return it"],
    ["clusterId is missing", { organizationId: ids.organization }, "extended", "clusterId isn't set"],
    ["clusterId is empty", { ...args, clusterId: "" }, "extended", "clusterId isn't set"],
  ])("fails if %s", async (_, specified, endpoints, text) => {
    expect(await cycleOf("Cluster", endpoints).document("Kubeconfig", specified)).toContain(text);
  });
});

describe("read", () => {
  it("fails in a lookup if the endpoints can't read the kind, but not in a refresh", async () => {
    const { read } = cycleOf("TerraformService", "documented");
    expect(await read(ids.terraform, at, true)).toContain("the platform's endpoints can't read this kind");
    expect(await read(ids.terraform, at, false)).not.toBeTypeOf("string");
    expect(await cycleOf("DeploymentTrigger").read("1", at, true)).toContain("can't be looked up");
  });

  it("records the environment of a service", async () => {
    platform.on(one, [200, container.response]);
    const { read, run } = cycleOf("Container");
    await read(ids.container, container.outputs, false);
    expect(run.deployments.environmentsOf(ids.container)).toEqual([ids.environment]);
  });
});
