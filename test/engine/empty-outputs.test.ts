import { Container, Database, DeploymentTrigger } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { containerArgs, databaseArgs } from "./support/declare.js";
import { opened } from "./support/opened.js";
import { throughFrontend } from "./support/stack.js";

const { platform, stack } = opened({ endpoints: "extended" });

const seen: unknown[] = [];

/** The outputs that the state has as `null`. */
const emptyOf = async (name: string) =>
  Object.entries((await stack.resource(name)).outputs).flatMap(([key, value]) => (value === null ? [key] : []));

/** A trigger on an output that has no value before the first update. */
const program = () => {
  const { environment: environmentId } = platform.ids;
  const db = new Database("db", databaseArgs(platform));
  new DeploymentTrigger("release", { environmentId, services: [db], triggers: [db.updatedAt] });
  const web = new Container("web", containerArgs(platform));
  const read = Container.get("read", web.id, { environmentId });
  for (const { description } of [web, read]) description.apply((value) => seen.push(value));
  return { isThere: web.description.apply((value) => value !== undefined) };
};

test("outputs without a value are undefined in the program, also at preview, and not in the state", async () => {
  const { outputs } = await stack.run("up", program);
  expect(outputs).toEqual({ isThere: false });
  expect(await emptyOf("db")).toEqual([]);
  expect(await emptyOf("read")).toEqual(throughFrontend === "native" ? [] : ["__managed"]);
  expect((await stack.run("preview")).changes).toEqual({ same: 4 });
  expect(new Set(seen)).toEqual(new Set([undefined]));
});

test("state of a container is at most 10 % larger than its inputs and outputs", async () => {
  const { inputs, outputs } = await stack.resource("web");
  const bytes = (isCounted: (name: string, value: unknown) => boolean) =>
    [inputs, outputs]
      .map((values) => Object.fromEntries(Object.entries(values).filter(([name, value]) => isCounted(name, value))))
      .reduce((sum, values) => sum + JSON.stringify(values).length, 0);
  // What names the resource to the provider is for its check alone.
  for (const values of [inputs, outputs]) expect(values).not.toHaveProperty("__declared");
  const own = bytes((name) => name !== "__provider");
  expect(own / bytes((name, value) => !name.startsWith("__") && value !== null)).toBeLessThanOrEqual(1.1);
});

test("refresh adds no inputs to the state", async () => {
  const { inputs } = await stack.resource("web");
  expect((await stack.run("refresh")).changes).toEqual({ same: 5 });
  expect((await stack.resource("web")).inputs).toEqual(inputs);
});
