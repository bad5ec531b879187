/** What a stack can have in two ways: as a resource of its own, or by an argument of another resource. */
import type * as pulumi from "@pulumi/pulumi";
import * as dynamic from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { frontendPairs, sdks } from "./support/both-sdks.js";
import { containerArgs } from "./support/declare.js";
import { shownVariables } from "./support/existing.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const variables = async () => shownVariables(platform, (await stack.resource("web")).id);

describe.each(frontendPairs)("variable (service: %s, Variable: %s)", (ofService, ofVariable) => {
  const web = (args: Partial<dynamic.ContainerArgs>) =>
    new sdks[ofService].Container("web", containerArgs(platform, args) as dynamic.ContainerArgs);
  const variable = (on: pulumi.Input<string>, args: Omit<dynamic.VariableArgs, "on">) =>
    new sdks[ofVariable].Variable("level", { on, ...args });
  const asPart = (args: Partial<dynamic.ContainerArgs>) => () => void web(args);
  const asResource =
    (value: string, secret = false) =>
    () =>
      void variable(onto(web({})), { key: "LEVEL", value, ...(secret ? { secret } : {}) });
  const onto = (service: { readonly id: pulumi.Output<string> }) => service.id.apply((id) => `container/${id}`);
  /** A run that fails after it has updated the service, and before it deletes anything. */
  const halfway = (args: Partial<dynamic.ContainerArgs>) =>
    stack.fails("up", () => {
      const service = web(args);
      const on = "environment/00000000-0000-4000-8000-000000000000";
      new dynamic.Variable("wrong", { on, key: "WRONG", value: "" }, { dependsOn: service });
    });

  test.each<[string, boolean, Partial<dynamic.ContainerArgs>, string]>([
    ["with its value", false, { variables: { LEVEL: "info" } }, "info"],
    ["with another value", false, { variables: { LEVEL: "debug" } }, "debug"],
    ["as a secret", true, { secretVariables: { LEVEL: "info" } }, "secret"],
    ["becoming secret", false, { secretVariables: { LEVEL: "info" } }, "secret"],
    ["no longer secret", true, { variables: { LEVEL: "info" } }, "info"],
  ])("moves to the service's arguments and stays on the platform, %s", async (_, isSecret, args, value) => {
    await stack.run("up", asResource("info", isSecret));
    await stack.run("up", asPart(args));
    expect(await variables()).toEqual({ LEVEL: value });
    expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
    await stack.run("up", asPart({}));
    expect(await variables()).toEqual({});
  });

  test("stays on the platform, with the Variable's value, if it moves from the service's arguments to a Variable", async () => {
    await stack.run("up", asPart({ variables: { LEVEL: "info" } }));
    await stack.run("up", asResource("debug"));
    expect(await variables()).toEqual({ LEVEL: "debug" });
    await stack.run("destroy");
  });

  test.each<[string, Partial<dynamic.ContainerArgs>]>([
    ["variables", { variables: { LEVEL: "info" } }],
    ["secretVariables", { secretVariables: { LEVEL: "info" } }],
  ])("stays on the platform if the run that moves it to `%s` fails", async (name, args) => {
    await stack.run("up", asResource("info", name === "secretVariables"));
    await halfway(args);
    const { output } = await stack.run("up", asPart(args));
    expect(await variables()).toEqual({ LEVEL: name === "variables" ? "info" : "secret" });
    expect(output).toMatch(/stays on the platform: (Container "web"|"level" and "web") of this stack/);
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
  });

  test("stays with the Variable if the program undoes a move whose run failed", async () => {
    await stack.run("up", asResource("info"));
    await halfway({ variables: { LEVEL: "info" } });
    const { output } = await stack.run("up", asResource("info"));
    expect(output).toContain('variable LEVEL of Container "web" stays: a Variable of this stack manages it.');
    expect(await variables()).toEqual({ LEVEL: "info" });
    await stack.run("destroy");
  });

  test("is deleted if a run that moved it failed and the program no longer has it", async () => {
    await stack.run("up", asResource("info"));
    await halfway({ variables: { LEVEL: "info" } });
    await stack.run("up", asPart({}));
    expect(await variables()).toEqual({});
    expect(Object.keys(await requests(platform))).toContain("DELETE /variable/{variableId} 204");
  });

  test("blocks the deletion of its service while the program declares it", async () => {
    await stack.run("up", asResource("info"));
    const { id } = await stack.resource("web");
    await halfway({ variables: { LEVEL: "info" } });
    const output = await stack.fails("up", () => void variable(`container/${id}`, { key: "LEVEL", value: "info" }));
    expect(output).toMatch(/Variable "\S+" \(LEVEL, id \S+\): your program declares it/);
    expect((await platform.request("GET", `/container/${id}`)).status).toBe(200);
  });

  test("fails with AP1206 if a Variable gets another key and the service its former one", async () => {
    await stack.run("up", asResource("info"));
    await forgetRequests(platform);
    const output = await stack.fails(
      "preview",
      () => void variable(onto(web({ variables: { LEVEL: "info" } })), { key: "OTHER", value: "info" }),
    );
    expect(output).toContain("AP1206");
    expect(await requests(platform)).toEqual({});
  });
});

test.each(frontendPairs)(
  "service moves from a DeploymentStage (%s provider) to another (%s provider), and can't be in both",
  async (from, to) => {
    const environmentId = platform.ids.environment;
    const services = () =>
      ["a", "b", "c"].map((name) => new dynamic.Container(name, containerArgs(platform, { name })));
    const program = (isMoved: boolean) => () => {
      const all = services().map(({ id }) => id);
      new sdks[from].DeploymentStage("first", { environmentId, services: isMoved ? [] : all });
      new sdks[to].DeploymentStage("second", { environmentId, services: isMoved ? all : [] });
    };
    await stack.run("up", program(false));
    await stack.run("up", program(true));
    const { body } = await platform.request("GET", `/environment/${environmentId}/deploymentStage`);
    const second = (body.results as { name: string; services: unknown[] }[]).find(({ name }) => name === "second");
    expect(second?.services).toHaveLength(3);
    const twice = await stack.fails("preview", () => {
      const all = services().map(({ id }) => id);
      new sdks[from].DeploymentStage("first", { environmentId, services: all });
      new sdks[to].DeploymentStage("second", { environmentId, services: all });
    });
    expect(twice).toContain("must be listed in one stage");
  },
);
