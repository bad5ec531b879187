import { Application, ArgoCdConfig, Container, Database } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs, databaseArgs } from "./declare.js";
import { requests } from "./journal.js";
import { opened } from "./opened.js";
import type { Program } from "./test-stack.js";

const { platform, stack } = opened({ endpoints: "extended" });

type Options = ConstructorParameters<typeof Database>[2];

const database = (urnName: string, args: { name: string; cpu?: number }, options?: Options) =>
  new Database(urnName, databaseArgs(platform, args), options);

/** The database `a` and `b` with these names on the platform. */
const pair =
  (one: string, other: string, cpu = 500): Program =>
  () => {
    database("a", { name: one, cpu });
    database("b", { name: other, cpu });
  };

describe("two resources of a program with one name in one place", () => {
  test("are refused at preview with both names, whatever the letter case, and nothing is sent", async () => {
    const output = await stack.fails("preview", pair("orders", " Orders"));
    expect(output).toContain('AP1205: Database "');
    expect(output).toMatch(
      /is declared twice: urn:pulumi:\S+:Database::[ab] has the same `environmentId` and `name`\./,
    );
    expect(output).toContain("- give one of the two another `name`");
    expect(new Set(output.match(/AP1205: .*/g)).size).toBe(1);
    expect(await requests(platform)).toEqual({});
  });

  test("are refused where the kind has one resource per place", async () => {
    const { cluster: clusterId } = platform.ids;
    const args = { clusterId, argocdUrl: "https://argocd.example.com", argocdToken: "x" };
    const output = await stack.fails("preview", () => {
      new ArgoCdConfig("one", args);
      new ArgoCdConfig("two", args);
    });
    expect(output).toMatch(/is declared twice: urn:\S+ has the same `clusterId`/);
  });

  test("are allowed for different kinds and places", async () => {
    const { environment: environmentId } = platform.ids;
    const program: Program = () => {
      database("a", { name: "a" });
      database("b", { name: "b" });
      new Container("c", containerArgs(platform, { name: "a" }));
      new Application("d", {
        environmentId,
        name: "a",
        gitRepository: { url: "https://github.com/acme/a.git", provider: "GITHUB" },
        dockerfilePath: "Dockerfile",
        healthchecks: {},
      });
    };
    expect((await stack.run("up", program)).changes).toEqual({ create: 5 });
    expect((await stack.run("up", pair("a", "b"))).changes).toEqual({ same: 1, update: 2, delete: 2 });
  });
});

describe("no refusal of a duplicate comes", () => {
  test("from an update, also with a refresh in the same run", async () => {
    expect((await stack.run("up", pair("a", "b", 600), { refresh: true })).changes).toEqual({ same: 1, update: 2 });
  });

  test("from a replacement under the same name", async () => {
    const replaced: Program = () => {
      const options = { replaceOnChanges: ["cpu"], deleteBeforeReplace: true };
      database("a", { name: "a", cpu: 700 }, options);
      database("b", { name: "b", cpu: 700 }, options);
    };
    expect((await stack.run("up", replaced)).changes).toEqual({ same: 1, replace: 2 });
  });

  test("from another Pulumi name with an alias", async () => {
    const renamed: Program = () => {
      database("first", { name: "a", cpu: 700 }, { aliases: [{ name: "a" }] });
      database("b", { name: "b", cpu: 700 });
    };
    expect((await stack.run("up", renamed)).changes).toEqual({ same: 3 });
  });

  test("from another Pulumi name without an alias, whose old resource is still to be deleted", async () => {
    const output = await stack.fails("up", pair("a", "b", 700));
    expect(output).not.toContain("AP1205");
    expect(output).toContain("AP3004");
  });

  test("from the hidden input: neither a difference nor the state has it", async () => {
    const { output } = await stack.run("preview", pair("x", "y", 700));
    expect(output).not.toContain("__declared");
    for (const { inputs, outputs } of await stack.resources()) {
      expect(inputs ?? {}).not.toHaveProperty("__declared");
      expect(outputs ?? {}).not.toHaveProperty("__declared");
    }
  });
});
