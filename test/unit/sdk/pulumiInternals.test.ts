import * as pulumi from "@pulumi/pulumi";
import * as runtimeState from "@pulumi/pulumi/runtime/state";
import { beforeAll, describe, expect, it } from "vitest";
import {
  afterTransformations,
  awaitedIds,
  beginConstruction,
  doingWorkAfterTransformations,
  isConfigSecret,
  keepSecretsInTransforms,
  pulumiTypeOf,
  resourcesIn,
  type StoredOutput,
} from "../../../sdk/pulumiInternals.js";
import { known, mockResources } from "../support/mocked-engine.js";

class Thing extends pulumi.CustomResource {
  declare readonly size: pulumi.Output<number>;

  constructor(name: string, options?: pulumi.CustomResourceOptions) {
    super("test:index:Thing", name, { size: 1 }, options);
  }
}
doingWorkAfterTransformations(Thing.prototype);

beforeAll(mockResources);

describe("Pulumi's SDK", () => {
  it("creates one stack trace per resource and none per output", () => {
    const traces: { limit: number; isForState: boolean }[] = [];
    const end = beginConstruction();
    const { prepareStackTrace } = Error;
    Error.prepareStackTrace = (error, frames) => {
      traces.push({ limit: Error.stackTraceLimit, isForState: frames.some((frame) => frame.isConstructor()) });
      return prepareStackTrace?.(error, frames);
    };
    try {
      new Thing("traced");
    } finally {
      end();
    }
    const [forState, ...others] = traces.filter(({ isForState }) => isForState);
    expect(forState).toEqual({ limit: Number.POSITIVE_INFINITY, isForState: true });
    expect(others).toEqual([]);
  });

  it("runs transformations of the resource before that of this package (__transformations)", async () => {
    const order: string[] = [];
    const noting: pulumi.ResourceTransformation = () => {
      order.push("own");
      return undefined;
    };
    afterTransformations(({ props, opts }) => {
      order.push("work");
      return { props: { ...props, size: 2 }, opts };
    });
    const thing = new Thing("transformed", { transformations: [noting] });
    expect(order).toEqual(["own", "work"]);
    expect(await known(thing.size)).toBe(2);
  });

  it("returns the resources of dependsOn, children of components included (runtime/dependsOn)", async () => {
    const parent = new pulumi.ComponentResource("test:index:Parent", "parent");
    new Thing("child", { parent });
    expect(await known(awaitedIds(pulumi.output({}), [parent]))).toEqual(["child-id"]);
  });

  it("has the flag for an engine that supports secrets (runtime/state)", () => {
    const store = (runtimeState as { getGlobalStore?: () => { supportsSecrets: boolean } }).getGlobalStore?.();
    expect(store).toHaveProperty("supportsSecrets", expect.any(Boolean));
    const before = store?.supportsSecrets as boolean;
    if (store !== undefined) store.supportsSecrets = false;
    keepSecretsInTransforms();
    expect(store?.supportsSecrets).toBe(true);
    if (store !== undefined) store.supportsSecrets = before;
  });

  it("returns which settings are secret (runtime/config)", () => {
    pulumi.runtime.setAllConfig({ "test:open": "1", "test:hidden": "2" }, ["test:hidden"]);
    expect(isConfigSecret?.("test:hidden")).toBe(true);
    expect(isConfigSecret?.("test:open")).toBe(false);
  });

  it("has isKnown, promise, resources and allResources in outputs, and __pulumiType in resources", async () => {
    const thing = new Thing("one");
    const size = thing.size as unknown as StoredOutput;
    expect(await size.isKnown).toBe(true);
    expect(await size.promise(true)).toBe(1);
    expect([...size.resources()]).toEqual([thing]);
    expect([...(await resourcesIn(thing.size))]).toEqual([thing]);
    expect(pulumiTypeOf(thing)).toBe("test:index:Thing");
  });
});
