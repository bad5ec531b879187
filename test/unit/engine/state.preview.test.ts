/** What an operation, a clone and a preview do at their edges. */
import { describe, expect, it } from "vitest";
import { copiedTexts } from "../../../provider/definition/references.js";
import { previewedOutputs } from "../../../provider/engine/state.js";
import { operationsOf, systemClock } from "../../../provider/platform/operation.js";
import { container, ids } from "../../kinds/fixtures.js";
import { UNKNOWN, type Values } from "../../support/provider.js";
import { definitionOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();
const definition = definitionOf("Container");

it("isOver is true when the signal aborts, for any fraction of a millisecond in the deadline", async () => {
  const { begin, isOver } = operationsOf(systemClock, new AbortController().signal, 20_000);
  const ends = Array.from({ length: 40 }, (_, index) => {
    const operation = begin({ deadline: systemClock.elapsed() + 5 + index * 0.37 });
    return new Promise((resolve) => operation.signal.addEventListener("abort", () => resolve(isOver(operation))));
  });
  expect(await Promise.all(ends)).toEqual(ends.map(() => true));
});

describe("preview of an update", () => {
  const fixed = { createdAt: "2026-11-29T10:00:00Z", url: "https://web.example.com" };
  const state = { cpu: 999, memory: 1024, ...fixed, updatedAt: "now" };
  it.each<[what: string, specified: Values, changed: string, shown: Values]>([
    ["an argument that the program omits now as unknown", {}, "cpu", { cpu: UNKNOWN }],
    ["values that the program always left to the platform", { cpu: 500 }, "cpu", { cpu: 500, memory: 1024 }],
    ["outputs fixed at creation or by unchanged arguments", { cpu: 500 }, "cpu", { ...fixed, updatedAt: UNKNOWN }],
    ["outputs that follow a changed argument as unknown", { ports: [] }, "ports", { ...fixed, url: UNKNOWN }],
  ])("shows %s", (_, specified, changed, shown) => {
    const before = { state, specified: { cpu: 999 }, changed: [changed] };
    expect(previewedOutputs(definition, specified, before)).toMatchObject(shown);
  });
});

it("copiedTexts of a clone omits its parent, its own arguments and values that aren't texts", () => {
  const names = copiedTexts(definition, { ...container.path, imageName: "nginx" });
  expect(names).toContain("entrypoint");
  for (const name of ["environmentId", "name", "imageName", "connection", "cpu"]) expect(names).not.toContain(name);
});

it("create of an Environment with cloneFrom waits until the clone has as many services as its source", async () => {
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
