/** What a run writes that services see is deployed when the run ends, whatever the order. */
import type * as pulumi from "@pulumi/pulumi";
import { Container, CustomDomain, Database, DeploymentTrigger, Variable } from "pulumi-app-platform";
import { beforeEach, describe, expect, test } from "vitest";
import { containerArgs, databaseArgs } from "./declare.js";
import { forgetRequests, requests } from "./journal.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });
beforeEach(() => forgetRequests(platform));

const deployments = async () => (await requests(platform))["POST /environment/{environmentId}/service/deploy 202"] ?? 0;

/** Whether each service is as its last deployment left it, by name. */
async function currencies(): Promise<unknown[]> {
  const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/statuses`);
  const all = Object.values(body).flat() as { service_deployment_status?: string }[];
  return all.flatMap((each) => each.service_deployment_status ?? []);
}

function services() {
  const { environment: environmentId } = platform.ids;
  const db = new Database("db", databaseArgs(platform, { environmentId, name: "db" }));
  return { db, web: new Container("web", containerArgs(platform, { environmentId, name: "web" })) };
}

function release(list: (Container | Database)[], args: object = {}, options: pulumi.CustomResourceOptions = {}) {
  const { environment: environmentId } = platform.ids;
  return new DeploymentTrigger("release", { environmentId, services: list, ...args }, options);
}

describe("what is declared on a service", () => {
  test("is deployed with it, even if the program declares it later or it needs the trigger", async () => {
    await stack.run("up", async () => {
      const { db, web } = services();
      const trigger = release([db, web]);
      new Variable("last", { on: web, key: "LAST", value: trigger.lastDeploymentId.apply((id) => id ?? "none") });
      await new Promise((resolve) => setTimeout(resolve, 300));
      new Variable("late", { on: web, key: "LATE", value: "late" }, { dependsOn: trigger });
    });
    expect(await currencies()).toEqual(["UP_TO_DATE", "UP_TO_DATE"]);
  });

  test("and leaves the program together with its entry in `triggers` is gone from what runs", async () => {
    const program = (keys: string[]) => () => {
      const { db, web } = services();
      const variables = keys.map((key) => new Variable(key, { on: web, key, value: "1" }));
      release([db, web], { triggers: variables.map(({ updatedAt }) => updatedAt) });
    };
    await stack.run("up", program(["ONE", "TWO", "THREE"]));
    await forgetRequests(platform);
    await stack.run("up", program(["ONE"]));
    expect(await currencies()).toEqual(["UP_TO_DATE", "UP_TO_DATE"]);
    expect(await deployments()).toBe(2);
    expect((await stack.run("preview")).changes).toEqual({ same: 5 });
  });

  test("is there before a deployment that nobody waits for, also on the environment, unless it may need the deployment", async () => {
    const { output } = await stack.run("up", () => {
      const { db, web } = services();
      const trigger = release([db, web], { waitFor: "requested" });
      const first = new Variable("first", { on: web, key: "FIRST", value: "1" });
      new Variable("second", { on: `environment/${platform.ids.environment}`, key: "SECOND", value: "2" });
      const last = new Variable("last", { on: web, key: "LAST", value: trigger.urn });
      new Variable("after-last", { on: web, key: "AFTER_LAST", value: last.key }, { dependsOn: first });
    });
    const order = output.split("\n").flatMap((line) => / (\S+) created/.exec(line)?.[1] ?? []);
    const at = (name: string) => order.indexOf(name);
    expect([at("first"), at("second")].every((each) => each >= 0 && each < at("release"))).toBe(true);
    expect([at("last"), at("after-last")].every((each) => each > at("release"))).toBe(true);
  });

  test("and is replaced, or takes the place of another one, is deployed by its entry in `triggers`", async () => {
    const program = (name: string, args: object) => () => {
      const { db, web } = services();
      const variable = new Variable(name, { on: web, key: name, value: "1", ...args });
      const domain = new CustomDomain("shop", { on: web, domain: `${name}.example.com`, generateCertificate: false });
      release([db, web], { triggers: [variable.updatedAt, domain.updatedAt] });
    };
    await stack.run("up", program("one", {}));
    for (const [name, args] of [
      ["one", { secret: true }],
      ["two", {}],
    ] as const) {
      await stack.run("up", program(name, args));
      expect(await currencies()).toEqual(["UP_TO_DATE", "UP_TO_DATE"]);
      const { outputs } = await stack.resource("release");
      expect(outputs.triggers).toEqual([expect.stringMatching(/^20/), expect.stringMatching(/^20/)]);
      expect((await stack.run("preview")).changes).toEqual({ same: 6 });
    }
  });
});

describe("without an entry in `triggers`", () => {
  const program =
    (value: string | undefined, names: readonly string[] = []) =>
    () => {
      const { db, web } = services();
      if (value !== undefined) new Variable("greeting", { on: web, key: "GREETING", value });
      for (const name of names) {
        new CustomDomain(name, { on: web, domain: `${name}.example.com`, generateCertificate: false });
      }
      release([db, web]);
    };

  test("a changed, new or removed variable deploys only the services that see it, as the preview says", async () => {
    await stack.run("up", program("one"));
    const steps: [Parameters<typeof program>, string | undefined][] = [
      [["two"], "variable GREETING changes"],
      [["two", ["shop"]], undefined],
      [[undefined, ["shop"]], undefined],
      [["three", ["shop"]], "variable GREETING changes"],
      [[undefined], undefined],
    ];
    for (const [args, told] of steps) {
      await forgetRequests(platform);
      const preview = await stack.run("preview", program(...args));
      if (told !== undefined) {
        expect(preview.output).toContain(`DeploymentTrigger "release" deploys Container "web" (${told}).`);
      }
      const { changes } = await stack.run("up", program(...args));
      expect(changes).toEqual(preview.changes);
      expect(await currencies(), JSON.stringify(args)).toEqual(["UP_TO_DATE", "UP_TO_DATE"]);
      expect((await stack.run("preview", program(...args))).changes.update).toBeUndefined();
    }
  });

  test("a variable of the environment or the project is deployed, in whatever order", async () => {
    const onPlace = (value: string) => () => {
      const { db, web } = services();
      const on = `environment/${platform.ids.environment}` as const;
      new Variable("shared", { on, key: "SHARED", value });
      release([db, web], { waitFor: "requested" });
      new Variable("later", { on, key: "LATER", value });
    };
    await stack.run("up", onPlace("one"));
    await stack.run("up", onPlace("two"));
    await stack.run("up", () => void release(Object.values(services())));
    expect(await currencies()).toEqual(["UP_TO_DATE", "UP_TO_DATE"]);
  });
});
