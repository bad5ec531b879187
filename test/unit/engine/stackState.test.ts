import { describe, expect, it } from "vitest";
import { readExport } from "../../../provider/engine/stackState.js";

describe("readExport: resources", () => {
  const resourcesOf = (text: string) => readExport(text).resources;
  const exported = (...resources: object[]) => JSON.stringify({ version: 3, deployment: { resources } });
  const container = {
    urn: "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/app-platform:Container::web",
    type: "pulumi-nodejs:dynamic/app-platform:Container",
    id: "1",
    outputs: { name: "web" },
  };

  it("returns this provider's resources except external ones, with `awaits`", () => {
    const bucket = { urn: "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::b", type: "aws:s3/bucket:Bucket", id: "b" };
    const others = [bucket, { ...container, external: true }, { ...container, pendingReplacement: true }];
    const text = exported({ urn: "stack", type: "pulumi:pulumi:Stack" }, ...others, { ...container, delete: true });
    const web = { urn: container.urn, kind: "Container", id: "1", values: { name: "web" } };
    expect(resourcesOf(text)).toEqual([
      { ...web, awaits: "replacement" },
      { ...web, awaits: "deletion" },
    ]);
  });

  it("includes the inputs of a create that was pending when a run was killed", () => {
    const { id: _, ...created } = { ...container, inputs: { name: "web" } };
    const pending = [
      { type: "creating", resource: created },
      { type: "updating", resource: container },
    ];
    const text = JSON.stringify({ version: 3, deployment: { resources: [], pending_operations: pending } });
    expect(resourcesOf(text)).toEqual([
      { urn: container.urn, kind: "Container", id: "", values: { name: "web" }, awaits: "creation" },
    ]);
  });

  it("includes resources of the native provider", () => {
    const native = { ...container, urn: "urn:pulumi:dev::shop::app-platform:index:Container::web" };
    const text = exported(container, { ...native, type: "app-platform:index:Container" });
    expect(resourcesOf(text).map(({ kind, id }) => `${kind} ${id}`)).toEqual(["Container 1", "Container 1"]);
  });

  it("returns none for a stack without resources", () => {
    expect(resourcesOf(JSON.stringify({ version: 3, deployment: {} }))).toEqual([]);
  });

  it("fails if the output has no deployment", () => {
    expect(() => resourcesOf("Please log in")).toThrow("it printed no deployment");
  });
});
