/** Replacements that a failed run leaves half done, and programs that undo or change them afterwards. */
import type * as pulumi from "@pulumi/pulumi";
import { Container, Database, type DatabaseArgs, Environment, Variable } from "pulumi-app-platform";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { records } from "../kinds/index.js";
import { seededIds } from "../kinds/shared/seededIds.js";
import { isFull } from "../support/full.js";
import { containerArgs, databaseArgs, declare } from "./support/declare.js";
import { forgetRequests, writes } from "./support/journal.js";
import { type KindName, kindNames, requestedKinds } from "./support/kind-names.js";
import { openWorld, type World } from "./support/kind-stack.js";
import { opened } from "./support/opened.js";
import type { EndpointSet } from "./support/outcome.js";
import type { Program } from "./support/test-stack.js";

/** Fails after everything else, and before anything is deleted. */
const failing = (platform: World["platform"], dependsOn: pulumi.Resource[]) =>
  void new Container("failing", containerArgs(platform, { registryId: "00000000-0000-4000-8000-000000000000" }), {
    dependsOn,
  });

/** Kinds that stand for others without `FULL=1`. */
const short: readonly KindName[] = ["Database", "Container", "Environment", "Variable"];
/** A save finds what exists by itself. */
const isReplaceable = (kind: KindName) => {
  const { lifecycle, createdTwice } = records[kind];
  return createdTwice === "name taken" && lifecycle.replacements(seededIds).length > 0;
};
const kinds = (requestedKinds ?? (isFull ? kindNames : short)).filter(isReplaceable);

const kindsOf = (["extended", "documented"] as const)
  .map((set): [EndpointSet, readonly KindName[]] => [
    set,
    kinds.filter((kind) => records[kind].served.create.includes(set)),
  ])
  .filter(([, some]) => some.length > 0);

describe.each(kindsOf)("replacement that a failed run leaves half done (%s endpoints)", (set, some) => {
  describe.each(some)("of a %s", (kind) => {
    let world: World;
    beforeEach(async () => {
      world = await openWorld(set, kind);
    });
    afterEach(() => world.close());

    it.each([
      ["without a refresh", {}],
      ["after a refresh", { refresh: true }],
    ])(
      "is undone by the former program: it manages the old resource again, and deletes the new one if an endpoint can (%s)",
      async (_, options) => {
        const { platform, stack, record } = world;
        const { args: argsOf, replacements, identifiedBy = { arg: "name", other: "by-hand" } } = record.lifecycle;
        const args = argsOf(platform.ids);
        const [patch] = replacements(platform.ids);
        const before: Program = () => void declare(kind, "main", args);
        await stack.run("up", before);
        const { id } = await stack.resource("main");
        const after = { ...args, ...patch, [identifiedBy.arg]: identifiedBy.other };
        await stack.fails("up", () => failing(platform, [declare(kind, "main", after)]));
        const replacement = (await stack.resources()).find((each) => each.urn.endsWith("::main") && each.id !== id);
        expect(replacement?.id).toBeDefined();
        for (const step of ["preview", "up"] as const)
          expect((await stack.run(step, before, options)).output).toContain(`is the resource with id ${id} again`);
        expect((await stack.resources()).filter(({ urn }) => urn.endsWith("::main")).map((each) => each.id)).toEqual([
          id,
        ]);
        expect((await stack.run("preview", before, { refresh: true })).changes).not.toHaveProperty("update");
        const isDeleted = record.served.delete.includes(set);
        expect(await world.console.look(id as string)).toBeDefined();
        expect((await world.console.look(replacement?.id as string)) === undefined).toBe(isDeleted);
      },
    );
  });
});

describe("resource after a failed replacement", () => {
  const { platform, stack } = opened({ endpoints: "extended", isFresh: true });
  const [postgres, mysql] = [
    { name: "orders", type: "POSTGRESQL", version: "16" },
    { name: "orders2", type: "MYSQL", version: "8.4" },
  ] as const satisfies readonly Partial<DatabaseArgs>[];
  const database = (args: Partial<DatabaseArgs>, options?: pulumi.CustomResourceOptions) =>
    new Database("db", databaseArgs(platform, args), options);
  const up = (args: Partial<DatabaseArgs>, options?: pulumi.CustomResourceOptions) =>
    stack.run("up", () => void database(args, options));
  const fails = (args: Partial<DatabaseArgs>, options?: pulumi.CustomResourceOptions) =>
    stack.fails("up", () => failing(platform, [database(args, options)]));
  const idOf = async (name: string) => (await stack.resource(name)).id as string;
  const names = async (environmentId = platform.ids.environment) => {
    const { body } = await platform.request("GET", `/environment/${environmentId}/database`);
    return (body.results as { name: string }[]).map(({ name }) => name).sort();
  };
  const managed = async () => (await stack.resources()).filter(({ urn }) => urn.endsWith("::db")).map(({ id }) => id);

  it("is the old one again if the program undoes two replacements, and the new one if it repeats one", async () => {
    await up(postgres);
    const id = await idOf("db");
    await fails(mysql);
    await fails({ name: "orders3", type: "REDIS", version: "7" });
    expect(await names()).toEqual(["orders", "orders2", "orders3"]);
    await up(postgres);
    expect([await managed(), await names()]).toEqual([[id], ["orders"]]);
    await fails(mysql);
    const second = (await managed()).find((each) => each !== id);
    await up(mysql);
    expect([await managed(), await names()]).toEqual([[second], ["orders2"]]);
    await stack.run("destroy");
    expect(await names()).toEqual([]);
  });

  it("is destroyed along with the new one if the run that undoes the replacement fails", async () => {
    await up(postgres);
    const id = await idOf("db");
    await fails(mysql);
    await fails(postgres);
    expect((await managed()).filter((each) => each === id)).toHaveLength(2);
    await stack.run("preview", () => void database(postgres));
    await stack.run("destroy");
    expect(await names()).toEqual([]);
  });

  it("is the old one again if the program undoes the replacement of its environment", async () => {
    const { project, cluster } = platform.ids;
    const { body } = await platform.request("POST", `/organization/${platform.ids.organization}/cluster`, {
      body: { name: "other", region: "eu-west-3", cloud_provider: "AWS" },
    });
    const program = (name: string, clusterId: string) => {
      const staging = new Environment("staging", { projectId: project, name, clusterId });
      const environmentId = staging.id;
      const db = new Database("db", databaseArgs(platform, { ...postgres, environmentId }));
      const level = new Variable("level", { on: staging, key: "LEVEL", value: "info" });
      return [staging, db, level];
    };
    await stack.run("up", () => void program("staging", cluster));
    const ids = await Promise.all(["staging", "db", "level"].map(idOf));
    const other = String(body.id);
    await stack.fails("up", () => failing(platform, program("staging2", other)));
    await stack.run("up", () => void program("staging", cluster));
    expect(await Promise.all(["staging", "db", "level"].map(idOf))).toEqual(ids);
    const rules = [{ fault: "403", match: { method: "POST", route: "/environment/{environmentId}/database" } }];
    await platform.request("PUT", "/_local/faults", { body: { rules } });
    await stack.fails("up", () => void program("staging2", other));
    await platform.request("DELETE", "/_local/faults");
    await stack.run("up", () => void program("staging", cluster));
    expect(await Promise.all(["staging", "db", "level"].map(idOf))).toEqual(ids);
    expect((await stack.run("preview")).changes).toEqual({ same: 4 });
    expect(await names(ids[0])).toEqual(["orders"]);
  });

  it("gets its secret variables again if the program undoes the replacement", async () => {
    const web = (environmentId: string, value: string) => [
      new Container("web", containerArgs(platform, { environmentId, secretVariables: { TOKEN: value } })),
    ];
    const { environment, otherEnvironment } = platform.ids;
    await stack.run("up", () => void web(environment, "one"));
    const id = await idOf("web");
    await stack.fails("up", () => failing(platform, web(otherEnvironment, "one")));
    await forgetRequests(platform);
    await stack.run("up", () => void web(environment, "two"));
    expect(await idOf("web")).toBe(id);
    expect(await writes(platform)).toContain("PUT /variable/{variableId} 200");
  });

  it("stays in the state if the update that undoes the replacement fails", async () => {
    await up(postgres);
    const id = await idOf("db");
    await fails(mysql);
    const rules = [{ fault: "403", match: { method: "PUT" } }];
    await platform.request("PUT", "/_local/faults", { body: { rules } });
    await stack.fails("up", () => void database({ ...postgres, cpu: 750 }), { continueOnError: true });
    await platform.request("DELETE", "/_local/faults");
    expect(await managed()).toContain(id);
    expect(await names()).toContain("orders");
  });

  it("is the old one again (retainOnDelete) after replaceOnChanges failed to replace it under the same name", async () => {
    const replacing = { retainOnDelete: true, replaceOnChanges: ["cpu"], deleteBeforeReplace: true };
    await up({ ...postgres, cpu: 500 }, replacing);
    const id = await idOf("db");
    const edited = () => stack.fails("up", () => void database({ ...postgres, cpu: 750 }, replacing));
    expect(await edited()).toContain("AP3004");
    // The option forbids to update it.
    expect(await edited()).toContain("AP2002");
    await up({ ...postgres, cpu: 500 }, replacing);
    expect([await managed(), await names()]).toEqual([[id], ["orders"]]);
  });
});
