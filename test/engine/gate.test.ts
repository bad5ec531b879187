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
const post = async (path: string, body: object) => (await platform.request("POST", path, { body })).body.id as string;
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

describe("what the stack does not manage", () => {
  test.each<[what: string, (environmentId: string) => Promise<string>]>([
    [
      "a variable",
      (variable_parent_id) =>
        post("/variable", {
          ...{ key: "TEAM", value: "shop", is_secret: false, variable_scope: "ENVIRONMENT", variable_parent_id },
        }),
    ],
    ["a stage", (environmentId) => post(`/environment/${environmentId}/deploymentStage`, { name: "first" })],
  ])("keeps its environment: %s", async (_, create) => {
    await stack.run("up", () => void staging());
    const { id: environmentId } = await stack.resource("staging");
    const id = await create(environmentId);
    expect(await stack.fails("destroy")).toContain(`(id ${id}): this stack doesn't manage it`);
    const { output } = await stack.run("destroy", undefined, everything);
    expect(output).toContain("its deletion also deletes 1 resource that this stack doesn't manage");
    expect(await isThere(`/environment/${environmentId}`)).toBe(false);
  });

  test("keeps its container: a domain", async () => {
    await stack.run("up", () => void web(platform.ids.environment));
    const { id } = await stack.resource("web");
    await post(`/container/${id}/customDomain`, { domain: "shop.example.com", generate_certificate: false });
    expect(await stack.fails("destroy")).toContain('CustomDomain "shop.example.com"');
    expect(await isThere(`/container/${id}`)).toBe(true);
  });
});

describe("what names a variable is deleted with it, so the variable stays as long as the program declares", () => {
  const environment = () => `environment/${platform.ids.environment}`;
  const alias = (options?: pulumi.CustomResourceOptions) =>
    void new Variable("alias", { on: environment(), key: "ALIAS", aliasOf: "LEVEL" }, options);
  const level = (secret = false) => new Variable("level", { on: environment(), key: "LEVEL", value: "info", secret });

  test.each<[what: string, program: () => void]>([
    ["leaves the program", () => alias()],
    ["is replaced", () => alias({ dependsOn: level(true) })],
  ])("an alias of its key, if the variable %s", async (_, program) => {
    await stack.run("up", () => alias({ dependsOn: level() }));
    const [target, { id }] = [await stack.resource("level"), await stack.resource("alias")];
    expect(await stack.fails("up", program)).toContain(`Variable "alias" (id ${id}), which names it: your program`);
    const { body } = await platform.request("GET", `/variable?parent_id=${platform.ids.environment}&scope=ENVIRONMENT`);
    const own = (body.results as { id: string }[]).map((each) => each.id);
    expect(own).toEqual(expect.arrayContaining([target.id, id]));
  });

  test("an alias, if the variable is one of a container's argument", async () => {
    const named = (variables: Record<string, string>) => () => {
      const on = new Container("web", containerArgs(platform, { variables }));
      new Variable("alias", { on, key: "ALIAS", aliasOf: "LEVEL" });
    };
    await stack.run("up", named({ LEVEL: "info" }));
    const { id } = await stack.resource("alias");
    expect(await stack.fails("up", named({}))).toContain("which names it: your program may still declare it");
    await stack.run("refresh");
    expect((await stack.resource("alias")).id).toBe(id);
  });
});
