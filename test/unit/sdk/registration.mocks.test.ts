import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as sdk from "../../../sdk/index.js";
import * as native from "../../../sdk/native.js";
import { ids } from "../../kinds/shared/ids.js";
import { known } from "../support/mocked-engine.js";

const calls: { readonly token: string; readonly inputs: unknown }[] = [];
const environmentId = ids.environment;

beforeAll(async () => {
  // A platform that the shell has configured: nothing may be asked there.
  vi.stubEnv("APP_PLATFORM_BASE_URL", "http://127.0.0.1:9");
  vi.stubEnv("APP_PLATFORM_TOKEN", "not-a-token");
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: { ...inputs, createdAt: "2026-01-01T00:00:00Z" } }),
    call: ({ token, inputs }) => {
      calls.push({ token, inputs });
      if (token === "app-platform:index:getContainer") return { id: "web-id", name: inputs.name, tag: "1.27" };
      if (token === "app-platform:index:getClusterKubeconfig") return { kubeconfig: "kind: Config" };
      if (token === "app-platform:index:getDatabases") return { results: [{ id: "db-id", name: "orders" }] };
      return {};
    },
  });
});
afterAll(() => vi.unstubAllEnvs());

describe("Pulumi mocks", () => {
  it("are called by a lookup with the token app-platform:index:<function>", async () => {
    expect(await sdk.getContainer({ environmentId, name: "web" })).toMatchObject({ id: "web-id", tag: "1.27" });
    expect(calls.at(-1)).toEqual({ token: "app-platform:index:getContainer", inputs: { environmentId, name: "web" } });
    expect(await known(sdk.getContainerOutput({ environmentId, name: pulumi.output("web") }).tag)).toBe("1.27");
  });

  it("return a secret kubeconfig from getClusterKubeconfigOutput", async () => {
    const { organization: organizationId, cluster: clusterId } = ids;
    const { kubeconfig } = sdk.getClusterKubeconfigOutput({ organizationId, clusterId });
    expect([await known(kubeconfig), await pulumi.isSecret(kubeconfig)]).toEqual(["kind: Config", true]);
  });

  it("return several resources of a lookup as `results`", async () => {
    expect(await sdk.getDatabases({ environmentId })).toEqual([{ id: "db-id", name: "orders" }]);
    const names = sdk.getDatabasesOutput({ environmentId }).apply((all) => all.map(({ name }) => name));
    expect(await known(names)).toEqual(["orders"]);
  });

  it("fail with what to return if a lookup of all resources has no results", async () => {
    await expect(sdk.getJobs({ environmentId })).rejects.toThrow(
      "The mock of app-platform:index:getJobs must return an object with an array: { results: […] }.",
    );
  });

  const args = { environmentId, type: "REDIS", version: "7", mode: "CONTAINER" } as const;

  it.each([
    ["dynamic", sdk],
    ["native", native],
  ])("set the outputs of a resource and of a lookup with the %s provider", async (form, frontend) => {
    const cache = new frontend.Database(`${form} cache`, args);
    expect(await known(cache.id)).toBe(`${form} cache-id`);
    expect(await known(cache.version)).toBe("7");
    expect(await known(cache.createdAt)).toBe("2026-01-01T00:00:00Z");
    expect(await frontend.getContainer({ environmentId, name: "web" })).toMatchObject({ id: "web-id", tag: "1.27" });
  });

  it("return the variables of a service, and keep secret variables secret", async () => {
    const { registry: registryId } = ids;
    const place = { environmentId, registryId, imageName: "library/nginx", tag: "1.27", healthchecks: {} };
    const token = pulumi.secret("s3cr3t");
    const variables = { LOG_LEVEL: "info", REGION: pulumi.output("eu"), TOKEN: token };
    const web = new sdk.Container("web", { ...place, variables, secretVariables: { OTHER: "plain" } });
    expect(await known(web.variables)).toEqual({ LOG_LEVEL: "info", REGION: "eu", TOKEN: "s3cr3t" });
    expect(await known(web.secretVariables)).toEqual({ OTHER: "plain" });
    const open = new sdk.Container("open", { ...place, variables: Promise.resolve({ REGION: "eu" }) });
    expect(await known(open.variables)).toEqual({ REGION: "eu" });
    expect(await known(open.secretVariables)).toBeUndefined();
    expect(await pulumi.isSecret(open.variables)).toBe(false);
    const hidden = new sdk.Container("hidden", { ...place, variables: pulumi.secret({ A: "1" }) });
    expect(await known(hidden.variables)).toEqual({ A: "1" });
    expect(await pulumi.isSecret(hidden.variables)).toBe(true);
    for (const output of [web.variables, web.secretVariables]) expect(await pulumi.isSecret(output)).toBe(true);
  });

  it("allow two resources with the same `name`", async () => {
    const two = ["first", "second"].map((name) => new sdk.Database(name, { ...args, name: "same" }));
    expect(await Promise.all(two.map(({ id }) => known(id)))).toEqual(["first-id", "second-id"]);
  });
});
