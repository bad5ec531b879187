/** Several resources of a stack that mean the same object of the platform, in one run or in two. */
import type { CustomResourceOptions, Input } from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { bodies } from "../platform/support/bodies.js";
import { type Frontend, frontendPairs, sdks } from "./support/both-sdks.js";
import { containerArgs } from "./support/declare.js";
import { opened } from "./support/opened.js";

const connection = ({ url, tokens }: { readonly url: string; readonly tokens: { readonly admin: string } }) => ({
  env: {
    APP_PLATFORM_OTHER_BASE_URL: url,
    APP_PLATFORM_OTHER_TOKEN: tokens.admin,
    APP_PLATFORM_OTHER_ENDPOINTS: "extended",
    APP_PLATFORM_OTHER_ON_EXISTING: "adopt",
    APP_PLATFORM_ENDPOINTS: "extended",
  },
});
const { platform, stack } = opened({ endpoints: "extended", isFresh: true, options: connection });

const listed = async (): Promise<{ id: string; name: string; cpu: number }[]> =>
  (await platform.request("GET", `/environment/${platform.ids.environment}/container`)).body.results;
const failing = (method: string, route: string) =>
  platform.request("PUT", "/_local/faults", { body: { rules: [{ match: { method, route }, fault: "400" }] } });
const working = () => platform.request("DELETE", "/_local/faults");
const names = async () =>
  (await stack.resources()).filter(({ type }) => type.endsWith(":Container")).map(({ urn }) => urn.split("::").at(-1));
const continuing = { continueOnError: true };

describe.each(frontendPairs)("container (%s) adopted by another (%s)", (ofOld, ofOther) => {
  const web = (frontend: Frontend, name: string, args: object = {}, options?: CustomResourceOptions) =>
    new sdks[frontend].Container(name, containerArgs(platform, { name: "web", ...args }), options);

  test("isn't deleted if its adoption fails with --continue-on-error: the delete fails with AP2009, and the next run adopts it", async () => {
    await stack.run("up", () => void web(ofOld, "old"));
    const [{ id } = { id: "" }] = await listed();
    const program = () => void web(ofOther, "new", { adoptId: id, cpu: 750 });
    await failing("PUT", "/container/{containerId}");
    expect(await stack.fails("up", program, continuing)).toMatch(/AP2009: .*was to adopt it, and hasn't/s);
    expect((await listed()).map((each) => each.id)).toEqual([id]);
    expect(await names()).toEqual(["old"]);
    await working();
    await stack.run("up", program, continuing);
    expect(await listed()).toMatchObject([{ id, cpu: 750 }]);
    expect(await names()).toEqual(["new"]);
    await stack.run("destroy");
    expect(await listed()).toEqual([]);
  });

  test("stays in the state if a dependency of the adopting resource failed", async () => {
    await stack.run("up", () => void web(ofOld, "old"));
    const [{ id } = { id: "" }] = await listed();
    const on = "environment/00000000-0000-4000-8000-000000000000";
    const program = () => {
      const wrong = new sdks[ofOther].Variable("wrong", { on, key: "WRONG", value: "" });
      web(ofOther, "new", { adoptId: id }, { dependsOn: wrong });
    };
    expect(await stack.fails("up", program, continuing)).toContain("was to adopt it, and hasn't");
    expect((await listed()).map((each) => each.id)).toEqual([id]);
    expect(await names()).toEqual(["old"]);
  });

  test.each<[string, (id: Input<string>) => object]>([
    ["by its ID", (id) => ({ adoptId: id, name: "other" })],
    ["by its name, over another connection", () => ({ connection: "other" })],
  ])("fails with AP2006 or AP3004 if one run creates both: adopted %s", async (_, how) => {
    const program = () => {
      const one = web(ofOld, "one");
      web(ofOther, "two", how(one.id), { dependsOn: one });
    };
    const output = await stack.fails("up", program, { ...continuing, env: { APP_PLATFORM_ON_EXISTING: "adopt" } });
    expect(output).toMatch(/AP2006|AP3004/);
    expect(await names()).toEqual(["one"]);
    expect(await listed()).toHaveLength(1);
  });

  test.each<[string, (id: string) => [one: object, two: object]]>([
    ["by its ID", (id) => [{ adoptId: id }, { adoptId: id, name: "other" }]],
    ["by its name, over two connections", () => [{}, { connection: "other" }]],
    ["by its ID and by its name", (id) => [{ adoptId: id, name: "other" }, {}]],
  ])("fails with AP2006 for the second of two that adopt one object in the same run: %s", async (_, argsOf) => {
    const body = { ...bodies.container.minimal(platform.ids), name: "web" };
    const { id } = (await platform.request("POST", `/environment/${platform.ids.environment}/container`, { body }))
      .body;
    const [one, two] = argsOf(id);
    const program = () => {
      web(ofOld, "one", one);
      web(ofOther, "two", two);
    };
    const output = await stack.fails("up", program, { ...continuing, env: { APP_PLATFORM_ON_EXISTING: "adopt" } });
    expect(output).toContain("AP2006");
    expect((await names()).length).toBe(1);
    expect((await listed()).map((each) => each.id)).toEqual([id]);
  });
});
