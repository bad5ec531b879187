import { execFile } from "node:child_process";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { bundleNative } from "../../tools/release/nativeBundle.js";

const root = join(__dirname, "..", "..");

/** Runs a script with the built package, and returns the files that it loaded after the Pulumi SDK, as paths in the checkout. */
async function filesLoadedBy(script: string): Promise<string[]> {
  const whole = `
    const pulumi = require("@pulumi/pulumi");
    require("@pulumi/pulumi/runtime/config");
    const before = new Set(Object.keys(require.cache));
    (async () => { ${script} })().then(() => {
      const loaded = Object.keys(require.cache).filter((file) => !before.has(file));
      console.log(JSON.stringify(loaded.map((file) => require("node:path").relative(process.cwd(), file))));
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", whole], { cwd: root });
  return JSON.parse(stdout);
}

const declaring = `
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: name + "-id", state: inputs }),
    call: ({ inputs }) => inputs,
  });
  const { Container, getContainerOutput } = require("pulumi-app-platform");
  const environmentId = "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003";
  const web = new Container("web", {
    environmentId, registryId: environmentId, imageName: "nginx", tag: "1.27", healthchecks: {},
  });
  const found = getContainerOutput({ environmentId, name: web.name });
  await new Promise((resolve) => pulumi.all([web.id, web.tag, found]).apply(resolve));`;

const parts = (files: readonly string[], pattern: RegExp) => files.filter((file) => pattern.test(file));

describe("program that declares a container", () => {
  it("loads only files of the SDK, without definitions and resource operations", async () => {
    const files = await filesLoadedBy(declaring);
    expect(parts(files, /^dist\/sdk\/generated\/resources\/container\.js$/)).toHaveLength(1);
    expect(parts(files, /node_modules/)).toEqual([]);
    expect(parts(files, /^dist\/(cli\/|provider\/(resource\/|engine\/(?!hints)|kinds|runtime))/)).toEqual([]);
    // Each kind adds its class and its lookups.
    const ofKinds = parts(files, /^dist\/sdk\/generated\/(resources|lookups)\//);
    expect(files.length - ofKinds.length).toBeLessThan(57);
  });
});

describe("lookup", () => {
  it("loads the definition of its kind", async () => {
    const look = `
      process.env.APP_PLATFORM_BASE_URL = "http://127.0.0.1:9";
      await require("pulumi-app-platform").getContainers({ environmentId: "x" }).catch(() => {});`;
    const files = await filesLoadedBy(look);
    expect(parts(files, /^dist\/provider\/kinds\/container\.js$/)).toHaveLength(1);
  });
});

describe('provider("Container")', () => {
  it("doesn't load the HTTP client", async () => {
    const files = await filesLoadedBy(`
      const { check } = require("pulumi-app-platform/runtime").provider("Container");
      const { failures } = await check({}, {});
      if (failures.length === 0) throw new Error("the arguments passed");`);
    expect(parts(files, /^node_modules\/zod\/index\.cjs$/)).toHaveLength(1);
    expect(parts(files, /node_modules\/undici|node_modules\/commander|^dist\/cli\//)).toEqual([]);
  });

  it("loads only the definition of the requested kind", async () => {
    const files = await filesLoadedBy(`require("pulumi-app-platform/runtime").provider("Container");`);
    const definitions = parts(files, /^dist\/provider\/kinds\/(\w+|(\w+)\/\2)\.js$/);
    expect(definitions).toEqual(["dist/provider/kinds/container.js"]);
  });
});

describe("native executable", () => {
  it("bundles only the protocol of Pulumi's SDK, and no compiler", async () => {
    const { inputs } = await bundleNative(false);
    const files = Object.keys(inputs);
    expect(parts(files, /^provider\/resource\//).length).toBeGreaterThan(10);
    expect(parts(files, /typescript|ts-node|grpc-js|^sdk\/|^cli\//)).toEqual([]);
    expect(parts(files, /@pulumi\/pulumi\/(?!proto\/)/)).toEqual([]);
    // It needs nothing beside it but Node.js's own modules; those of newer releases have names of their own.
    const others = Object.values(inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
    expect(others.map(({ path }) => path).filter((name) => !isBuiltin(name) && !name.startsWith("node:"))).toEqual([]);
  });
});
