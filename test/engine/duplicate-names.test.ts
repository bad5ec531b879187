import { Application, ArgoCdConfig, Container, Database } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs, databaseArgs } from "./support/declare.js";
import { requests } from "./support/journal.js";
import { opened } from "./support/opened.js";
import type { Program } from "./support/test-stack.js";

const { platform, stack } = opened({
  endpoints: "extended",
  isFresh: true,
  // The connection `prod` spells the address of the platform differently.
  options: ({ url, tokens }) => {
    const prod = { baseUrl: url.replace("127.0.0.1", "localhost"), token: tokens.admin, endpoints: "extended" };
    return { secretConfig: { "app-platform:connections": JSON.stringify({ prod }) } };
  },
});

/** Databases by their Pulumi names, with these names on the platform. */
const databases =
  (names: Readonly<Record<string, string>>, ofFirst: object = {}) =>
  (): void => {
    for (const [key, name] of Object.entries(names))
      new Database(key, databaseArgs(platform, { name, ...(key === "a" ? ofFirst : {}) }));
  };

describe("two resources with the same name", () => {
  test("fail at preview with AP1205 (declared twice), also in different letter case", async () => {
    const output = await stack.fails("preview", databases({ a: "orders", b: " Orders" }));
    expect(output).toContain('AP1205: Database "');
    expect(output).toMatch(
      /is declared twice: urn:pulumi:\S+:Database::[ab] has the same `environmentId` and `name`\./,
    );
    expect(output).toContain("- change the `name` of one of them");
    expect(new Set(output.match(/AP1205: .*/g)).size).toBe(1);
    expect(await requests(platform)).toEqual({});
  });

  test("fail at preview with AP1205 if a parent has only one of their kind (two ArgoCdConfigs of a cluster)", async () => {
    const { cluster: clusterId } = platform.ids;
    const args = { clusterId, argocdUrl: "https://argocd.example.com", argocdToken: "x" };
    const output = await stack.fails("preview", () => {
      new ArgoCdConfig("one", args);
      new ArgoCdConfig("two", args);
    });
    expect(output).toMatch(/AP1205: .* is declared twice: urn:\S+ has the same `clusterId`/);
  });

  test("are accepted if their kinds differ: a database, a container and an application share one", async () => {
    const { environment: environmentId } = platform.ids;
    const program: Program = () => {
      databases({ a: "a", b: "b" })();
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

describe("new name of a resource", () => {
  test.each<[what: string, names: Record<string, string>, ofFirst?: object]>([
    ["swapped with another resource", { a: "b", b: "a" }],
    ["freed in the same run by a resource that is declared earlier", { a: "c", b: "a" }],
    ["freed in the same run by a resource that is declared later", { a: "b", b: "c" }],
    ["freed in the same run, and the resource is a new one", { a: "c", b: "b", d: "a" }],
    ["that of a resource removed in the same run", { a: "b" }],
    ["freed in the same run by a resource that gets another connection", { a: "c", b: "a" }, { connection: "prod" }],
  ])("fails at preview with AP1206 (name reused in the same run) if it is %s", async (_, names, ofFirst) => {
    await stack.run("up", databases({ a: "a", b: "b" }));
    expect(await stack.fails("preview", databases(names, ofFirst))).toMatch(
      /AP1206: Database "." \(.\): it can't reuse the `name` of another resource[\s\S]+::[abd] would reuse .*::[ab]\s[\s\S]+a temporary `name`/,
    );
  });

  test("causes no warning at preview if it's free, or the old one in another letter case", async () => {
    await stack.run("up", databases({ a: "a", b: "b" }));
    const { output } = await stack.run("preview", databases({ a: "A", b: "c", e: "e" }));
    expect(output).not.toContain("warning");
  });
});
