/** What must stay on the platform when a run deletes what contains it: the rules of the gate, one by one. */

import type * as pulumi from "@pulumi/pulumi";
import {
  Container,
  CustomDomain,
  Database,
  DeploymentStage,
  DeploymentTrigger,
  Environment,
  Variable,
} from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { describe, expect, test } from "vitest";
import { containerArgs, databaseArgs } from "./declare.js";
import { forgetRequests, writes } from "./journal.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const staging = (options: pulumi.CustomResourceOptions = {}) =>
  new Environment("staging", { projectId: platform.ids.project }, options);
const web = (environmentId: pulumi.Input<string>, options: pulumi.CustomResourceOptions = {}) =>
  new Container("web", containerArgs(platform, { environmentId }), options);

const isThere = async (path: string) => (await platform.request("GET", path)).status === 200;
const post = async (path: string, body: object) => (await platform.request("POST", path, { body })).body.id as string;

/** An environment of the stack, and a container in it that names it by its ID: nothing says which of them goes first. */
async function environmentWith(options: pulumi.CustomResourceOptions = {}) {
  await stack.run("up", () => void staging());
  const { id: environmentId, urn } = await stack.resource("staging");
  const both = () => {
    staging();
    web(environmentId, options);
  };
  await stack.run("up", both);
  const { id } = await stack.resource("web");
  return { environmentId, urn, id, both };
}

const deletes = async () => (await writes(platform)).filter((line) => line.startsWith("DELETE"));

describe("an environment is not deleted with a container", () => {
  test("that the program declares by the environment's ID, whatever the settings say", async () => {
    const { environmentId, id } = await environmentWith();
    for (const APP_PLATFORM_ON_DELETE of ["warn", "everything"]) {
      const output = await stack.fails("up", () => void web(environmentId), { env: { APP_PLATFORM_ON_DELETE } });
      expect(output).toContain(`Container "web" (id ${id}): your program declares it`);
    }
    expect([await isThere(`/environment/${environmentId}`), await isThere(`/container/${id}`)]).toEqual([true, true]);
  });

  test("that is protected", async () => {
    const { environmentId, id, urn } = await environmentWith({ protect: true });
    const output = await stack.fails("destroy", undefined, { target: [urn] });
    expect(output).toContain(`Container "web" (id ${id}): it has the resource option protect`);
    expect(await isThere(`/container/${id}`)).toBe(true);
    expect(await isThere(`/environment/${environmentId}`)).toBe(true);
  });

  test.each([
    ["and stays in the state", true],
    ["and that the run has removed from the state before", false],
  ])("that has the option retainOnDelete, even if everything may be deleted, %s", async (_, isTargeted) => {
    const { id, urn } = await environmentWith({ retainOnDelete: true });
    if (!isTargeted) await stack.run("up", () => void web(staging().id, { retainOnDelete: true }));
    const output = await stack.fails("destroy", undefined, {
      ...(isTargeted ? { target: [urn] } : {}),
      env: { APP_PLATFORM_ON_DELETE: "everything" },
    });
    expect(output).toContain(`Container "web" (id ${id}): it has the resource option retainOnDelete`);
    expect(await isThere(`/container/${id}`)).toBe(true);
  });

  test("that the run deletes later, which the next run does first", async () => {
    const { environmentId, id, urn } = await environmentWith();
    const output = await stack.fails("destroy", undefined, { target: [urn] });
    expect(output).toContain(`Container "web" (id ${id}): this run also deletes it, but perhaps only afterwards`);
    expect(output).toContain("dependsOn");
    await stack.run("up", () => void staging());
    await stack.run("destroy");
    expect(await isThere(`/environment/${environmentId}`)).toBe(false);
  });
});

describe("an environment is deleted", () => {
  test("with a container that is deleted with it, which has left the state by then", async () => {
    await stack.run("up", () => {
      const environment = staging();
      web(environment.id, { deletedWith: environment });
    });
    const { id } = await stack.resource("web");
    await forgetRequests(platform);
    await stack.run("destroy");
    expect(await deletes()).toEqual(["DELETE /environment/{environmentId} 204"]);
    expect(await isThere(`/container/${id}`)).toBe(false);
  });
});

describe("what the stack does not manage", () => {
  test.each<[string, (environmentId: string) => Promise<string>]>([
    [
      "a variable",
      (environmentId) =>
        post("/variable", {
          ...{ key: "TEAM", value: "shop", is_secret: false },
          ...{ variable_scope: "ENVIRONMENT", variable_parent_id: environmentId },
        }),
    ],
    ["a stage", (environmentId) => post(`/environment/${environmentId}/deploymentStage`, { name: "first" })],
  ])("keeps its environment: %s", async (_, create) => {
    await stack.run("up", () => void staging());
    const { id: environmentId } = await stack.resource("staging");
    const id = await create(environmentId);
    expect(await stack.fails("destroy")).toContain(`(id ${id}): this stack doesn't manage it`);
    const { output } = await stack.run("destroy", undefined, { env: { APP_PLATFORM_ON_DELETE: "everything" } });
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

describe("what names a variable is deleted with it, so the variable stays as long as", () => {
  const keys = async () => {
    const { body } = await platform.request("GET", `/variable?parent_id=${platform.ids.environment}&scope=ENVIRONMENT`);
    return (body.results as { key: string; scope: string }[]).flatMap(({ key, scope }) =>
      scope === "ENVIRONMENT" ? [key] : [],
    );
  };
  const alias = (aliasOf: pulumi.Input<string> | Variable, options?: pulumi.CustomResourceOptions) =>
    void new Variable("alias", { on: `environment/${platform.ids.environment}`, key: "ALIAS", aliasOf }, options);
  const level = (secret = false) =>
    new Variable("level", { on: `environment/${platform.ids.environment}`, key: "LEVEL", value: "info", secret });
  const both = (options?: pulumi.CustomResourceOptions) => () => {
    const target = level();
    alias("LEVEL", { dependsOn: target, ...options });
  };

  test.each<[what: string, program: () => void]>([
    ["leaves the program", () => alias("LEVEL")],
    ["is replaced", () => alias("LEVEL", { dependsOn: level(true) })],
  ])("the program declares that by its key, if the variable %s", async (_, program) => {
    await stack.run("up", both());
    const { id } = await stack.resource("alias");
    const output = await stack.fails("up", program);
    expect(output).toMatch(`Variable "alias" (id ${id}), which names it: your program`);
    expect((await keys()).sort()).toEqual(["ALIAS", "LEVEL"]);
  });

  test("it is protected", async () => {
    await stack.run("up", both({ protect: true }));
    const { urn } = await stack.resource("level");
    const output = await stack.fails("destroy", undefined, { target: [urn] });
    expect(output).toContain("which names it: it has the resource option protect");
    expect((await keys()).sort()).toEqual(["ALIAS", "LEVEL"]);
  });

  test("a container's argument would no longer name it, although the program declares an alias", async () => {
    const named = (variables: Record<string, string>) => () => {
      const service = new Container(
        "web",
        containerArgs(platform, { environmentId: platform.ids.environment, variables }),
      );
      new Variable("alias", { on: service, key: "ALIAS", aliasOf: "LEVEL" });
    };
    await stack.run("up", named({ LEVEL: "info" }));
    expect(await stack.fails("up", named({}))).toContain("which names it: your program may still declare it");
    const { id } = await stack.resource("alias");
    await stack.run("refresh");
    expect((await stack.resource("alias")).id).toBe(id);
  });

  test("a database is there that the program names a variable of", async () => {
    const { environment: environmentId } = platform.ids;
    let password = "";
    await stack.run("up", () => {
      const db = new Database("orders", databaseArgs(platform, { environmentId }));
      db.credentials.password.apply((name) => {
        password = name;
      });
      alias(db.credentials.password);
    });
    expect(await stack.fails("up", () => alias(password))).toContain("which names it: your program declares it");
    expect(await keys()).toEqual(["ALIAS"]);
  });
});

describe("what names a variable is deleted with it", () => {
  test("in one run, whichever goes first", async () => {
    const on = `environment/${platform.ids.environment}`;
    await stack.run("up", () => {
      const target = new Variable("level", { on, key: "LEVEL", value: "info" });
      new Variable("alias", { on, key: "ALIAS", aliasOf: target });
    });
    await stack.run("up", () => {
      const target = new Variable("level", { on, key: "LEVEL", value: "info", secret: true });
      new Variable("alias", { on, key: "ALIAS", aliasOf: target });
    });
    expect((await stack.run("refresh")).changes).toEqual({ same: 3 });
    await stack.run("up", () => void new Variable("alias", { on, key: "ALIAS", value: "own" }));
    await stack.run("destroy");
  });
});

describe("a container is deleted with what belongs to it", () => {
  test("variables that its arguments name, variables and domains of the program, and those that the platform has made", async () => {
    await stack.run("up", () => {
      const container = new Container(
        "web",
        containerArgs(platform, { environmentId: platform.ids.environment, variables: { LOG_LEVEL: "info" } }),
      );
      new Variable("region", { on: container, key: "REGION", value: "eu" });
      new CustomDomain("shop", { on: container, domain: "shop.example.com", generateCertificate: false });
      new DeploymentStage("first", { environmentId: platform.ids.environment, services: [container] });
    });
    const { id } = await stack.resource("web");
    await stack.run("destroy");
    expect(await isThere(`/container/${id}`)).toBe(false);
  });

  test("variables that a clone got from its source", async () => {
    const source = await post(`/environment/${platform.ids.environment}/container`, {
      ...{ name: "source", registry_id: platform.ids.registries.DOCKER_HUB, image_name: "library/nginx" },
      ...{ tag: "1.27", healthchecks: {} },
    });
    await post("/variable", {
      ...{ key: "TEAM", value: "shop", is_secret: false },
      ...{ variable_scope: "CONTAINER", variable_parent_id: source },
    });
    const clone = () =>
      void new Container("copy", { environmentId: platform.ids.environment, cloneFrom: source, name: "copy" });
    await stack.run("up", clone);
    const { id } = await stack.resource("copy");
    await stack.run("destroy");
    expect(await isThere(`/container/${id}`)).toBe(false);
  });
});

describe("an environment is stopped with a trigger", () => {
  const stops = async () => (await writes(platform)).filter((line) => line.includes("/stop"));

  test("only if no other one of the stack deploys the environment, too", async () => {
    const program = (...names: string[]) =>
      stack.run("up", () => {
        const { id: environmentId } = staging();
        const services = [web(environmentId)];
        for (const name of names) new DeploymentTrigger(name, { environmentId, services, stopOnDestroy: true });
      });
    await program("first", "second", "third");
    await forgetRequests(platform);
    const { output } = await program("second", "third");
    expect(output).toMatch(/nothing is stopped, since DeploymentTrigger "(?:second|third)" of this stack deploys/);
    expect(await stops()).toEqual([]);
    await program();
    expect(await stops()).toHaveLength(1);
    await stack.run("destroy");
  });
});

describe("another provider of the same run", () => {
  test("keeps what it has adopted, although the first one has read the state before", async () => {
    const { environment } = platform.ids;
    const args = (name: string) => databaseArgs(platform, { environmentId: environment, name });
    await stack.run("up", () => {
      new Container("web", containerArgs(platform, { environmentId: environment, name: "web" }));
      new Database("orders", args("orders"));
    });
    const { id } = await stack.resource("orders");
    await stack.run("up", () => {
      // Deleted before it is created again: the state is read for that.
      const web = new Container("web", containerArgs(platform, { environmentId: environment, name: "web", tag: "2" }), {
        replaceOnChanges: ["tag"],
        deleteBeforeReplace: true,
      });
      new native.Database("orders-native", { ...args("orders"), adoptId: id }, { dependsOn: web });
    });
    expect(await isThere(`/database/${id}`)).toBe(true);
    await stack.run("destroy");
    expect(await isThere(`/database/${id}`)).toBe(false);
  });
});
