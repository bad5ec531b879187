/** Resources that go from one provider to the other within a stack. */
import { secret } from "@pulumi/pulumi";
import * as dynamic from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schemaToken, typeToken } from "../../../provider/definition/typeToken.js";
import { records } from "../../kinds/index.js";
import { type Platform, startPlatform } from "../../platform/platform.js";
import { forgetRequests, writes } from "../journal.js";
import { openEngineStack } from "../stack.js";
import type { TestStack } from "../test-stack.js";

let platform: Platform;
let stack: TestStack;
beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended" });
  stack = await openEngineStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
});
afterAll(async () => {
  await stack.close();
  await platform.stop();
});

const sdks = { dynamic, native };
type Door = keyof typeof sdks;
const directions: [from: Door, to: Door][] = [
  ["dynamic", "native"],
  ["native", "dynamic"],
];

const container = (through: Door, name: string, args: object = {}) => {
  const given = records.Container.lifecycle.args(platform.ids);
  return new sdks[through].Container(name, { ...given, name: "held", ...args } as dynamic.ContainerArgs);
};
const isThere = async (id: string) => (await platform.request("GET", `/container/${id}`)).status === 200;
const deletes = async () => (await writes(platform)).filter((request) => request.startsWith("DELETE"));

/** The URN of a resource of the same stack. */
const urnOf = (urn: string, through: Door, name: string) =>
  [...urn.split("::").slice(0, 2), through === "native" ? schemaToken("Container") : typeToken("Container"), name].join(
    "::",
  );

describe.each(directions)("a resource that goes from the %s to the %s provider", (from, to) => {
  const names = { before: `${from}-before`, after: `${to}-after` };
  let id: string;

  test("under its name is the same one, and nothing is sent", async () => {
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

  test("under another name, which adopts it, is not deleted with the old one", async () => {
    await stack.run("up", () => void container(from, names.before));
    await forgetRequests(platform);
    const { changes, output } = await stack.run("up", () => void container(to, names.after, { adoptId: id }));
    expect(changes).toMatchObject({ create: 1, delete: 1 });
    expect(output).toContain(`(id ${id}) stays on the platform`);
    expect(await deletes()).toEqual([]);
    expect(await isThere(id)).toBe(true);
  });

  test("and is held by both stays until the last of them goes", async () => {
    const both = () => {
      container(to, names.after);
      container(from, names.before, { adoptId: id });
      return {};
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
