/** Pulumi's own TypeScript template, as `pulumi new typescript` writes it, with both packages and nothing else changed. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { isFull } from "../../support/full.js";
import { openedFolder } from "../../support/opened-folder.js";
import { packedPackages, unpackInto } from "../support/packed.js";
import { npm } from "./managers.js";
import { configure, openProjectIn } from "./project.js";
import { serveIn } from "./served.js";

/** Its ranges allow newer ones, which differ from day to day. */
const manifest = {
  name: "shop",
  main: "index.ts",
  devDependencies: { "@types/node": "18.19.130", typescript: "5.9.3" },
  dependencies: { "@pulumi/pulumi": "3.246.0" },
};

const compilerOptions = {
  strict: true,
  outDir: "bin",
  target: "es2020",
  module: "commonjs",
  moduleResolution: "node",
  sourceMap: true,
  experimentalDecorators: true,
  pretty: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
};

const program = `import * as pulumi from "@pulumi/pulumi";
import { startPlatform } from "app-platform-backend";
import * as app from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { provider } from "pulumi-app-platform/runtime";

const { environmentId, registryId } = new pulumi.Config().requireObject<Record<"environmentId" | "registryId", string>>("ids");
const args = { environmentId, registryId, imageName: "nginx", tag: "1.27", healthchecks: {} };
const web = new app.Container("web", args);
const api = new native.Container("api", args);

export const ids: pulumi.Output<string>[] = [web.id, api.id];
export const loaded = [typeof provider("Container").create, typeof startPlatform];

// Types that TypeScript does not find accept everything.
export const neverCalled = () => {
  // @ts-expect-error
  new app.Container("web", { ...args, tag: 1 });
  // @ts-expect-error
  new native.Container("api", { ...args, tag: 1 });
  // @ts-expect-error
  provider(1);
  // @ts-expect-error
  startPlatform({ endpoints: "all" });
};
`;

const folder = openedFolder("template");

/** Installs both packages: with npm, or without `FULL=1` beside what the checkout has installed, TypeScript 6 for one. */
async function install(): Promise<void> {
  const { provider, backend } = await packedPackages();
  const dependencies = {
    ...manifest.dependencies,
    "app-platform-backend": `file:${backend}`,
    "pulumi-app-platform": `file:${provider}`,
  };
  await writeFile(join(folder, "package.json"), JSON.stringify({ ...manifest, dependencies }));
  await (isFull ? npm.install(folder) : unpackInto(folder));
}

test("program of Pulumi's TypeScript template compiles and runs with both packages", async () => {
  // TypeScript 6 asks for this as soon as it sees moduleResolution "node".
  const options = isFull ? compilerOptions : { ...compilerOptions, ignoreDeprecations: "6.0" };
  const files = {
    "Pulumi.yaml": "name: shop\nruntime:\n  name: nodejs\n  options:\n    packagemanager: npm\n",
    "index.ts": program,
    "tsconfig.json": JSON.stringify({ compilerOptions: options, files: ["index.ts"] }),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await install();
  const home = join(folder, ".pulumi");
  await mkdir(home);
  const platform = await serveIn(folder, npm);
  try {
    const project = await openProjectIn(folder, platform, { PULUMI_HOME: home });
    const [command, ...args] = npm.execute("app-platform", "native", "install");
    await promisify(execFile)(command, args, { cwd: folder, env: project.env });
    const { environment: environmentId, registries } = platform.ids;
    await configure(project, "shop:ids", { environmentId, registryId: registries.DOCKER_HUB });
    // Pulumi checks the types, those of the errors that must be there included.
    expect(await project.pulumi("up", "--yes", "--skip-preview")).toContain("+ 3 created");
    const { results } = await platform.get(`/environment/${environmentId}/container`);
    expect(results.map(({ name }: { name: string }) => name).sort()).toEqual(["api", "web"]);
    expect(JSON.parse(await project.pulumi("stack", "output", "loaded", "--json"))).toEqual(["function", "function"]);
  } finally {
    await platform.stop();
  }
});
