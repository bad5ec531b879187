import { expect, it } from "vitest";
import { ids } from "../../kinds/fixtures.js";
import { fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

it("create of an Environment with cloneFrom sends neither `mode` nor `clusterId` if the program omits them", async () => {
  const source = ids.environment;
  const response = { id: ids.helm, name: "copy", created_at: new Date().toISOString(), mode: "PRODUCTION" };
  platform.on(`GET /environment/${source}/statuses`, [200, {}]).on(`GET /environment/${ids.helm}/statuses`, [200, {}]);
  platform.on(`POST /environment/${source}/clone`, [201, { ...response, project: { id: ids.helm } }]);
  const cycle = lifecycle("Environment", platform.url, { endpoints: "extended" });
  await cycle.create({ projectId: ids.helm, name: "copy", cloneFrom: source });
  const request = platform.arrived.find(({ line }) => line.endsWith("/clone"))?.body;
  expect(request).toEqual({ name: "copy", project_id: ids.helm });
});

it("create of an Environment with cloneFrom, `mode` and `clusterId` sends both, and waits until the clone has as many services as its source", async () => {
  const [source, copy] = [ids.environment, "00000000-0000-4000-8000-0000000000c1"];
  const chosen = { mode: "STAGING", cluster_id: ids.cluster };
  const response = {
    id: copy,
    name: "copy",
    created_at: new Date().toISOString(),
    project: { id: ids.helm },
    ...chosen,
  };
  const services = (count: number) => ({
    environment: {},
    containers: Array.from({ length: count }, (_, index) => ({ id: `${index}`, state: "READY" })),
  });
  platform
    .on(`GET /environment/${source}/statuses`, [200, services(2)])
    .on(`GET /project/${ids.helm}/environment`, [200, { results: [] }])
    .on(`POST /environment/${source}/clone`, [201, response])
    .on(`GET /environment/${copy}/statuses`, [200, services(0)], [200, services(1)], [200, services(2)]);
  const cycle = lifecycle("Environment", platform.url, { endpoints: "extended" });
  const own = { mode: "STAGING", clusterId: ids.cluster };
  const { id } = await cycle.create({ projectId: ids.helm, name: "copy", cloneFrom: source, ...own });
  expect(id).toBe(copy);
  const request = platform.arrived.find(({ line }) => line.endsWith("/clone"))?.body;
  expect(request).toEqual({ name: "copy", project_id: ids.helm, ...chosen });
  expect(platform.lines().filter((line) => line === `GET /environment/${copy}/statuses`)).toHaveLength(3);
});
