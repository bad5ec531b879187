import type { CustomResourceOptions } from "@pulumi/pulumi";
import { Cluster, Database } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { databaseArgs } from "./support/declare.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended" });

const id = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

const database = (name: string, options: CustomResourceOptions) => new Database(name, databaseArgs(platform), options);

describe("resource option import", () => {
  const options = { import: id };
  const adoptedById = `remove \`import\` and set the argument \`adoptId: "${id}"\`; the preview shows what adopting it changes.`;
  test.each<[kind: string, declare: () => void, todo: string]>([
    ["Database", () => void database("imported", options), adoptedById],
    [
      "Cluster",
      () => {
        const { organization: organizationId, cluster: clusterId } = platform.ids;
        const args = { organizationId, clusterId, name: "main", region: "eu-west-3", cloudProvider: "AWS" } as const;
        new Cluster("imported", args, options);
      },
      "remove `import`: the first `pulumi up` adopts what exists at `organizationId` and `clusterId`, and",
    ],
  ])("fails with AP1204 for a %s, and its advice names the argument to use", async (kind, declare, todo) => {
    await forgetRequests(platform);
    const output = await stack.fails("preview", declare);
    expect(output).toContain(`AP1204: ${kind} "imported" can't have the resource option \`import\``);
    expect(output).toContain(`What to do: ${todo}`);
    expect(await requests(platform)).toEqual({});
  });
});

test("resource options without effect cause one warning each in a program, and no change", async () => {
  const options = {
    // Never registered, since it is dropped before.
    provider: {} as never,
    providers: [{} as never],
    version: "1.0.0",
    pluginDownloadURL: "https://example.com",
  };
  const program = () => {
    database("one", options);
    database("two", options);
  };
  const { output, changes } = await stack.run("up", program);
  expect(changes).toEqual({ create: 3 });
  const named = [...new Set(output.match(/The option `\w+` has no effect on .*/g))];
  expect(named.map((warning) => /`(\w+)`/.exec(warning)?.[1]).sort()).toEqual(Object.keys(options).sort());
  expect(named.join("\n")).toContain("set the argument `connection`");
  expect(output).toMatch(/warning: /);
  expect((await stack.run("preview", program)).changes).toEqual({ same: 3 });
});
