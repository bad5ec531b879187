/** What responses show of a service is kept. These tests read it first, then change what it shows. */
import { expect, it } from "vitest";
import { bodies } from "./support/bodies.js";
import { opened } from "./support/opened.js";

const { platform, send, read, inEnvironment, create, deploy, advance } = opened();
const full = (name: string) => ({ ...bodies.container.full(platform.ids), name });
const make = async (name: string): Promise<string> => (await create("container", full(name))).id;

/** The service as the list has it; it is the same as when it is read alone. */
async function shown(id: string) {
  const one = await platform.request("GET", `/container/${id}`);
  const { results } = await read(inEnvironment("container"));
  const listed = results.find((each: { id: string }) => each.id === id);
  expect(listed).toEqual(one.status === 200 ? one.body : undefined);
  return listed;
}

it("GET container returns services in order of creation", async () => {
  const ids = [await make("b"), await make("c"), await make("a")];
  await shown(ids[1] as string);
  ids.push(await make("d"));
  const { body, headers } = await platform.request("GET", inEnvironment("container"));
  expect(body.results.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
});

it("GET container shows an update, a deployment and a delete at once", async () => {
  const id = await make("changing");
  expect(await shown(id)).toMatchObject({ name: "changing", tag: "1.27" });
  await send("PUT", `/container/${id}`, full("changed"));
  expect(await shown(id)).toMatchObject({ name: "changed", tag: "1.27" });
  await deploy({ containers: [{ id, image_tag: "2" }] });
  expect(await shown(id)).toMatchObject({ name: "changed", tag: "2" });
  await advance(3600);
  await platform.request("DELETE", `/container/${id}`);
  await advance(3600);
  expect(await shown(id)).toBeUndefined();
});

it("GET container returns the registry's name of a restored snapshot", async () => {
  const id = await make("referring");
  const { registry } = await shown(id);
  const snapshot = await read("/_local/snapshot");
  const row = snapshot.tables.record.find((each: { id: string }) => each.id === registry.id);
  row.body.config.name = "renamed";
  expect((await send("PUT", "/_local/snapshot", snapshot)).status).toBe(204);
  expect((await shown(id)).registry).toEqual({ ...registry, name: "renamed" });
});

it("GET container returns the registry's name after an update of the registry", async () => {
  const registries = `/organization/${platform.ids.organization}/containerRegistry`;
  const request = { name: "images", kind: "GENERIC_CR", url: "https://registry.example.org", config: {} };
  const { id: registry } = (await send("POST", registries, request)).body;
  const { id } = await create("container", { ...full("in the registry"), registry_id: registry });
  expect((await shown(id)).registry.name).toBe("images");
  expect((await send("PUT", `${registries}/${registry}`, { ...request, name: "other images" })).status).toBe(200);
  expect((await shown(id)).registry.name).toBe("other images");
});
