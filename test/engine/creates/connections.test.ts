/** Connections that lead to the same platform, names that are taken over, and what an existing resource was created from. */
import type { CustomResourceOptions } from "@pulumi/pulumi";
import { Database } from "pulumi-app-platform";
import { describe, expect, it } from "vitest";
import type { Args } from "../../kinds/testRecord.js";
import { writes } from "../journal.js";
import { opened } from "../opened.js";

const { platform, stack } = opened({
  endpoints: "extended",
  isFresh: true,
  // The connection `prod` spells the address of the platform differently.
  options: ({ url, tokens }) => {
    const prod = { baseUrl: url.replace("127.0.0.1", "localhost"), token: tokens.admin, endpoints: "extended" };
    return { secretConfig: { "app-platform:connections": JSON.stringify({ prod }) } };
  },
});

const type = { type: "POSTGRESQL", version: "16", mode: "CONTAINER" };
type Declared = readonly [name: string, args: Args, options?: CustomResourceOptions];

/** Databases with these arguments, by Pulumi name. */
const program =
  (...databases: readonly Declared[]) =>
  () => {
    const environmentId = platform.ids.environment;
    for (const [name, args, options] of databases)
      new Database(name, { environmentId, name: "orders", ...(args.cloneFrom ? {} : type), ...args } as never, options);
  };
const up = (...databases: readonly Declared[]) => stack.run("up", program(...databases));
const deletes = async () => (await writes(platform)).filter((line) => line.startsWith("DELETE"));
const isThere = async (id: string) => (await platform.request("GET", `/database/${id}`)).status === 200;
const prod = { connection: "prod" };

describe("through another connection, a run", () => {
  it.each([
    ["writes checkpoints", "adoptId", {}],
    ["skips checkpoints", "ADOPTID", { PULUMI_SKIP_CHECKPOINTS: "true" }],
    ["skips checkpoints", "onExisting", { PULUMI_SKIP_CHECKPOINTS: "true", APP_PLATFORM_PROD_ON_EXISTING: "adopt" }],
  ])("that %s adopts what it forgets under its old Pulumi name, and deletes nothing (%s)", async (_, how, more) => {
    await up(["orders", {}]);
    const { id } = await stack.resource("orders");
    const adoptId = { adoptId: id, ADOPTID: id.toUpperCase(), onExisting: undefined }[how];
    const moved = program(["orders-db", { ...prod, ...(adoptId && { adoptId }) }]);
    const { output } = await stack.run("up", moved, {
      env: more,
    });
    expect((await stack.resource("orders-db")).id).toBe(id);
    expect(output).toContain(
      `Database "orders" (id ${id}) stays on the platform: this stack still manages it, under another Pulumi name or connection.`,
    );
    expect(await deletes()).toEqual([]);
    await stack.run("destroy");
    expect(await isThere(id)).toBe(false);
  });

  it("keeps a resource that gets the connection and its own ID, as the error advises", async () => {
    await up(["orders", {}]);
    const { id } = await stack.resource("orders");
    const refused = await stack.fails("up", program(["orders", prod]));
    expect(refused).toContain("AP3004");
    expect(refused).toContain(`Set adoptId: "${id}" to keep it with that connection`);
    for (const deleteBeforeReplace of [false, true]) {
      const connection = deleteBeforeReplace ? {} : prod;
      await up(["orders", { ...connection, adoptId: id }, { deleteBeforeReplace }]);
      expect((await stack.resource("orders")).id).toBe(id);
    }
    expect(await deletes()).toEqual([]);
  });

  it("deletes what it replaces", async () => {
    await up(["orders", prod]);
    const { id } = await stack.resource("orders");
    await up(["orders", { ...prod, type: "MYSQL", version: "8" }]);
    expect(await isThere(id)).toBe(false);
  });
});

describe("what an existing resource was created from", () => {
  const other = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

  it("is refused if it is another `adoptId`, or one that a replacement cannot adopt", async () => {
    await up(["orders", {}]);
    const { id } = await stack.resource("orders");
    const wrong = await stack.fails("preview", program(["orders", { adoptId: other }]));
    expect(wrong).toContain("AP2006");
    expect(wrong).toContain(`existing resource with id ${other}: it already manages the one with id ${id}.`);
    const replaced = await stack.fails("preview", program(["orders", { adoptId: id, type: "MYSQL", version: "8" }]));
    expect(replaced).toContain("`type` replaces it with a new resource");
    expect(await deletes()).toEqual([]);
    await stack.run("preview", program(["orders", { adoptId: id.toUpperCase() }]));
  });

  it("is warned about if it is another `cloneFrom`, and may be removed", async () => {
    await up(["orders", {}]);
    const { id } = await stack.resource("orders");
    const clone = (args: Args) => program(["orders", {}], ["copy", { name: "copy", ...args }]);
    await stack.run("up", clone({ cloneFrom: id }));
    for (const args of [{ cloneFrom: id.toUpperCase() }, {}])
      expect((await stack.run("preview", clone(args))).output).not.toContain("warning");
    expect((await stack.run("preview", clone({ cloneFrom: other }))).output).toContain(
      `Database "copy": \`cloneFrom\` is used only at creation, so it doesn't become a clone of ${other}. To clone that one, replace it: pulumi up --replace <URN>.`,
    );
  });
});

describe("a name that is taken over in one run", () => {
  const named = (names: Record<string, string>, more: Args = {}) =>
    program(...Object.entries(names).map(([key, name]): Declared => [key, { name, ...(key === "a" ? more : {}) }]));

  it.each<[what: string, names: Record<string, string>, more?: Args]>([
    ["swapped", { a: "b", b: "a" }],
    ["freed by a resource that comes first", { a: "c", b: "a" }],
    ["freed by a resource that comes later", { a: "b", b: "c" }],
    ["freed and taken by a new resource", { a: "c", b: "b", d: "a" }],
    ["of a resource that the program no longer has", { a: "b" }],
    ["freed by a resource that moves to another connection", { a: "c", b: "a" }, prod],
  ])("is refused at preview if it is %s", async (_, names, more) => {
    await stack.run("up", named({ a: "a", b: "b" }));
    expect(await stack.fails("preview", named(names, more))).toMatch(
      /AP1206: Database ".": it can't reuse the `name` of another resource[\s\S]+::[abd] .*::[ab]\n[\s\S]+a temporary `name`/,
    );
  });

  it("is refused for no resource that keeps its name, or takes a free one", async () => {
    await stack.run("up", named({ a: "a", b: "b" }));
    const { output } = await stack.run("preview", named({ a: "A", b: "c", e: "e" }));
    expect(output).not.toContain("warning");
  });
});
