/** What must stay on the platform when a run deletes what contains it. That each rule is needed is shown by the simulation's sabotages. */

import type * as pulumi from "@pulumi/pulumi";
import { Container, Environment, Variable } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs } from "./declare.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const staging = () => new Environment("staging", { projectId: platform.ids.project });
const web = (environmentId: pulumi.Input<string>, options: pulumi.CustomResourceOptions = {}) =>
  new Container("web", containerArgs(platform, { environmentId }), options);

const isThere = async (path: string) => (await platform.request("GET", path)).status === 200;
const everything = { env: { APP_PLATFORM_ON_DELETE: "everything" } };

describe("an environment isn't deleted with a container that names it by its ID, even if everything may be deleted,", () => {
  test.each<[why: string, options: pulumi.CustomResourceOptions, isDestroy: boolean, says: string]>([
    ["that the program declares", {}, false, "your program declares it"],
    ["that is protected", { protect: true }, true, "it has the resource option protect"],
    ["that has the option retainOnDelete", { retainOnDelete: true }, true, "it has the resource option retainOnDelete"],
    ["that the run deletes later", {}, true, "this run deletes it too, but possibly only afterwards"],
  ])("%s", async (_, options, isDestroy, says) => {
    await stack.run("up", () => void staging());
    const { id: environmentId, urn } = await stack.resource("staging");
    await stack.run("up", () => {
      staging();
      web(environmentId, options);
    });
    const { id } = await stack.resource("web");
    const output = isDestroy
      ? await stack.fails("destroy", undefined, { target: [urn], ...everything })
      : await stack.fails("up", () => void web(environmentId), everything);
    expect(output).toContain(`Container "web" (id ${id}): ${says}`);
    expect([await isThere(`/environment/${environmentId}`), await isThere(`/container/${id}`)]).toEqual([true, true]);
  });
});

test("what the stack does not manage keeps its environment, such as a variable", async () => {
  await stack.run("up", () => void staging());
  const { id: environmentId } = await stack.resource("staging");
  const place = { variable_scope: "ENVIRONMENT", variable_parent_id: environmentId };
  const { body } = await platform.request("POST", "/variable", {
    body: { key: "TEAM", value: "shop", is_secret: false, ...place },
  });
  expect(await stack.fails("destroy")).toContain(`(id ${body.id}): this stack doesn't manage it`);
  const { output } = await stack.run("destroy", undefined, everything);
  expect(output).toContain("its deletion also deletes 1 resource that this stack doesn't manage");
  expect(await isThere(`/environment/${environmentId}`)).toBe(false);
});

test("a variable that leaves the program stays as long as the program declares an alias of its key, which would be deleted with it", async () => {
  const on = `environment/${platform.ids.environment}`;
  const alias = (options?: pulumi.CustomResourceOptions) =>
    void new Variable("alias", { on, key: "ALIAS", aliasOf: "LEVEL" }, options);
  await stack.run("up", () => alias({ dependsOn: new Variable("level", { on, key: "LEVEL", value: "info" }) }));
  const [target, { id }] = [await stack.resource("level"), await stack.resource("alias")];
  expect(await stack.fails("up", () => alias())).toContain(`Variable "alias" (id ${id}), which names it: your program`);
  const { body } = await platform.request("GET", `/variable?parent_id=${platform.ids.environment}&scope=ENVIRONMENT`);
  const own = (body.results as { id: string }[]).map((each) => each.id);
  expect(own).toEqual(expect.arrayContaining([target.id, id]));
});
