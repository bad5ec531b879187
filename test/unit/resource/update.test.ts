/** What an update sends of what has changed, what it leaves alone, and what the state has if a part of it fails. */
import { describe, expect, it } from "vitest";
import { isSecret } from "../../engine/support/values.js";
import {
  application,
  argoCdConfig,
  argsOf,
  cluster,
  container,
  database,
  type Fixture,
  ids,
  job,
} from "../../kinds/fixtures.js";
import { quickClock } from "../../support/fake-clock.js";
import { managed, plain } from "../../support/frontend.js";
import { UNKNOWN, type Values } from "../../support/provider.js";
import { type ConnectedOptions, failureOf, fakePlatform, lifecycle, listing } from "../support/fake-platform.js";

const platform = fakePlatform();
const extended = { endpoints: "extended" } as const;
const one = `/container/${ids.container}`;
const writes = () => platform.arrived.filter(({ line }) => !line.startsWith("GET"));

/** A resource whose program gives these arguments, and its update to others. */
function managedResource(
  { kind, program, path, outputs, response }: Fixture,
  more: Values = {},
  options: ConnectedOptions = extended,
) {
  const args: Values = { ...program, ...path, ...more };
  const { description: _, ...undescribed } = args;
  const state = managed({ ...outputs, ...more }, args);
  const cycle = lifecycle(kind, platform.url, options);
  return { ...cycle, args, undescribed, state, change: (to: Values) => cycle.update(String(response.id), state, to) };
}

const echoing = (now: Values) =>
  platform.on(`GET ${one}`, [200, now]).on(`PUT ${one}`, ({ body }) => [200, { ...now, ...(body as Values) }]);

describe("update: drift", () => {
  const drifted = { ...container.response, tag: "9.9", cpu: 111, auto_deploy: true, name: "by hand" };
  it("sends the changed arguments, the name, and the platform's current value of all others (drift), which it doesn't store", async () => {
    const { args, change, state } = managedResource(container, { autoDeploy: null, cloneFrom: ids.helm });
    echoing(drifted);
    const { outputs } = await change({ ...args, memory: 2048 });
    expect(writes()[0]?.body).toMatchObject({ memory: 2048, tag: "9.9", cpu: 111, auto_deploy: true, name: "web" });
    expect(outputs).toMatchObject({ memory: 2048, tag: state.tag, cpu: state.cpu, cloneFrom: ids.helm } as Values);
  });

  it("overwrites drift with all arguments if an update without changes retries a failed one", async () => {
    const { args, change, state } = managedResource(container, { autoDeploy: null });
    echoing(drifted);
    await change(args);
    expect(writes()[0]?.body).toMatchObject({ tag: state.tag, cpu: state.cpu, auto_deploy: null, name: "web" });
  });

  it("reads the resource first, and again if a list doesn't have a new resource yet", async () => {
    const list = `GET /environment/${ids.environment}/job`;
    platform.on(list, listing(), listing(), listing({ ...job.response, memory: 4711 }));
    platform.on(`PUT /job/${ids.job}`, [200, job.response]);
    const { args, state } = managedResource(job, { createdAt: new Date().toISOString() }, {});
    await lifecycle("Job", platform.url).update(ids.job, state, { ...args, cpu: 900 });
    expect(writes()[0]?.body).toMatchObject({ cpu: 900, memory: 4711 });
  });
});

it("update never sends unknown members that responses have", async () => {
  const { args, change } = managedResource(container);
  echoing({ ...container.response, mystery: "a", mysteries: [{ id: 1 }] });
  await change({ ...args, memory: 2048 });
  expect(writes()[0]?.body).toMatchObject({ memory: 2048 });
  expect(Object.keys(writes()[0]?.body as Values).filter((name) => name.startsWith("myster"))).toEqual([]);
});

describe("update without a request", () => {
  it("sends nothing if the program omits a default value and changes its connection", async () => {
    const { args, change } = managedResource(container, { cpu: 500 });
    const { cpu: _, ...others } = args;
    const { outputs } = await change({ ...others, connection: "other" });
    expect(outputs).toMatchObject({ connection: "other", cpu: 500 });
    expect(writes()).toEqual([]);
  });

  it("fails with AP1203 for an unknown value, like a create", async () => {
    const { args, change, create } = managedResource(container);
    for (const write of [change, create]) {
      const failure = await failureOf(write({ ...args, cpu: UNKNOWN }));
      expect(failure.message).toMatch(/^AP1203: .*cpu must be known/);
    }
    expect(platform.lines()).toEqual([]);
  });

  const later = /^Container "web": tag: "1.27" → "2" takes effect with the next deployment/;
  it.each<[what: string, more: Values, infos: readonly unknown[]]>([
    ["and reports nothing for `connection`", { connection: "other" }, []],
    [
      "and reports that `tag` takes effect with the next deployment",
      { connection: "other", tag: "2" },
      [expect.stringMatching(later)],
    ],
  ])("sends nothing without an update call, %s", async (_, more, infos) => {
    const { args, change, infos: messages } = managedResource(container, {}, {});
    expect((await change({ ...args, ...more })).outputs).toMatchObject(more);
    expect([platform.lines(), messages]).toEqual([[], infos]);
  });
});

describe("state after an update", () => {
  it.each<[what: string, response: unknown]>([
    ["empty", undefined],
    ["only its ID", { id: ids.database }],
  ])("has the arguments if the response is %s", async (__, response) => {
    platform.on(`PUT /database/${ids.database}`, [200, response]);
    const { args, change, state } = managedResource(database, {}, {});
    // An update can't clear it.
    const { iconUri: _, ...others } = args;
    const edit = { storage: 60, version: "17" };
    const { outputs } = await change({ ...others, ...edit });
    expect(writes()[0]?.body).toMatchObject(edit);
    // With a new revision, which the next deployment rolls out.
    expect(outputs).toEqual({ ...state, ...edit, __managed: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });

  it("has the arguments and the former values if the response to a full update is empty", async () => {
    platform.on(`GET ${one}`, [200, container.response]).on(`PUT ${one}`, [200]);
    const { args, change, state } = managedResource(container);
    const { outputs } = await change({ ...args, cpu: 300 });
    expect(outputs).toMatchObject({ cpu: 300, memory: state.memory, maximumCpu: state.maximumCpu } as Values);
  });

  it("has the removed argument in __previous, encrypted, after an update that failed halfway (403 of a subresource)", async () => {
    const { undescribed, change } = managedResource(container, { description: "old" });
    echoing(container.response);
    platform.on(`GET /variable?parent_id=${ids.container}&scope=CONTAINER`, [403]);
    const failure = await failureOf(change({ ...undescribed, variables: { A: "1" } }));
    expect(failure.id).toBe(ids.container);
    const properties = failure.properties as Values;
    expect(isSecret(properties.__previous)).toBe(true);
    expect(JSON.parse(String(plain(properties).__previous))).toMatchObject({ description: "old" });
  });
});

describe("update of an ArgoCdConfig", () => {
  it("sends and stores a changed `argocdToken`, although the response masks it", async () => {
    platform.on(`POST /cluster/${ids.cluster}/argoCdConfig`, [200, argoCdConfig.response]);
    const { args, change } = managedResource(argoCdConfig, {}, {});
    const { outputs } = await change({ ...args, argocdToken: "rotated" });
    expect(writes()[0]?.body).toMatchObject({ argocd_token: "rotated" });
    expect(outputs.argocdToken).toBe("rotated");
  });
});

describe("update whose response has another ID", () => {
  const change = (status: number) => {
    platform.on(`PUT /database/${ids.database}`, [status, { id: ids.job, version: "18" }]);
    const its = managedResource(database, {}, {});
    return its.change({ ...its.args, version: "17" });
  };

  it("ignores the body of a 202, which describes an operation", async () => {
    expect((await change(202)).outputs.version).toBe("17");
  });

  it("fails with AP3105 if the status is 200", async () => {
    expect((await failureOf(change(200))).code).toBe("AP3105");
  });
});

it("update stores only what the next deployment applies if the endpoints have no update call", async () => {
  const { args, change, state } = managedResource(container, {}, {});
  const { outputs } = await change({ ...args, name: "WEB", tag: "2", imageName: state.imageName as string });
  expect([outputs.name, outputs.tag]).toEqual(["web", "2"]);
});

describe("update with a lost subresource response", () => {
  const own = `/application/${ids.application}`;
  const grace = "deployment.termination_grace_period_seconds";
  const partsOf = (MARK: string, seconds: number) => ({ variables: { MARK }, advancedSettings: { [grace]: seconds } });
  const [before, after] = [partsOf("1", 60), partsOf("2", 90)];

  it.each<[what: string, lost: string, kept: Values]>([
    ["the variable", "PUT /variable/v1", { ...before, ...{ variables: after.variables, pending: ["variables.MARK"] } }],
    ["the settings", `PUT ${own}/advancedSettings`, { ...after, pending: ["advancedSettings"] }],
  ])("stores only %s in __pendingWrites", async (_, lost, kept) => {
    const item = { id: "v1", key: "MARK", value: "1", is_secret: false, scope: "APPLICATION", variable_type: "VALUE" };
    platform
      .on(`GET /variable?parent_id=${ids.application}&scope=APPLICATION`, [200, { results: [item] }])
      .on("PUT /variable/v1", [200, { ...item, value: "2" }])
      .on("GET /defaultApplicationAdvancedSettings", [200, { [grace]: 60 }])
      .on(`GET ${own}/advancedSettings`, [200, { [grace]: 60 }])
      .on(lost, [500]);
    const { args, change } = managedResource(application, before);
    const { properties } = await failureOf(change({ ...args, ...after }));
    const { variables, advancedSettings, __pendingWrites: pending } = properties as Values;
    expect({ variables, advancedSettings, pending }).toEqual(kept);
  });
});

describe("update of a cluster", () => {
  const list = `/organization/${ids.organization}/cluster`;
  const change = (there: Values) => {
    platform.on(`GET ${list}`, [200, { results: [there] }]).on(`PUT ${list}/${ids.cluster}`, [200, there]);
    const its = managedResource(cluster);
    return its.change({ ...its.args, maxRunningNodes: 10 });
  };

  it("sends undocumented members back if they have a value", async () => {
    await change({ ...cluster.response, secret_manager_accesses: { vault: 1 } });
    await change({ ...cluster.response, secret_manager_accesses: null });
    const [kept, none] = writes().map(({ body }) => body);
    expect(kept).toMatchObject({ secret_manager_accesses: { vault: 1 } });
    expect(none).not.toHaveProperty("secret_manager_accesses");
  });

  const { cloud_provider_credentials: _, ...without } = cluster.response;
  it.each<[title: string, there: Values]>([
    ["omit them", without],
    ["have only the cloud provider", { ...without, cloud_provider_credentials: { cloud_provider: "AWS" } }],
  ])("resends the credentials of the state if responses %s", async (_, there) => {
    const { outputs } = await change(there);
    const { credentials } = cluster.outputs.cloudProviderCredentials as Values;
    expect(writes()[0]?.body).toMatchObject({ cloud_provider_credentials: { credentials } } as Values);
    expect(outputs.cloudProviderCredentials).toEqual(cluster.outputs.cloudProviderCredentials);
  });
});

it("partial update of a Database sends all arguments except those that the platform ignores", async () => {
  platform.on(`PUT /database/${ids.database}`, [200, database.response]);
  const { args, change } = managedResource(database, {}, {});
  await change({ ...args, cpu: 900, memory: 900 });
  const { type: _, mode: __, ...body } = database.request;
  expect(writes()[0]?.body).toEqual(body);
});

it("update of an application clears a null description by omitting it, as a create does", async () => {
  const line = `/application/${ids.application}`;
  platform.on(`GET ${line}`, [200, application.response]);
  platform.on(`PUT ${line}`, [200, { ...application.response, description: null }]);
  platform.on(`POST /environment/${ids.environment}/application`, [201, application.response]);
  const { args, change, create } = managedResource(application);
  const { outputs } = await change({ ...args, description: null });
  expect(outputs).not.toHaveProperty("description");
  await create({ ...args, description: null });
  const [update, created] = writes().map(({ body }) => body);
  expect(update).not.toHaveProperty("description");
  expect(created).not.toHaveProperty("description");
});

it("update is repeated after a 503", async () => {
  platform.on(`GET ${one}`, [200, container.response]).on(`PUT ${one}`, [503], [200, container.response]);
  const { args, change } = managedResource(container);
  await change({ ...args, cpu: 300 });
  expect(writes()).toHaveLength(2);
});

it.each<[verb: string, write: (its: ReturnType<typeof managedResource>) => Promise<unknown>, isKept: boolean]>([
  ["create", ({ create, args }) => create(args), true],
  ["update", ({ change, args }) => change({ ...args, cpu: 300 }), true],
  ["delete", ({ delete: remove, state }) => remove(ids.container, state), false],
])("%s of a service fails if the redeployment by a trigger of the run fails", async (_, write, isKept) => {
  const environment = `/environment/${ids.environment}/container`;
  echoing(container.response);
  platform.on(`POST ${environment}`, [201, container.response]).on(`DELETE ${one}`, [204]);
  platform.on(`GET ${one}`, [200, container.response], [404]).on(`GET ${environment}`, [200, { results: [] }]);
  const its = managedResource(container);
  its.run.deployments.keepUpToDate("DeploymentTrigger", () => Promise.reject(new Error("no capacity")));
  const failure = await failureOf(write(its));
  expect(`${failure.message} ${failure.reasons}`).toContain("no capacity");
  expect(failure.id).toBe(isKept ? ids.container : undefined);
});

it.each(["create", "update"] as const)(
  "%s fails with AP4001 and keeps the resource in the state if its response can't be processed",
  async (verb) => {
    echoing(container.response).on(`POST /environment/${ids.environment}/container`, [201, container.response]);
    let isBroken = true;
    const random = () => {
      if (!isBroken) return 0.5;
      isBroken = false;
      throw new RangeError("bug");
    };
    const { args, create, change } = managedResource(container, {}, { ...extended, clock: { ...quickClock, random } });
    const failure = await failureOf(verb === "create" ? create(args) : change({ ...args, tag: "2" }));
    expect(failure.id).toBe(ids.container);
    expect(String(failure.reasons)).toMatch(/AP4001: .*reading the response.*bug/s);
  },
);

it.each<[what: string, edit: Values, code: string, text: string]>([
  ["fails with AP3004 and the ID of the resource that has the new name", { name: "Taken" }, "AP3004", `id ${ids.helm}`],
  ["fails with AP3005 if only the resource itself has the name", { cpu: 900 }, "AP3005", "a deployment is running"],
])("update: 409 conflict %s", async (_, edit, code, text) => {
  platform.on(`GET /environment/${ids.environment}/job`, [
    200,
    { results: [job.response, { id: ids.helm, name: "taken" }] },
  ]);
  platform.on(`PUT /job/${ids.job}`, [409, { detail: "a deployment is running" }]);
  const { update } = lifecycle("Job", platform.url);
  const failure = await failureOf(update(ids.job, job.outputs, { ...argsOf(job), ...edit }));
  expect(failure).toMatchObject({ code, message: expect.stringContaining(text) });
});
