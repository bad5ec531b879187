/** Services that get another name or another Pulumi name in the run that replaces their environment, and what the stack has retained. */
import type { CustomResourceOptions } from "@pulumi/pulumi";
import { ComponentResource, rootStackResource } from "@pulumi/pulumi";
import { Container, ContainerRegistry, Environment, Project, Variable } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs } from "./declare.js";
import { writes } from "./journal.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

interface Shape {
  /** The project that has the environment, by its Pulumi name. */
  readonly project: string;
  /** The Pulumi name of the service, and its name on the platform. */
  readonly pulumiName?: string;
  readonly name?: string;
  readonly inComponent?: boolean;
  readonly variables?: Record<string, string>;
  readonly options?: CustomResourceOptions;
}

class Shop extends ComponentResource {
  constructor() {
    super("test:index:Shop", "shop");
  }
}

const program =
  ({ project, pulumiName = "web", name = "web", inComponent, variables, options }: Shape) =>
  () => {
    const organizationId = platform.ids.organization;
    const projects = Object.fromEntries(
      ["first", "second"].map((each) => [each, new Project(each, { organizationId })]),
    );
    const env = new Environment("env", { projectId: projects[project]?.id as never, name: "prod" });
    const parent = inComponent ? new Shop() : undefined;
    const service = new Container(
      pulumiName,
      containerArgs(platform, { environmentId: env.id, name, ...(variables && { variables }) }),
      { ...(parent && { parent }), ...options },
    );
    new Variable("level", { on: service, key: "LEVEL", value: "info" });
  };

/** All services of the environments of the stack's projects, as `project/environment/service`, with their variables. */
async function content(): Promise<string[]> {
  const read = async (path: string): Promise<{ id: string; name: string; key: string; scope: string }[]> =>
    (await platform.request("GET", path)).body.results;
  const all: string[] = [];
  for (const project of await read(`/organization/${platform.ids.organization}/project`)) {
    if (!["first", "second"].includes(project.name)) continue;
    for (const env of await read(`/project/${project.id}/environment`)) {
      for (const service of await read(`/environment/${env.id}/container`)) {
        const own = await read(`/variable?parent_id=${service.id}&scope=CONTAINER`);
        const keys = own.filter(({ scope }) => scope === "CONTAINER").map(({ key }) => key);
        all.push(`${project.name}/${env.name}/${service.name} ${keys.sort().join()}`);
      }
    }
  }
  return all;
}

describe("a service whose environment is replaced in the same run", () => {
  const from = { project: "first" };
  test.each<[what: string, to: Shape]>([
    ["keeps its name", { project: "second" }],
    ["gets another name on the platform", { project: "second", name: "site" }],
    ["gets another Pulumi name", { project: "second", pulumiName: "site" }],
    [
      "gets another Pulumi name by an alias",
      { project: "second", pulumiName: "site", options: { aliases: [{ name: "web" }] } },
    ],
    [
      "gets another name, Pulumi name and parent by an alias",
      {
        ...{ project: "second", pulumiName: "site", name: "site", inComponent: true },
        options: { aliases: [{ name: "web", parent: rootStackResource }] },
      },
    ],
    ["gets another parent without an alias", { project: "second", inComponent: true }],
    ["gets variables", { project: "second", variables: { MODE: "blue" } }],
  ])("is there once, in the new one: %s", async (_, to) => {
    await stack.run("up", program(from));
    expect(await content()).toEqual(["first/prod/web LEVEL"]);
    await stack.run("up", program(to));
    const keys = to.variables === undefined ? "LEVEL" : "LEVEL,MODE";
    expect(await content()).toEqual([`second/prod/${to.name ?? "web"} ${keys}`]);
    const { changes } = await stack.run("preview");
    expect(Object.keys(changes)).toEqual(["same"]);
    expect(Object.keys((await stack.run("refresh")).changes)).toEqual(["same"]);
    await stack.run("destroy");
    expect(await content()).toEqual([]);
  });
});

describe("what the stack retained", () => {
  const registry = (options: CustomResourceOptions = {}) => {
    const organizationId = platform.ids.organization;
    new ContainerRegistry(
      "images",
      { organizationId, name: "images", kind: "PUBLIC_ECR", config: {}, url: "https://public.ecr.aws" },
      options,
    );
  };
  const all: readonly [kind: string, declare: (options?: CustomResourceOptions) => void][] = [
    ["Container", (options) => void new Container("web", containerArgs(platform), options)],
    ["Project", (options) => void new Project("shop", { organizationId: platform.ids.organization }, options)],
    ["Environment", (options) => void new Environment("env", { projectId: platform.ids.project }, options)],
    [
      "Variable",
      (options) => {
        const on = `environment/${platform.ids.environment}`;
        new Variable("level", { on, key: "LEVEL", value: "1" }, options);
      },
    ],
    ["ContainerRegistry", registry],
  ];

  test.each(all)("is neither created twice nor adopted without a word: %s", async (kind, declare) => {
    await stack.run("up", () => declare({ retainOnDelete: true }));
    await stack.run("up", () => undefined);
    const output = await stack.fails("up", () => declare());
    expect(output).toContain("AP3004");
    expect(output).toMatch(/adoptId: "/);
    const adopting = { env: { APP_PLATFORM_ON_EXISTING: "adopt" } };
    const { output: said } = await stack.run("up", () => declare(), adopting);
    expect(said).toMatch(new RegExp(`${kind} ".*" adopted the existing resource with id`));
    await stack.run("destroy");
    expect((await writes(platform)).filter((each) => each.startsWith("DELETE"))).toHaveLength(1);
  });
});
