import { Container, Database, DeploymentTrigger, Job, TerraformService } from "pulumi-app-platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform/platform.js";
import { everyField } from "./every-field.js";
import { requests } from "./journal.js";
import { openStack } from "./stack.js";
import type { Program, TestStack } from "./test-stack.js";

let platform: Platform;
let stack: TestStack;

beforeAll(async () => {
  platform = await startPlatform();
  stack = await openStack(platform);
});
afterAll(async () => {
  await stack.close();
  await platform.stop();
});

// What a program in JavaScript, or one with a cast, can get wrong.
const wrong = <T>(value: unknown) => value as T;

const web = (overrides: object): Program => {
  return () => {
    new Container("web", {
      environmentId: platform.ids.environment,
      registryId: platform.ids.registries.DOCKER_HUB,
      imageName: "library/nginx",
      tag: "1.27",
      healthchecks: {},
      ...overrides,
    });
    return {};
  };
};

/** Each problem on a line of its own, once in the details. */
const problems = (output: string) => {
  const details = output.slice(output.indexOf("Diagnostics:"), output.indexOf("Resources:"));
  return [...details.matchAll(/AP1203: (.+)/g)].map(([, text]) => text);
};

describe("wrong values", () => {
  test("all of them are refused at preview at once, with the program's paths, and nothing is sent", async () => {
    const output = await stack.fails(
      "preview",
      web({
        environmentId: "production",
        cpu: wrong("x"),
        memory: 1.5,
        imageName: "nginx:latest",
        colour: "blue",
        minRunningInstances: 5,
        maxRunningInstances: 2,
        ports: [
          { internalPort: 80, publiclyAccessible: true, isDefault: true },
          { internalPort: 808080, publiclyAccessible: false, externalPort: 80, isDefault: true },
          { internalPort: 80, publicly_accessible: true },
        ],
        healthchecks: {
          readinessProbe: { type: { tcp: { port: 80 }, http: { port: 80 } }, periodSeconds: 0 },
          livenessProbe: { type: { exec: { command: [] } } },
        },
        storage: [{ type: "FAST_SSD", size: 1, mountPoint: "/data" }],
        autoscaling: { mode: "CRON", scalers: [] },
      }),
    );
    const found = problems(output);
    const paths = found.map((text) => /^Container "web": (\S+) /.exec(text ?? "")?.[1]);
    expect(paths.sort()).toEqual(
      [
        "environmentId",
        "cpu",
        "memory",
        "imageName",
        "colour",
        "minRunningInstances",
        "ports[1].internalPort",
        "ports[1].externalPort",
        "ports[1].isDefault",
        "ports[2].internalPort",
        "ports[2].publicly_accessible",
        "ports[2].publiclyAccessible",
        "healthchecks.readinessProbe.type",
        "healthchecks.readinessProbe.periodSeconds",
        "healthchecks.livenessProbe.type.exec.command",
        "storage[0].size",
        "autoscaling.mode",
        "autoscaling.scalers",
      ].sort(),
    );
    expect(found).toContain('Container "web": cpu must be an integer from 1 to 32000; got "x".');
    expect(found).toContain(
      'Container "web": ports[2].publicly_accessible is not an argument; did you mean publiclyAccessible?',
    );
    expect(await requests(platform)).toEqual({});
  });

  test.each<[string, () => unknown, string]>([
    [
      "a database with an instance type that only a managed one has",
      () => new Database("db", { ...everyField(platform.ids).containerDatabase, instanceType: "db.t3.small" }),
      'Database "every-container-database": instanceType must be omitted unless mode is MANAGED; got "db.t3.small".',
    ],
    [
      "a job that is both a cron job and a lifecycle job",
      () =>
        new Job("job", {
          ...everyField(platform.ids).cronJob,
          schedule: wrong({ cronjob: { scheduledAt: "@daily" }, onStart: {} }),
        }),
      'Job "every-cron-job": schedule must have exactly one of ',
    ],
    [
      "a Terraform service with two backends",
      () =>
        new TerraformService("infra", {
          ...everyField(platform.ids).terraformService,
          backend: wrong({ kubernetes: {}, userProvided: {} }),
        }),
      'TerraformService "every-terraform-service": backend must have exactly one of ',
    ],
    [
      "a required argument that is missing",
      () => new Database("db", wrong({ environmentId: platform.ids.environment, type: "MYSQL", mode: "CONTAINER" })),
      'Database "db": version is required: a string',
    ],
    [
      "a deployment of a service that is selected twice",
      () => {
        const environmentId = platform.ids.environment;
        new DeploymentTrigger("twice", { environmentId, databases: [environmentId, environmentId] });
      },
      "databases[1] must be selected only once; got the same service as databases[0].",
    ],
  ])("%s is refused at preview", async (_, make, expected) => {
    const output = await stack.fails("preview", () => {
      make();
      return {};
    });
    expect(problems(output).join("\n")).toContain(expected);
    expect(await requests(platform)).toEqual({});
  });

  test("a deployment of nothing is refused at preview", async () => {
    const output = await stack.fails("preview", () => {
      new DeploymentTrigger("nothing", { environmentId: platform.ids.environment, services: [] });
      return {};
    });
    expect(output).toContain(`AP2004: DeploymentTrigger "nothing" selects no service`);
    expect(output).toContain("What to do: select at least one service: in `services`");
    expect(await requests(platform)).toEqual({});
  });

  test("a secret that is wrong is not shown", async () => {
    const output = await stack.fails("preview", () => {
      const args = everyField(platform.ids).terraformService;
      const tfVars = [{ key: "password", value: wrong<string>(123456789), secret: true }];
      new TerraformService("infra", { ...args, terraformVariablesSource: { tfVarFilePaths: [], tfVars } });
      return {};
    });
    expect(output).toContain("terraformVariablesSource.tfVars[0].value must be a string; got a secret value");
    expect(output).not.toContain("123456789");
  });
});
