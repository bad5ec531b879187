/** What resources that are written or deleted at the same time read together. */
import { expect, it } from "vitest";
import { container, ids } from "../../kinds/fixtures.js";
import { systemClock } from "../../support/provider.js";
import { fakePlatform, lifecycle, ownersWith } from "../support/fake-platform.js";

const platform = fakePlatform();
const own = ["a1", "a2", "a3", "a4"].map((end) => `00000000-0000-4000-8000-0000000000${end}`);
const list = `GET /environment/${ids.environment}/container`;
const state = { environmentId: ids.environment, createdAt: "2024-05-01T10:00:00.000Z" };

/** However busy the machine is, no operation comes too late to share a list: only waits take time. */
let waited = 0;
const clock = {
  ...systemClock,
  elapsed: () => waited,
  sleep: async (milliseconds: number) => {
    const end = waited + milliseconds;
    await systemClock.sleep(4 * milliseconds);
    waited = Math.max(waited, end);
  },
};

const containers = () => lifecycle("Container", platform.url, { endpoints: "extended", clock });
const reads = (of: RegExp) => platform.lines().filter((line) => line.startsWith("GET ") && of.test(line));
const isContainer = /\/container(\/[^/]+)?$/;

async function destroyed(resources: readonly string[], createdAt = state.createdAt) {
  for (const id of resources) platform.on(`DELETE /container/${id}`, [204]);
  const cycle = containers();
  await Promise.all(resources.map((id) => cycle.delete(id, { ...state, createdAt })));
  return reads(isContainer);
}

it("parallel deletes share list requests to confirm that the resources are gone", async () => {
  platform.on(list, [200, { results: [] }]);
  const read = await destroyed(own);
  expect(read).toContain(list);
  // The first ones may be over before the others have begun.
  expect(read.length).toBeLessThan(own.length);
});

it("parallel deletes of CloudCredentials share the lists of the clusters that use them", async () => {
  const organization = `/organization/${ids.organization}`;
  const users = `GET ${organization}/cluster`;
  platform.on(users, [200, { results: [] }]).on(`GET ${organization}/aws/credentials`, [200, { results: [] }]);
  const patient = { ...systemClock, sleep: clock.sleep };
  const cycle = lifecycle("CloudCredentials", platform.url, { endpoints: "extended", clock: patient });
  const place = { organizationId: ids.organization, cloud: "aws", name: "main", aws: {}, createdAt: state.createdAt };
  const all = Array.from({ length: 20 }, (_, index) => `00000000-0000-4000-8000-0000000000${index + 10}`);
  for (const id of all) platform.on(`DELETE ${organization}/aws/credentials/${id}`, [204]);
  await Promise.all(all.map((id) => cycle.delete(id, place)));
  const lines = platform.lines();
  expect(lines.filter((line) => line.startsWith("DELETE"))).toHaveLength(all.length);
  // The first one waits for nobody, and the last ones may come when the others no longer wait.
  expect(lines.filter((line) => line === users).length).toBeLessThanOrEqual(all.length / 4);
});

it("parallel deletes of variables also read whether their environment is gone", async () => {
  const [environment, environments] = [ids.environment, `GET /project/${ids.project}/environment`];
  const values = { projectId: ids.project, createdAt: state.createdAt };
  const place = { urn: "urn", kind: "Environment", id: environment, values };
  const owners = ownersWith(async (_, is) => [place].filter(is));
  const cycle = lifecycle("Variable", platform.url, { endpoints: "extended", clock, owners });
  platform.on(environments, [200, { results: [] }]);
  for (const id of own) platform.on(`DELETE /variable/${id}`, [204]);
  const on = `environment/${environment}`;
  await Promise.all(own.map((id) => cycle.delete(id, { ...state, on, key: id, value: "1" })));
  expect(platform.lines()).toContain(`GET /variable?parent_id=${environment}&scope=ENVIRONMENT`);
  expect(platform.lines()).toContain(environments);
});

it("parallel deletes read a resource by its ID if the list still shows it", async () => {
  const late = { ...container.response, id: own[2] };
  platform.on(list, [200, { results: [late] }], [200, { results: [late] }], [200, { results: [] }]);
  const read = await destroyed(own);
  expect(read.filter((line) => line === list).length).toBeGreaterThan(0);
  expect(read).toContain(`GET /container/${own[2]}`);
});

it("delete of a single or a new resource is confirmed by a read of the resource", async () => {
  const [one = ""] = own;
  expect(await destroyed([one])).toEqual([`GET /container/${one}`]);
  platform.reset();
  expect(await destroyed(own, new Date().toISOString())).toEqual(own.map((id) => `GET /container/${id}`));
});

it("parallel updates share list requests to read the current resources", async () => {
  const results = own.map((id) => ({ ...container.response, id, name: id }));
  platform.on(list, [200, { results }]);
  for (const [index, id] of own.entries())
    platform.on(`PUT /container/${id}`, [200, results[index]]).on(`GET /container/${id}`, [200, results[index]]);
  const cycle = containers();
  const updates = own.map((id) => {
    const args = { ...container.program, ...container.path, name: id };
    return cycle.update(id, { ...args, ...state }, { ...args, tag: "2" });
  });
  await Promise.all(updates);
  expect(reads(isContainer)).toContain(list);
  expect(reads(isContainer).length).toBeLessThan(own.length);
});
