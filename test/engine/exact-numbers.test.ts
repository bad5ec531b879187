/** An update of a whole object, which has members that no JavaScript number or program shows exactly. */
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { doors, plain } from "../support/frontend.js";
import type { Values } from "../support/provider.js";
import { fakePlatform } from "../unit/support/fake-platform.js";
import { openApiObject, hookUrn as urn } from "./support/api-object.js";

const platform = fakePlatform();
const collection = "/organization/acme/hook";

const unmanaged =
  '"owner_id":9007199254740993,"rate":1.50,"limits":{"x":null,"most":1e400},"list":[{"x":null,"y":1.0}]';
const stored = (version: number) => `{"name":"a","v":${version},"free":{"x":null},${unmanaged}}`;
const returned = (version: number) => `{"id":"1",${stored(version).slice(1)}`;

const argsOf = (v: number): Values => ({
  ...{ path: "/organization/acme/hook", body: { name: "a", v, free: { x: null } }, nameMember: "name" },
});

const answering =
  (version: number, status = 200) =>
  (_: unknown, response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(returned(version));
    return undefined;
  };

describe.each(doors)("ApiObject with exact numbers through the %s provider", (name) => {
  it("sends numbers and nulls of others back unchanged when another member changes", async () => {
    const provider = openApiObject(name, platform.url).door;
    platform
      .on(`GET ${collection}`, [200, { results: [] }])
      .on(`POST ${collection}`, answering(1, 201))
      .on(`GET ${collection}/1`, answering(1))
      .on(`PUT ${collection}/1`, answering(2));
    const { inputs } = await provider.check(urn, argsOf(1));
    const created = await provider.create(urn, inputs);
    expect(platform.arrived.find(({ line }) => line.startsWith("POST"))?.body).toEqual({
      name: "a",
      v: 1,
      free: { x: null },
    });
    const refreshed = await provider.read(created);
    expect(plain(refreshed?.outputs ?? {}).response).toEqual({
      ...{ id: "1", name: "a", v: 1, free: { x: null }, owner_id: "9007199254740993", rate: 1.5 },
      ...{ limits: { x: null, most: "1e400" }, list: [{ x: null, y: 1 }] },
    });
    const { inputs: changed } = await provider.check(urn, argsOf(2), inputs);
    const updated = await provider.update(refreshed ?? created, changed);
    expect(platform.arrived.find(({ line }) => line.startsWith("PUT"))?.text).toBe(stored(2));
    const again = await provider.diff(updated, changed);
    expect(again.changes ?? false).toBe(false);
  });

  it("shows drift if the platform's number only rounds to the program's", async () => {
    const provider = openApiObject(name, platform.url).door;
    const args = { ...argsOf(1), body: { name: "a", v: 1, owner_id: 9007199254740992 } };
    platform
      .on(`GET ${collection}`, [200, { results: [] }])
      .on(`POST ${collection}`, [201, { id: "1", name: "a", v: 1, owner_id: 9007199254740992 }])
      .on(`GET ${collection}/1`, answering(1));
    const { inputs } = await provider.check(urn, args);
    const refreshed = await provider.read(await provider.create(urn, inputs));
    expect(plain(refreshed?.outputs ?? {}).body).toMatchObject({ owner_id: "9007199254740993" });
  });
});
