import { isSecret, type Output, secret } from "@pulumi/pulumi";
import { beforeAll, describe, expect, it } from "vitest";
import { type Door, sdks } from "./support/both-sdks.js";
import { type Existing, makeExisting } from "./support/existing.js";
import { opened } from "./support/opened.js";
import type { Program } from "./support/test-stack.js";

const { platform, stack } = opened({ isConfigured: true, endpoints: "extended" });

let existing: Existing;
let environmentId = "";
beforeAll(async () => {
  environmentId = platform.ids.environment;
  existing = await makeExisting(platform);
});

describe.each(Object.keys(sdks) as Door[])("Output form of a lookup (%s)", (door) => {
  const { getContainerOutput, getContainersOutput, getContainerRegistriesOutput } = sdks[door];
  const looked: Program = () => {
    const { organization: organizationId } = platform.ids;
    const all = getContainersOutput({ environmentId });
    const results = {
      all,
      one: getContainerOutput({ environmentId, name: "web" }),
      registries: getContainerRegistriesOutput({ organizationId }),
      byMarked: getContainerOutput({ environmentId: secret(environmentId), name: "web" }),
    };
    const marks = Object.entries<Output<unknown>>(results).map(([name, each]) => [name, isSecret(each)] as const);
    return { count: all.length, secrets: Object.fromEntries(marks), all };
  };

  it("is secret if it contains a secret or an argument is secret", async () => {
    const path = `/container/${existing.Container}`;
    const { body } = await platform.request("GET", path);
    const { icon_uri: _, registry, ...rest } = body;
    for (const scaler of rest.autoscaling.scalers)
      delete scaler[scaler.config_yaml === null ? "config_yaml" : "config_json"];
    const put = async (trigger_authentication: unknown) => {
      const scalers = rest.autoscaling.scalers.map((scaler: object) => ({ ...scaler, trigger_authentication }));
      const changed = { ...rest, registry_id: registry.id, autoscaling: { ...rest.autoscaling, scalers } };
      expect(await platform.request("PUT", path, { body: changed })).toMatchObject({ status: 200 });
    };
    await put(undefined);
    const open = await stack.run("up", looked);
    expect(open.outputs.secrets).toEqual({ all: false, one: false, registries: false, byMarked: true });
    expect(open.outputs.count).toBeGreaterThan(0);
    await put({ name: "queue", config_yaml: "s3cret-of-a-queue" });
    const hidden = await stack.run("up", looked);
    expect(hidden.outputs.secrets).toEqual({ all: true, one: true, registries: false, byMarked: true });
    expect(hidden.output).not.toContain("s3cret-of-a-queue");
  });
});
