import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Container, Database, DeploymentTrigger } from "pulumi-app-platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";
import { forgetRequests, writes } from "./journal.js";
import { openStack, type TestStack } from "./stack.js";

let platform: Platform;
let stack: TestStack;

beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended" });
  stack = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
});
afterAll(async () => {
  await stack.close();
  await platform.stop();
});

const seen: unknown[] = [];

/** A trigger on an output that has no value before the first update. */
const program = () => {
  const { environment: environmentId, registries } = platform.ids;
  const db = new Database("db", { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
  new DeploymentTrigger("release", { environmentId, services: [db], triggers: [db.updatedAt] });
  const image = { registryId: registries.DOCKER_HUB, imageName: "nginx", tag: "1.27" };
  const web = new Container("web", { environmentId, ...image, healthchecks: {} });
  const read = Container.get("read", web.id, { environmentId });
  for (const { description } of [web, read]) description.apply((value) => seen.push(value));
  return { isThere: web.description.apply((value) => value !== undefined) };
};

/** Takes the outputs without a value out of the state, as earlier versions wrote it. */
async function forgetEmptyOutputs(): Promise<void> {
  const folder = join(stack.folder, "state/.pulumi/stacks/program");
  const [file = ""] = (await readdir(folder)).filter((name) => /^t[0-9a-f]+\.json$/.test(name));
  const state = JSON.parse(await readFile(join(folder, file), "utf8"));
  for (const { outputs = {} } of state.checkpoint.latest.resources) {
    for (const [name, value] of Object.entries(outputs)) if (value === null) delete outputs[name];
  }
  await writeFile(join(folder, file), JSON.stringify(state));
}

test("an output without a value is known: what depends on it shows no change, and programs get undefined", async () => {
  const { outputs } = await stack.run("up", program);
  expect(outputs).toEqual({ isThere: false });
  const { outputs: kept } = await stack.resource("db");
  expect(kept).toMatchObject({ updatedAt: null, description: null, __managed: expect.any(String) });
  expect((await stack.resource("read")).outputs).toMatchObject({ description: null, __managed: null });
  expect((await stack.run("preview")).changes).toEqual({ same: 4 });
  expect(new Set(seen)).toEqual(new Set([undefined]));
});

test("a refresh gives the inputs nothing that the program does not give", async () => {
  const { inputs } = await stack.resource("web");
  expect((await stack.run("refresh")).changes).toEqual({ same: 5 });
  expect((await stack.resource("web")).inputs).toEqual(inputs);
});

test("a state of an earlier version is filled by a refresh, and nothing is sent because of it", async () => {
  await forgetEmptyOutputs();
  await forgetRequests(platform);
  await stack.run("refresh");
  expect((await stack.resource("web")).outputs.description).toBe(null);
  expect((await stack.run("preview")).changes).toEqual({ same: 4 });
  expect((await stack.run("up")).changes).toMatchObject({ same: 4 });
  expect(await writes(platform)).toEqual([]);
});
