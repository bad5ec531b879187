/** The option `deletedWith`: what the platform deletes with the other resource, what it doesn't, and what a failed delete leaves. */
import * as pulumi from "@pulumi/pulumi";
import { Cluster, Container, Database, Environment, Project, Variable } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { schemaToken, typeToken } from "../../provider/definition/names.js";
import { PROVIDER } from "../../provider/engine/hints.js";
import { providerText } from "../../sdk/registration.js";
import { containerArgs, databaseArgs } from "./support/declare.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";
import { throughFrontend } from "./support/stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

/** The paths of everything that the stack has on the platform. */
async function paths(): Promise<string[]> {
  const { organization } = platform.ids;
  const segments: Record<string, string> = { Cluster: `organization/${organization}/cluster` };
  return (await stack.resources()).flatMap(({ urn, id }) => {
    const kind = /:(\w+)::\w+$/.exec(urn)?.[1] ?? "";
    return ["Project", "Environment", "Container", "Database"].includes(kind) || segments[kind] !== undefined
      ? [`/${segments[kind] ?? kind.toLowerCase()}/${id}`]
      : [];
  });
}

const status = async (path: string) => (await platform.request("GET", path)).status;

test("deletedWith omits the DELETE request only if the platform deletes both resources", async () => {
  const { organization: organizationId } = platform.ids;
  const program = () => {
    const project = new Project("shop", { organizationId });
    const cluster = new Cluster("main", { organizationId, name: "own", region: "eu-west-3", cloudProvider: "AWS" });
    const staging = new Environment("staging", { projectId: project.id }, { deletedWith: project });
    const live = new Environment("live", { projectId: project.id, clusterId: cluster.id }, { deletedWith: cluster });
    const component = new pulumi.ComponentResource("acme:index:Shop", "all");
    const web = new Container("web", containerArgs(platform), { deletedWith: live });
    new Container("api", containerArgs(platform, { environmentId: staging.id }), { deletedWith: component });
    new Container("jobs", containerArgs(platform, { environmentId: staging.id }), { deletedWith: staging });
    new Variable("level", { on: web, key: "LEVEL", value: "info" }, { deletedWith: web });
    new Database("db", databaseArgs(platform), { deletedWith: web });
  };
  await stack.run("up", program);
  const all = await paths();
  expect(all).toHaveLength(8);
  await forgetRequests(platform);
  await stack.run("destroy");
  for (const path of all.filter((each) => !each.includes("cluster"))) expect(await status(path)).toBe(404);
  const sent = await requests(platform);
  expect(sent["DELETE /organization/{organizationId}/cluster/{clusterId} 204"]).toBe(1);
  expect([sent["DELETE /container/{containerId} 204"], sent["DELETE /variable/{variableId} 204"]]).toEqual([3, 1]);
});

class AnyResource extends pulumi.CustomResource {}

/** A resource of a program in another language, without the SDK. */
function register(kind: string, name: string, args: object, options: pulumi.CustomResourceOptions = {}) {
  const own = throughFrontend === "native" ? { name } : { name, [PROVIDER]: providerText(kind) };
  const token = throughFrontend === "native" ? schemaToken(kind) : typeToken(kind);
  return new AnyResource(token, name, { ...own, ...args }, options);
}

describe("deletedWith in a program without the SDK of this provider", () => {
  const adopting = { env: { APP_PLATFORM_ON_EXISTING: "adopt" } };
  const shopOf = (options: (of: pulumi.Resource) => object) => {
    const project = register("Project", "shop", { organizationId: platform.ids.organization });
    const environment = register("Environment", "staging", { projectId: project.id }, options(project));
    register("Container", "web", containerArgs(platform, { environmentId: environment.id }), options(environment));
  };
  const clusterOf = (options: (of: pulumi.Resource) => object) => {
    const { organization: organizationId, project: projectId } = platform.ids;
    const place = { organizationId, name: "own", region: "eu-west-3", cloudProvider: "AWS" };
    const cluster = register("Cluster", "main", place);
    const environment = register("Environment", "live", { projectId, clusterId: cluster.id }, options(cluster));
    register("Container", "web", containerArgs(platform, { environmentId: environment.id }), options(environment));
  };

  const siblingsOf = (options: (of: pulumi.Resource) => object) => {
    const web = register("Container", "web", containerArgs(platform));
    const db = register("Database", "db", databaseArgs(platform), options(web));
    register("Database", "cache", databaseArgs(platform, { name: "cache" }), options(db));
  };

  const everywhere = [
    ["a project", shopOf],
    ["a cluster", clusterOf],
    ["a sibling", siblingsOf],
  ] as const;
  test.each(everywhere)(
    "up deletes a resource whose deletedWith is %s when both leave the program",
    async (_, declare) => {
      const rest = () => void register("Container", "rest", containerArgs(platform, { name: "rest" }));
      await stack.run("up", rest);
      const [kept = ""] = await paths();
      await stack.run("up", () => {
        rest();
        declare((deletedWith) => ({ deletedWith }));
      });
      const gone = (await paths()).filter((path) => path !== kept && !path.includes("cluster"));
      expect(gone.length).toBeGreaterThan(1);
      await stack.run("up", rest);
      expect(await paths()).toEqual([kept]);
      expect(await status(kept)).toBe(200);
      expect(await Promise.all(gone.map(status))).toEqual(gone.map(() => 404));
      await stack.run("destroy");
    },
  );

  // Pulumi configures the native provider before it removes anything from the state, and calls the dynamic one only afterwards.
  if (throughFrontend === "native") {
    test.each(everywhere)("destroy deletes a resource whose deletedWith is %s", async (_, declare) => {
      await stack.run("up", () => declare((deletedWith) => ({ deletedWith })));
      const all = (await paths()).filter((path) => !path.includes("cluster"));
      await stack.run("destroy");
      expect(await Promise.all(all.map(status))).toEqual(all.map(() => 404));
    });
  }

  test("up deletes a resource whose deletedWith is a component, and the native provider warns", async () => {
    const rest = () => void register("Container", "rest", containerArgs(platform, { name: "rest" }));
    const program = () => {
      rest();
      const component = new pulumi.ComponentResource("acme:index:Shop", "all");
      const dependsOn = register("Database", "db", databaseArgs(platform));
      register("Container", "web", containerArgs(platform), { deletedWith: component, dependsOn });
    };
    await stack.run("up", program);
    const { id } = await stack.resource("web");
    const { output } = await stack.run("up", program);
    if (throughFrontend === "native")
      expect(output).toContain('`deletedWith` of Container "web" names "all", whose deletion');
    await stack.run("up", rest);
    expect(await status(`/container/${id}`)).toBe(404);
    await stack.run("destroy");
  });

  const unknown = /or has just retained it, which isn't known.*run `pulumi up`, whose errors say how to adopt it/s;
  // The dynamic provider is called too late to know why it stays.
  const retained =
    throughFrontend === "dynamic"
      ? unknown
      : /it has the resource option retainOnDelete.*remove the option and run `pulumi up`/s;
  const isRetained = ["a project, with retainOnDelete", shopOf, { retainOnDelete: true }, "AP2014", retained] as const;
  const dropped = [
    ["a project", shopOf, {}, "AP2014", unknown],
    ["a cluster", clusterOf, {}, "AP2016", /delete these resources/],
  ] as const;
  test.each([isRetained, ...(throughFrontend === "dynamic" ? dropped : [])])(
    "destroy fails if deletedWith is %s, and its advice leads to a successful destroy",
    async (_, declare, options, code, advice) => {
      const program = () => declare((deletedWith) => ({ deletedWith, ...options }));
      await stack.run("up", program);
      const all = await paths();
      const output = await stack.fails("destroy");
      expect(output).toContain(code);
      expect(output).toMatch(advice);
      // The engine has removed the others from the state before.
      expect(await paths()).toHaveLength(1);
      expect(await stack.fails("up", program)).toContain("app-platform:onExisting adopt");
      await stack.run("up", program, adopting);
      expect((await paths()).sort()).toEqual(all.sort());
      await stack.run("up", () => declare(() => ({})));
      await stack.run("destroy");
      const others = all.filter((path) => !path.includes("cluster"));
      expect(await Promise.all(others.map(status))).toEqual(others.map(() => 404));
    },
  );
});
