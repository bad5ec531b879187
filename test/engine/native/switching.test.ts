/** Resources that go from one provider to the other within a stack. */
import { secret } from "@pulumi/pulumi";
import type * as dynamic from "pulumi-app-platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { records } from "../../kinds/index.js";
import { openedPlatform } from "../../platform/support/opened.js";
import { kindOfType, schemaToken, typeToken } from "../../support/provider.js";
import { type Frontend, frontendPairs, sdks } from "../support/both-sdks.js";
import { everyField, type Secrets, secretNames } from "../support/every-field.js";
import { deployEveryKind, makeEveryKind } from "../support/every-kind.js";
import { forgetRequests, writes } from "../support/journal.js";
import { openEngineStack } from "../support/stack.js";
import type { TestStack } from "../support/test-stack.js";

const platform = openedPlatform({ endpoints: "extended" });
let stack: TestStack;
beforeAll(async () => {
  stack = await openEngineStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
});
afterAll(() => stack.close());

const directions = frontendPairs.filter(([from, to]) => from !== to);

const container = (through: Frontend, name: string, args: object = {}) => {
  const specified = records.Container.lifecycle.args(platform.ids);
  return new sdks[through].Container(name, { ...specified, name: "held", ...args } as dynamic.ContainerArgs);
};
const isThere = async (id: string) => (await platform.request("GET", `/container/${id}`)).status === 200;
const deletes = async () => (await writes(platform)).filter((request) => request.startsWith("DELETE"));

/** The URN of a resource of the same stack. */
const urnOf = (urn: string, through: Frontend, name: string) =>
  [...urn.split("::").slice(0, 2), through === "native" ? schemaToken("Container") : typeToken("Container"), name].join(
    "::",
  );

describe.each(directions)("resource moved from the %s to the %s provider", (from, to) => {
  const names = { before: `${from}-before`, after: `${to}-after` };
  let id: string;

  test("keeps its ID under the same name, without a write", async () => {
    const args = { arguments: [secret("--password=s3cret")], variables: { LEVEL: "info" } };
    await stack.run("up", () => void container(from, names.before, args));
    ({ id } = await stack.resource(names.before));
    await forgetRequests(platform);
    await stack.run("up", () => void container(to, names.before, args));
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
    expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
    expect(await stack.exported()).not.toContain("s3cret");
    await stack.run("up", () => void container(from, names.before, args));
    expect((await stack.resource(names.before)).id).toBe(id);
    expect(await writes(platform)).toEqual([]);
  });

  test("stays on the platform if a resource with another Pulumi name adopts it", async () => {
    await stack.run("up", () => void container(from, names.before));
    await forgetRequests(platform);
    const { changes, output } = await stack.run("up", () => void container(to, names.after, { adoptId: id }));
    expect(changes).toMatchObject({ create: 1, delete: 1 });
    expect(output).toContain(`id ${id}) stays on the platform`);
    expect(await deletes()).toEqual([]);
    expect(await isThere(id)).toBe(true);
  });

  test("is deleted on the platform only with the last of the two resources that manage it", async () => {
    const both = () => {
      container(to, names.after);
      container(from, names.before, { adoptId: id });
    };
    const { urn } = await stack.resource(names.after);
    await stack.run("up", both, { target: [urnOf(urn, from, names.before)] });
    expect((await stack.resources()).filter((each) => each.id === id)).toHaveLength(2);
    await forgetRequests(platform);
    await stack.run("destroy", undefined, { target: [urn] });
    expect(await deletes()).toEqual([]);
    expect(await isThere(id)).toBe(true);
    await stack.run("destroy");
    expect(await isThere(id)).toBe(false);
  });
});

test("a stack of all kinds moves to the native provider: the preview shows no change, and nothing is written there or back", async () => {
  const program = (through: Frontend) => () => {
    const classes = sdks[through] as typeof dynamic;
    const made = makeEveryKind(everyField(platform.ids, hidden), "extended", classes);
    const release = deployEveryKind(made, platform.ids.environment, classes);
    const domain = new classes.CustomDomain("domain", {
      on: made.container,
      domain: "moving.example.com",
      generateCertificate: false,
    });
    return { state: release.state, host: made.containerDatabase.host, domain: domain.validationDomain };
  };
  const hidden = Object.fromEntries(secretNames.map((name) => [name, `s3cret-${name}`])) as Secrets;
  const { outputs } = await stack.run("up", program("dynamic"));
  const ids = async () => {
    const managed = (await stack.resources()).filter(({ type }) => kindOfType(type) !== undefined);
    return Object.fromEntries(managed.map(({ urn, id }) => [urn.split("::").at(-1), id]));
  };
  const before = await ids();
  await forgetRequests(platform);
  for (const through of ["native", "dynamic"] as const) {
    const { changes } = await stack.run("preview", program(through));
    const { same, update, ...others } = changes;
    expect(others).toEqual({});
    // Dynamic resources keep more in their state, so moving back shows updates.
    if (through === "native") expect(changes).toEqual({ same: Object.keys(before).length + 1 });
    else expect([same, update]).toEqual([expect.any(Number), expect.any(Number)]);
    const moved = await stack.run("up", program(through));
    expect(moved.outputs).toEqual(outputs);
    expect(moved.changes).not.toHaveProperty("create");
    const all = { same: Object.keys(before).length + 1 };
    expect((await stack.run("preview")).changes).toEqual(all);
    expect((await stack.run("refresh")).changes).toEqual(all);
    expect(await ids()).toEqual(before);
    expect(await stack.exported()).not.toContain("s3cret-");
  }
  expect(await writes(platform)).toEqual([]);
  await stack.run("destroy");
});
