/** Services that get another name or another Pulumi name in the run that replaces their environment. */
import type { CustomResourceOptions } from "@pulumi/pulumi";
import { ComponentResource, rootStackResource } from "@pulumi/pulumi";
import { Container, Environment, Project, Variable } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { containerArgs } from "./support/declare.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

interface Shape {
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

/** A service in an environment of one of two projects. */
const program =
  (project: "first" | "second", { pulumiName = "web", name = "web", inComponent, variables, options }: Shape = {}) =>
  () => {
    const { organization: organizationId } = platform.ids;
    const [first, second] = [new Project("first", { organizationId }), new Project("second", { organizationId })];
    const projectId = { first, second }[project].id;
    const env = new Environment("env", { projectId, name: "prod" });
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

test.each<[what: string, to: Shape]>([
  ["gets another name on the platform", { name: "site" }],
  ["gets another Pulumi name", { pulumiName: "site" }],
  [
    "gets another name, Pulumi name and parent by an alias",
    {
      ...{ pulumiName: "site", name: "site", inComponent: true },
      options: { aliases: [{ name: "web", parent: rootStackResource }] },
    },
  ],
  ["gets variables", { variables: { MODE: "blue" } }],
])("service of a replaced environment exists once in the new one if it %s", async (_, to) => {
  await stack.run("up", program("first"));
  expect(await content()).toEqual(["first/prod/web LEVEL"]);
  await stack.run("up", program("second", to));
  const keys = to.variables === undefined ? "LEVEL" : "LEVEL,MODE";
  expect(await content()).toEqual([`second/prod/${to.name ?? "web"} ${keys}`]);
  const { changes } = await stack.run("preview");
  expect(Object.keys(changes)).toEqual(["same"]);
  expect(Object.keys((await stack.run("refresh")).changes)).toEqual(["same"]);
  await stack.run("destroy");
  expect(await content()).toEqual([]);
});
