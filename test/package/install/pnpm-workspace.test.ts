/** Only with `FULL=1`: what the documentation and `doctor` say to do where only a library of a pnpm workspace has the package. */
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { jwtNamed } from "../../support/jwt.js";
import { openedFolder } from "../../support/opened-folder.js";
import { packedPackages } from "../support/packed.js";
import { pnpmWorkspace } from "./managers.js";
import { openProjectIn } from "./project.js";

describe("pnpm workspace in which only a library has the package", () => {
  const home = openedFolder("workspace");

  const packages = "packages:\n  - infra\n  - lib\n";
  test.each([
    ["a dependency of the project", { dependency: true, settings: packages }],
    [
      "a package at the root",
      { dependency: false, settings: `${packages}publicHoistPattern:\n  - pulumi-app-platform\n` },
    ],
  ])("fails in preview with a remedy, and works with %s", async (_, { dependency, settings }) => {
    const packed = await packedPackages();
    const folder = await mkdtemp(join(home, "repo-"));
    const own = { "pulumi-app-platform": `file:${packed.provider}` };
    const pulumi = { "@pulumi/pulumi": "3.246.0" };
    const write = async (path: string, content: string | object) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
    };
    const infra = { name: "infra", private: true, dependencies: { ...pulumi, lib: "workspace:*" } };
    await write("package.json", { name: "repo", private: true });
    await write("pnpm-workspace.yaml", packages);
    await write("lib/package.json", { name: "lib", version: "1.0.0", dependencies: { ...pulumi, ...own } });
    await write(
      "lib/index.js",
      `const { Database } = require("pulumi-app-platform");
const environmentId = "11111111-1111-4111-8111-111111111111";
exports.database = (name) => new Database(name, { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
`,
    );
    await write("infra/package.json", infra);
    await write("infra/index.js", 'require("lib").database("db");\n');
    await write("infra/Pulumi.yaml", "name: infra\nruntime: nodejs\n");
    await pnpmWorkspace.install(folder);
    const project = await openProjectIn(join(folder, "infra"), {
      url: "http://127.0.0.1:9",
      tokens: { admin: jwtNamed("a-token") },
    });
    expect(await project.fails("preview")).toContain("pulumi-app-platform isn't installed for the project");
    await write("pnpm-workspace.yaml", settings);
    if (dependency) await write("infra/package.json", { ...infra, dependencies: { ...infra.dependencies, ...own } });
    await pnpmWorkspace.install(folder);
    expect(await project.pulumi("preview")).toContain("+ 2 to create");
  });
});
