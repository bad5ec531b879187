/** Projects, environments and what belongs to them, in data files that were killed, and in those of an earlier version. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Body, bodies } from "./bodies.js";
import { type Platform, whileServed } from "./platform.js";
import { startPlatformProcess } from "./platform-process.js";

const folder = mkdtempSync(join(tmpdir(), "systems-"));
afterAll(() => rmSync(folder, { recursive: true }));

const released = join(__dirname, "../cli/upgrades/fixtures/0.1.0");

async function read({ request, ids }: Platform, paths: readonly string[]): Promise<unknown[]> {
  const all = [`/organization/${ids.organization}/project`, `/project/${ids.project}/environment`, ...paths];
  return Promise.all(all.map(async (path) => [path, (await request("GET", path)).body]));
}

it("everything that was answered is there after a kill, and a deletion continues", async () => {
  const data = join(folder, "killed.db");
  const options = { data, endpoints: "extended", speed: "manual" } as const;
  const first = await startPlatformProcess(options);
  const post = async (path: string, body: Body): Promise<string> =>
    (await first.request("POST", path, { body })).body.id;
  const { ids } = first;
  const project = await post(`/organization/${ids.organization}/project`, { name: "shop" });
  const environment = await post(`/project/${project}/environment`, { name: "dev" });
  const gone = await post(`/project/${project}/environment`, { name: "gone" });
  const container = await post(`/environment/${environment}/container`, bodies.container.minimal(ids));
  const stage = await post(`/environment/${environment}/deploymentStage`, { name: "late" });
  const variable = { key: "A", value: "1", is_secret: false };
  await post("/variable", { ...variable, variable_scope: "CONTAINER", variable_parent_id: container });
  await post(`/container/${container}/customDomain`, { domain: "a.example.com", generate_certificate: true });
  await first.request("PUT", `/deploymentStage/${stage}/service/${container}`);
  await first.request("POST", "/_local/clock", { body: { advanceSeconds: 5 } });
  expect((await first.request("DELETE", `/environment/${gone}`)).status).toBe(204);
  const paths = [
    `/project/${project}/environment`,
    `/environment/${environment}/deploymentStage`,
    `/environment/${gone}/status`,
    `/variable?scope=CONTAINER&parent_id=${container}`,
    `/container/${container}/customDomain`,
  ];
  const before = await read(first, paths);
  await first.kill();
  const second = await startPlatformProcess(options);
  expect(await read(second, paths)).toEqual(before);
  await second.request("POST", "/_local/clock", { body: { advanceSeconds: 4 } });
  expect((await second.request("GET", `/environment/${gone}`)).status).toBe(404);
  expect(await second.stop()).toBe(0);
});

describe("content of version 0.1.0", () => {
  /** What it lacks: one project for its environments, one stage for their services. */
  async function expectSystem(platform: Platform): Promise<void> {
    const { ids, request } = platform;
    const [project] = (await request("GET", `/organization/${ids.organization}/project`)).body.results;
    const { results } = (await request("GET", `/project/${ids.project}/environment`)).body;
    expect(project).toMatchObject({ id: ids.project, name: "main", associated_environments_count: results.length });
    expect(results).toMatchObject([
      { id: ids.environment, name: "main", mode: "DEVELOPMENT" },
      { id: ids.otherEnvironment },
    ]);
    const { body: services } = await request("GET", `/environment/${ids.environment}/statuses`);
    const count = Object.values(services).flatMap((each) => (Array.isArray(each) ? each : [])).length;
    expect(count).toBeGreaterThan(0);
    const stages = (await request("GET", `/environment/${ids.environment}/deploymentStage`)).body.results;
    expect(stages.map((stage: { name: string; services: unknown[] }) => [stage.name, stage.services.length])).toEqual([
      ["default", count],
    ]);
    expect((await request("GET", `/environment/${ids.environment}/status`)).body.metrics).toHaveLength(1);
  }

  it("gets a project and stages when its data file is opened", async () => {
    const data = join(folder, "earlier.db");
    copyFileSync(join(released, "platform.db"), data);
    await whileServed({ data, endpoints: "extended" }, expectSystem);
  });

  it("gets a project and stages when its snapshot is restored", async () => {
    const body = JSON.parse(readFileSync(join(released, "snapshot.json"), "utf8"));
    await whileServed({ endpoints: "extended" }, async (platform) => {
      expect((await platform.request("PUT", "/_local/snapshot", { body })).status).toBe(204);
      await expectSystem(platform);
    });
  });
});
