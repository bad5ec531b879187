/** Projects, environments and what belongs to them, in a data file whose platform was killed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type Body, bodies } from "./bodies.js";
import type { Platform } from "./platform.js";
import { startPlatformProcess } from "./platform-process.js";

const folder = mkdtempSync(join(tmpdir(), "systems-"));
afterAll(() => rmSync(folder, { recursive: true }));

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
