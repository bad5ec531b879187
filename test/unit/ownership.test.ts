import { describe, expect, it } from "vitest";
import { newOwnership } from "../../provider/platform/ownership.js";

describe("the ownership of a resource of the platform", () => {
  it("conflicts when one of two resources adopts what the other has", () => {
    const { planned, adoptionPlanned } = newOwnership();
    expect(planned("1", "Job a", {})).toBeUndefined();
    expect(planned("1", "Job b", {})).toBeUndefined();
    expect(adoptionPlanned("1", "Job c")).toBe("Job b");
    expect(adoptionPlanned("2", "Job b")).toBeUndefined();
    expect(adoptionPlanned("2", "Job b")).toBeUndefined();
    expect(planned("2", "Job c", {})).toBe("Job b");
  });

  it("conflicts also when both resources have the same label", () => {
    const { planned, adoptionPlanned } = newOwnership();
    planned("1", "Job a", {});
    expect(adoptionPlanned("1", "Job a")).toBe("Job a");
  });

  it("is adopted by one new resource only", () => {
    const { adoptionPlanned, adopted } = newOwnership();
    adoptionPlanned("1", "Job a");
    expect([adopted("1", "Job a"), adopted("1", "Job a")]).toEqual([true, false]);
  });

  it("leaves what another resource was planned to keep to the conflict that the adoption then meets", () => {
    const { planned, adopted, adoptionPlanned } = newOwnership();
    planned("1", "Job a", {});
    expect(adopted("1", "Job b")).toBe(true);
    expect(adoptionPlanned("1", "Job b")).toBe("Job a");
  });

  it("conflicts when a create returns what another resource adopts", () => {
    const { adoptionPlanned, created } = newOwnership();
    adoptionPlanned("1", "Job a");
    expect(created("1", "Job b")).toBe("Job a");
    expect(created("2", "Job b")).toBeUndefined();
  });

  it("is found after a lost response only where nobody has it", () => {
    const { created, found, adopted } = newOwnership();
    created("1", "Job a");
    expect([found("1", "Job b"), found("2", "Job b"), found("2", "Job b")]).toEqual([false, true, false]);
    expect(adopted("2", "Job c")).toBe(false);
  });

  it("keeps what was adopted, created or updated from being deleted under its old name", () => {
    const { adoptionPlanned, planned, saved, keeperOf } = newOwnership();
    adoptionPlanned("1", "Job a");
    saved("2", "Job b", { name: "b" });
    planned("3", "Job c", { name: "c" });
    saved("3", "Job c", { name: "c" });
    expect(["1", "2", "3", "4"].map((id) => keeperOf(id, { name: "c" }))).toEqual([
      "Job a",
      "Job b",
      "Job c",
      undefined,
    ]);
  });

  it("keeps what is planned to stay, unless the forgotten resource is that very one and is replaced", () => {
    const { planned, keeperOf } = newOwnership();
    planned("1", "Job a", { name: "a", updatedAt: "then" });
    planned("2", "Job b");
    expect(keeperOf("1", { name: "a", updatedAt: "before" })).toBe("Job a");
    expect(keeperOf("1", { updatedAt: "then", name: "a" })).toBeUndefined();
    expect(keeperOf("2", { name: "b" })).toBeUndefined();
  });

  it("tells what the state knows of a resource that the stack keeps", () => {
    const { planned, saved, knownOf } = newOwnership();
    planned("1", "Job a", { cpu: 1 });
    expect(knownOf("1")).toEqual({ cpu: 1 });
    saved("1", "Job a", { cpu: 2 });
    expect(knownOf("1")).toEqual({ cpu: 2 });
    planned("1", "Job a");
    expect(knownOf("1")).toBeUndefined();
  });
});
