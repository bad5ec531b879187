/** Every call that is served can be made to fail, before its work is done and after it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { servedCalls } from "../served-calls.js";
import { endpointOf, openWorld, type World } from "./endpoint-platform.js";

let world: World;
let routes: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
beforeAll(async () => {
  world = await openWorld();
  routes = (await world.platform.request("GET", "/_local/openapi.json")).body.paths;
});
afterAll(async () => {
  await world.close();
});

/** The operation of a call, by the document. */
function operationOf(method: string, template: string): string {
  const segments = (path: string) => path.replace(/\{\w+\}/g, "{}");
  const path = Object.keys(routes).find((each) => segments(each) === segments(template)) ?? "";
  return routes[path]?.[method.toLowerCase()]?.operationId ?? "";
}

describe.each(servedCalls)("%s", (call) => {
  it.each(["before", "after"])("fails %s its work is done, as a rule says", async (when) => {
    const endpoint = endpointOf(world, call);
    const { method, template, body } = endpoint;
    await world.restore();
    const before = JSON.stringify(await world.content());
    const rule = { when, fault: "502", times: 1, match: { route: operationOf(method, template) } };
    expect((await world.platform.request("PUT", "/_local/faults", { body: [rule] })).status).toBe(200);
    const answer = await world.platform.request(method, world.pathOf(endpoint), { body });
    expect(answer.status).toBe(502);
    const isChanged = JSON.stringify(await world.content()) !== before;
    expect(isChanged).toBe(when === "after" && method !== "GET");
  });
});
