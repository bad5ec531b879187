/** What responses show of a service is kept. These tests read it first, then change what it shows. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { bodies } from "./bodies.js";
import { type Platform, startPlatform } from "./platform.js";

let platform: Platform;
let place: string;
beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended", speed: "manual" });
  place = `/environment/${platform.ids.environment}`;
});
afterAll(() => platform.stop());

async function create(name: string): Promise<string> {
  const body = { ...bodies.container.full(platform.ids), name };
  return (await platform.request("POST", `${place}/container`, { body })).body.id;
}

/** The service as the list has it; it is the same as when it is read alone. */
async function shown(id: string) {
  const one = await platform.request("GET", `/container/${id}`);
  const { results } = (await platform.request("GET", `${place}/container`)).body;
  const listed = results.find((each: { id: string }) => each.id === id);
  expect(listed).toEqual(one.status === 200 ? one.body : undefined);
  return listed;
}

it("a list has its services in the order in which they were created, whichever were read before", async () => {
  const ids = [await create("b"), await create("c"), await create("a")];
  await shown(ids[1] as string);
  ids.push(await create("d"));
  const { body, headers } = await platform.request("GET", `${place}/container`);
  expect(body.results.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
});

it("an update, a deployment and a deletion are shown at once", async () => {
  const id = await create("changing");
  expect(await shown(id)).toMatchObject({ name: "changing", tag: "1.27" });
  const body = { ...bodies.container.full(platform.ids), name: "changed" };
  await platform.request("PUT", `/container/${id}`, { body });
  expect(await shown(id)).toMatchObject({ name: "changed", tag: "1.27" });
  await platform.request("POST", `${place}/service/deploy`, { body: { containers: [{ id, image_tag: "2" }] } });
  expect(await shown(id)).toMatchObject({ name: "changed", tag: "2" });
  await platform.request("POST", "/_local/clock", { body: { advanceSeconds: 3600 } });
  await platform.request("DELETE", `/container/${id}`);
  await platform.request("POST", "/_local/clock", { body: { advanceSeconds: 3600 } });
  expect(await shown(id)).toBeUndefined();
});

it("a service is not shown as one of another kind", async () => {
  const id = await create("of a kind");
  expect((await platform.request("GET", `/container/${id}`)).status).toBe(200);
  expect((await platform.request("GET", `/application/${id}`)).status).toBe(404);
});

it("a registry that a restored snapshot changes is shown in the services that refer to it", async () => {
  const id = await create("referring");
  const { registry } = await shown(id);
  const snapshot = (await platform.request("GET", "/_local/snapshot")).body;
  const row = snapshot.tables.record.find((each: { id: string }) => each.id === registry.id);
  row.body.name = "renamed";
  expect((await platform.request("PUT", "/_local/snapshot", { body: snapshot })).status).toBe(204);
  expect((await shown(id)).registry).toEqual({ ...registry, name: "renamed" });
});
