/** Projects, environments and what belongs to them, clusters and their credentials, in a data file whose platform was killed. */
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
  const organization = `/organization/${ids.organization}`;
  const credentials = await post(`${organization}/onPremise/credentials`, { name: "data centre" });
  const cluster = (name: string) => ({
    ...{ name, region: "here", cloud_provider: "ON_PREMISE" },
    cloud_provider_credentials: { credentials: { id: credentials } },
  });
  const deployed = `${organization}/cluster/${await post(`${organization}/cluster`, cluster("deployed"))}`;
  const deleted = `${organization}/cluster/${await post(`${organization}/cluster`, cluster("deleted"))}`;
  const routes = [{ destination: "10.0.0.0/8", target: "a", description: "b" }];
  await first.request("PUT", `${deployed}/routingTable`, { body: { routes } });
  await first.request("POST", `${deleted}/deploy`);
  await first.request("POST", "/_local/clock", { body: { advanceSeconds: 65 } });
  await first.request("POST", `${deployed}/deploy`);
  expect((await first.request("DELETE", deleted)).status).toBe(204);
  expect((await first.request("DELETE", `/environment/${gone}`)).status).toBe(204);
  const paths = [
    `/project/${project}/environment`,
    `/environment/${environment}/deploymentStage`,
    `/environment/${gone}/status`,
    `/variable?scope=CONTAINER&parent_id=${container}`,
    `/container/${container}/customDomain`,
    ...["cluster", "credentials", `onPremise/credentials/${credentials}`].map((path) => `${organization}/${path}`),
    ...[`${deployed}/routingTable`, `${deployed}/status`, `${deleted}/status`, `${deleted}/kubeconfig`],
  ];
  const before = await read(first, paths);
  await first.kill();
  const second = await startPlatformProcess(options);
  expect(await read(second, paths)).toEqual(before);
  await second.request("POST", "/_local/clock", { body: { advanceSeconds: 60 } });
  for (const path of [`/environment/${gone}`, `${deleted}/status`])
    expect((await second.request("GET", path)).status).toBe(404);
  expect((await second.request("GET", `${deployed}/status`)).body.status).toBe("DEPLOYED");
  expect(await second.stop()).toBe(0);
});
