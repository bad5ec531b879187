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
  });
});
