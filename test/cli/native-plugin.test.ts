/** The native provider as one executable, which Pulumi's CLI finds on the PATH, with programs in Node.js. */
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as dynamic from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { beforeAll, expect, it } from "vitest";
import { manifest } from "../../cli/manifest.js";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { records } from "../kinds/index.js";
import { openedPlatform } from "../platform/support/opened.js";
import type { Platform } from "../platform/support/platform.js";
import { openProject } from "./support/project-folder.js";
import { runCli } from "./support/run.js";
import { openCliStack } from "./support/stack.js";

const root = join(__dirname, "../..");

const platform = openedPlatform({ endpoints: "extended" });
const staging = openedPlatform({ endpoints: "extended" });
let path: string;

beforeAll(async () => {
  const { PATH = "" } = await pulumiEnvironment();
  path = [join(root, "dist/native"), PATH].join(delimiter);
});

const argsOn = ({ ids }: Platform, name: string) =>
  ({ ...records.Container.lifecycle.args(ids), name }) as native.ContainerArgs;

const namesOn = async (on: Platform) => {
  const { body } = await on.request("GET", `/environment/${on.ids.environment}/container`);
  return body.results.map(({ name }: { name: string }) => name);
};

it("native provider manages resources on two platforms", async () => {
  const stack = await openCliStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended", PATH: path } });
  const program = () => {
    const web = new native.Container("web", argsOn(platform, "web"));
    const { url: baseUrl, tokens } = staging;
    // The first preview does not know the token yet.
    const token = web.id.apply(() => tokens.admin);
    // The engine takes such a name for that of a default provider, and does not count its steps.
    const provider = new native.Provider("default_staging", { baseUrl, token, endpoints: "extended" });
    const elsewhere = new native.Container(
      "elsewhere",
      { ...argsOn(staging, "elsewhere"), tag: pulumi.secret("s3cret-tag") },
      { provider },
    );
    const { environment: environmentId } = staging.ids;
    const parent = new pulumi.ComponentResource("test:index:Staging", "on-staging", {}, { providers: [provider] });
    const found = native.getContainersOutput({ environmentId }, { provider, dependsOn: [elsewhere] });
    const one = native.getContainerOutput({ environmentId, name: "elsewhere" }, { parent, dependsOn: [elsewhere] });
    return {
      createdAt: web.createdAt,
      deployable: web.deployable,
      found: found.apply((all) => all.map(({ name }) => name)),
      isFoundSecret: pulumi.isSecret(found),
      isSame: pulumi.all([one.id, elsewhere.id]).apply(([id, same]) => id === same),
    };
  };
  const { changes, outputs } = await stack.run("up", program);
  expect(changes).toEqual({ create: 4 });
  expect(outputs).toMatchObject({ createdAt: expect.any(String), deployable: { kind: "Container", name: "web" } });
  expect(outputs).toMatchObject({ found: ["elsewhere"], isFoundSecret: false, isSame: true });
  expect([await namesOn(platform), await namesOn(staging)]).toEqual([["web"], ["elsewhere"]]);
  const state = JSON.stringify(await stack.resources());
  expect(state).not.toContain("s3cret-tag");
  expect(state).not.toContain(staging.tokens.admin);
  // That of the native provider without it says the same: test/engine/native/protocol.test.ts.
  const throughOtherFrontend = () => void new dynamic.Container("elsewhere", argsOn(staging, "elsewhere"));
  expect(await stack.fails("preview", throughOtherFrontend)).toMatch(/AP1004: .* the provider "default_staging"/);
  expect((await stack.run("destroy")).changes).toEqual({ delete: 4 });
  expect([await namesOn(platform), await namesOn(staging)]).toEqual([[], []]);
  await stack.close();
});

it("native provider is found after `native init` (path in Pulumi.yaml) or `native install` (Pulumi's home), which the error names", async () => {
  const extended = { APP_PLATFORM_ENDPOINTS: "extended" };
  const project = await openProject(join(__dirname, "native-project"), platform, extended);
  const home = join(project.folder, "pulumi-home");
  const env = { PATH: path.split(delimiter).slice(1).join(delimiter), PULUMI_HOME: home };
  const command = (...args: string[]) => runCli(["native", ...args], { cwd: project.folder, env });
  const without = await project.pulumi("preview", "--cwd", project.folder);
  expect(without.code).not.toBe(0);
  expect(without.output).toContain("The native provider isn't installed. Run `npx app-platform native install`");
  expect((await command("init")).stdout).toContain("wrote the path of the native provider into");
  expect((await command("init")).stdout).toContain("already names the native provider");
  const found = await project.done("preview", "--cwd", project.folder);
  expect(found.output).not.toContain("isn't installed");
  const installed = await command("install");
  expect(installed.code, installed.stderr).toBe(0);
  expect(await readdir(join(home, "plugins"))).toContain(`resource-app-platform-v${manifest.version}`);
  await project.close();
});

it("native provider returns its schema from a copy of its folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "native-"));
  const copy = join(folder, "pulumi-resource-app-platform");
  await cp(join(root, "dist/native"), folder, { recursive: true });
  const options = { cwd: folder, encoding: "utf8", env: { ...process.env, PATH: path }, stdio: "pipe" } as const;
  const { name, version, resources } = JSON.parse(execFileSync("pulumi", ["package", "get-schema", copy], options));
  expect([name, version]).toEqual(["app-platform", manifest.version]);
  expect(Object.keys(resources)).toContain("app-platform:index:Container");
  await rm(folder, { recursive: true });
});
