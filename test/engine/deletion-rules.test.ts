/**
 * Replacements that would delete what must stay on the platform. Deletes are in advice/deletes.test.ts, and the simulation's sabotages show
 * that each rule is needed.
 */
import type * as pulumi from "@pulumi/pulumi";
import { Cluster, Container, Database, Environment, Variable } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { otherCluster } from "../kinds/shared/ids.js";
import { addCluster } from "./support/console.js";
import { containerArgs, databaseArgs } from "./support/declare.js";
import { forgetRequests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const isThere = async (path: string) => (await platform.request("GET", path)).status === 200;
const everything = { env: { APP_PLATFORM_ON_DELETE: "everything" } };

describe("replacement whose delete would fail (AP2014, AP2016)", () => {
  const { id: cluster } = otherCluster;
  const create = async (path: string, body: object) => String((await platform.request("POST", path, { body })).body.id);
  const orders = (environmentId: pulumi.Input<string>, options: pulumi.CustomResourceOptions = {}) =>
    new Database("orders", databaseArgs(platform, { environmentId }), options);
  const shop = (args: object) =>
    new Environment("staging", { projectId: platform.ids.project, name: "staging", ...args });
  const kept = async (id: string) => {
    const place = { variable_scope: "ENVIRONMENT", variable_parent_id: id };
    return create("/variable", { key: "TEAM", value: "shop", is_secret: false, ...place });
  };

  /** What is replaced, what others then do with it, its replacement, and why that is refused. */
  const rows: readonly (readonly [
    title: string,
    program: (isReplaced: boolean, id: string) => void,
    meddle: (id: string) => Promise<unknown>,
    says: string,
  ])[] = [
    [
      "environment with a variable that the stack doesn't manage, deleted first",
      (isReplaced) => void orders(shop(isReplaced ? { clusterId: cluster } : {}).id),
      kept,
      "AP2014",
    ],
    [
      "environment with a variable that the stack doesn't manage, deleted last",
      (isReplaced) => void orders(shop(isReplaced ? { clusterId: cluster, name: "other" } : {}).id),
      kept,
      "AP2014",
    ],
    [
      "environment with a database that has retainOnDelete",
      (isReplaced) => void orders(shop(isReplaced ? { clusterId: cluster } : {}).id, { retainOnDelete: true }),
      async () => undefined,
      "it has the resource option retainOnDelete",
    ],
    [
      "environment with a container that refers to it by ID and depends on it",
      (isReplaced, id) => {
        const staging = shop(isReplaced ? { clusterId: cluster } : {});
        orders(staging.id);
        if (id !== "") new Container("web", containerArgs(platform, { environmentId: id }), { dependsOn: staging });
      },
      async () => stack.run("up"),
      "AP2014",
    ],
  ];

  test.each(rows)("fails at preview and up, and deletes nothing: %s", async (_, program, meddle, says) => {
    await addCluster(platform);
    let id = "";
    const before = () => program(false, id);
    await stack.run("up", before);
    id = String((await stack.resource("staging")).id);
    await meddle(id);
    const { id: database } = await stack.resource("orders");
    await forgetRequests(platform);
    for (const step of ["preview", "up"] as const)
      expect(await stack.fails(step, () => program(true, id))).toContain(says);
    expect((await writes(platform)).filter((each) => each.startsWith("DELETE"))).toEqual([]);
    expect(await isThere(`/database/${database}`)).toBe(true);
    expect((await stack.run("up", before)).changes).not.toHaveProperty("create");
    expect((await stack.resource("orders")).id).toBe(database);
  });

  test("fails at preview and up with AP2016 for a cluster with an environment that the stack doesn't manage", async () => {
    const { organization: organizationId, project } = platform.ids;
    const main = (region: string) => () =>
      void new Cluster("main", { organizationId, name: "ours", region, cloudProvider: "AWS" });
    await stack.run("up", main("eu-west-3"));
    const { id } = await stack.resource("main");
    await create(`/project/${project}/environment`, { name: "theirs", cluster: id });
    for (const step of ["preview", "up"] as const)
      expect(await stack.fails(step, main("eu-west-1"))).toContain('AP2016: Cluster "main" (ours, id ');
    expect((await stack.run("up", main("eu-west-3"))).changes).toEqual({ same: 2 });
  });

  test("fails with AP2014 for a Variable to whose ID an alias refers, at preview if it's replaced, at up if it's deleted", async () => {
    const program = (level: object | undefined, aliasOf?: string) => () => {
      const on = new Container("web", containerArgs(platform));
      const source = level && new Variable("level", { on, key: "LEVEL", value: "info", ...level });
      const dependsOn = source === undefined ? [] : [source];
      if (aliasOf !== undefined) new Variable("alias", { on, key: "ALIAS", aliasOf }, { dependsOn });
    };
    await stack.run("up", program({}));
    const id = String((await stack.resource("level")).id);
    await stack.run("up", program({}, id));
    await forgetRequests(platform);
    const replaced = program({ secret: true }, id);
    expect(await stack.fails("preview", replaced)).toContain('AP2014: Variable "level"');
    for (const failing of [replaced, program(undefined, id)])
      expect(await stack.fails("up", failing)).toContain('AP2014: Variable "level"');
    expect((await writes(platform)).filter((each) => each.startsWith("DELETE"))).toEqual([]);
    expect((await stack.run("up", program({}, id))).changes).toEqual({ same: 4 });
  });

  test('succeeds with onDelete "everything" after a warning at preview', async () => {
    await addCluster(platform);
    await stack.run("up", () => void shop({}));
    await kept(String((await stack.resource("staging")).id));
    const replaced = () => void shop({ clusterId: cluster });
    const { output } = await stack.run("preview", replaced, everything);
    expect(output).toContain("its deletion also deletes 1 resource that this stack doesn't manage");
    await stack.run("up", replaced, everything);
  });
});
