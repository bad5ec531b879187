/** What a run writes that services see is deployed when the run ends, whatever the order. */
import type * as pulumi from "@pulumi/pulumi";
import { Container, CustomDomain, Database, DeploymentTrigger, Variable } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs, databaseArgs } from "./support/declare.js";
import { forgetRequests } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

/** Whether each service is as its last deployment left it, by name. */
async function currencies(): Promise<unknown[]> {
  const { body } = await platform.request("GET", `/environment/${platform.ids.environment}/statuses`);
  const all = Object.values(body).flat() as { service_deployment_status?: string }[];
  return all.flatMap((each) => each.service_deployment_status ?? []);
}

const services = () => ({
  db: new Database("db", databaseArgs(platform)),
  web: new Container("web", containerArgs(platform)),
});

function release(list: (Container | Database)[], args: object = {}, options: pulumi.CustomResourceOptions = {}) {
  const { environment: environmentId } = platform.ids;
  return new DeploymentTrigger("release", { environmentId, services: list, ...args }, options);
}

describe("Variable or CustomDomain of a service", () => {
  test("is deployed with its service, also if it's declared after the trigger or depends on it", async () => {
    await stack.run("up", async () => {
      const { db, web } = services();
      const trigger = release([db, web]);
      new Variable("last", { on: web, key: "LAST", value: trigger.lastDeploymentId.apply((id) => id ?? "none") });
      await new Promise((resolve) => setTimeout(resolve, 300));
      new Variable("late", { on: web, key: "LATE", value: "late" }, { dependsOn: trigger });
    });
    expect(await currencies()).toEqual(["UP_TO_DATE", "UP_TO_DATE"]);
  });

  test("is created before the trigger's deployment (the trigger waits for it), unless it depends on the trigger", async () => {
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

  test("is deployed after a create, replacement or delete if `triggers` has it", async () => {
    const program = (domainName: string, variables: Record<string, object>) => () => {
      const { db, web } = services();
      const all = Object.entries(variables).map(
        ([key, args]) => new Variable(key, { on: web, key, value: "1", ...args }),
      );
      const domain = new CustomDomain("shop", { on: web, domain: domainName, generateCertificate: false });
      release([db, web], { triggers: [domain, ...all].map(({ updatedAt }) => updatedAt) });
    };
    await stack.run("up", program("one.example.com", { ONE: {} }));
    for (const [domain, variables] of [
      ["one.example.com", { ONE: { secret: true } }],
      ["two.example.com", { TWO: {} }],
      ["two.example.com", {}],
    ] as const) {
      await stack.run("up", program(domain, variables));
      expect(await currencies()).toEqual(["UP_TO_DATE", "UP_TO_DATE"]);
      const { triggers } = (await stack.resource("release")).outputs;
      expect(triggers).toEqual(["domain", ...Object.keys(variables)].map(() => expect.stringMatching(/^20/)));
      expect(Object.keys((await stack.run("preview")).changes)).toEqual(["same"]);
    }
  });
});

describe("DeploymentTrigger without `triggers`", () => {
  const program =
    (value: string | undefined, hasDomain = false) =>
    () => {
      const { db, web } = services();
      if (value !== undefined) new Variable("greeting", { on: web, key: "GREETING", value });
      if (hasDomain) new CustomDomain("shop", { on: web, domain: "shop.example.com", generateCertificate: false });
      release([db, web]);
    };

  /** The lists that the requests of a deployment have: the kinds of the services in it. */
  const deployedLists = async () => {
    const { results } = (await platform.request("GET", "/_local/requests")).body;
    const sent = results.filter(({ operation }: { operation: string }) => operation === "deployServices");
    return sent.flatMap(({ bodies }: { bodies: object[] }) => bodies.flatMap((body) => Object.keys(body)));
  };

  test("deploys only services with a changed, new or removed variable or domain", async () => {
    await stack.run("up", program("one"));
    const steps: [args: Parameters<typeof program>, reported?: string][] = [
      [["two"], "variable GREETING changes"],
      [["two", true], "custom domain shop.example.com changes"],
      [[undefined, true]],
      [["three", true], "variable GREETING changes"],
      [["three"]],
      [[undefined]],
    ];
    for (const [args, reported] of steps) {
      const preview = await stack.run("preview", program(...args));
      if (reported !== undefined) {
        expect(preview.output).toContain(`DeploymentTrigger "release" deploys Container "web" (${reported}).`);
      }
      await forgetRequests(platform);
      const { changes } = await stack.run("up", program(...args));
      expect(changes).toEqual(preview.changes);
      expect(await deployedLists(), JSON.stringify(args)).toEqual(["containers"]);
      expect(await currencies(), JSON.stringify(args)).toEqual(["UP_TO_DATE", "UP_TO_DATE"]);
      expect((await stack.run("preview", program(...args))).changes.update).toBeUndefined();
    }
  });

  test("redeploys all services for a changed variable of the environment", async () => {
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
