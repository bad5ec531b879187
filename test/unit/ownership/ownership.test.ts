import { describe, expect, it } from "vitest";
import { newOwnership } from "../../../provider/ownership/ownership.js";

const job = (label: string) => ({ label });

describe("the holder of a resource of the platform", () => {
  it("conflicts if one resource adopts what another one manages", () => {
    const { planned, adoptionPlanned } = newOwnership();
    expect(planned("1", job("Job a"), { retained: {} })).toBeUndefined();
    expect(planned("1", job("Job b"), { retained: {} })).toBeUndefined();
    expect(adoptionPlanned("1", job("Job c"))).toBe("Job b");
    expect(adoptionPlanned("2", job("Job b"))).toBeUndefined();
    expect(adoptionPlanned("2", job("Job b"))).toBeUndefined();
    expect(planned("2", job("Job c"), { retained: {} })).toBe("Job b");
  });

  it("conflicts also when both resources have the same label", () => {
    const { planned, adoptionPlanned } = newOwnership();
    planned("1", job("Job a"), { retained: {} });
    expect(adoptionPlanned("1", job("Job a"))).toBe("Job a");
  });

  it("is adopted by one new resource only", () => {
    const { adoptionPlanned, adopted } = newOwnership();
    adoptionPlanned("1", job("Job a"));
    expect([adopted("1", job("Job a")), adopted("1", job("Job a"))]).toEqual([true, false]);
  });

  it("is still to be adopted where an adoption has failed, and not where another resource's has", () => {
    const { adopted, notAdopted, plannedAdopter } = newOwnership();
    adopted("1", job("Job a"));
    const adopters = () => ["Job a", "Job b"].map((label) => plannedAdopter("1", job(label)));
    notAdopted("1", job("Job b"));
    expect(adopters()).toEqual([undefined, undefined]);
    notAdopted("1", job("Job a"));
    expect(adopters()).toEqual(["Job a", "Job a"]);
    expect(adopted("1", job("Job a"))).toBe(true);
  });

  it("leaves what another resource was planned to keep to the conflict that the adoption then meets", () => {
    const { planned, adopted, adoptionPlanned } = newOwnership();
    planned("1", job("Job a"), { retained: {} });
    expect(adopted("1", job("Job b"))).toBe(true);
    expect(adoptionPlanned("1", job("Job b"))).toBe("Job a");
  });

  it("conflicts when a create returns what another resource adopts", () => {
    const { adoptionPlanned, created } = newOwnership();
    adoptionPlanned("1", job("Job a"));
    expect(created("1", job("Job b"))).toBe("Job a");
    expect(created("2", job("Job b"))).toBeUndefined();
  });

  it("is found after a lost response only where nobody has it", () => {
    const { created, found, adopted } = newOwnership();
    created("1", job("Job a"));
    expect(["1", "2", "2"].map((id) => found(id, job("Job b")))).toEqual([false, true, false]);
    expect(adopted("2", job("Job c"))).toBe(false);
  });

  it("keeps what was adopted, created or updated from being deleted under its old name", () => {
    const { adoptionPlanned, planned, saved, remainingOwner: remainingHolder } = newOwnership();
    adoptionPlanned("1", job("Job a"));
    saved("2", job("Job b"), { name: "b" });
    planned("3", job("Job c"), { retained: { name: "c" } });
    saved("3", job("Job c"), { name: "c" });
    const owners = ["1", "2", "3", "4"].map((id) => remainingHolder(id, job("Job z"), { name: "c" }));
    expect(owners).toEqual(["Job a", "Job b", "Job c", undefined]);
  });

  it("keeps a resource that is planned to stay, unless that resource itself is replaced", () => {
    const { planned, remainingOwner: remainingHolder } = newOwnership();
    planned("1", job("Job a"), { retained: { name: "a", updatedAt: "then" } });
    planned("2", job("Job b"), "replaced");
    expect(remainingHolder("1", job("Job z"), { name: "a", updatedAt: "before" })).toBe("Job a");
    expect(remainingHolder("1", job("Job z"), { updatedAt: "then", name: "a" })).toBeUndefined();
    expect(remainingHolder("2", job("Job z"), { name: "b" })).toBeUndefined();
  });

  it("may be adopted where it moves, in whatever order that is seen, and the adopted one is then kept", () => {
    const { planned, adoptionPlanned, adopted, remainingOwner: remainingHolder } = newOwnership();
    expect(planned("1", job("Job a"), "moves")).toBeUndefined();
    expect(remainingHolder("1", job("Job z"), {})).toBeUndefined();
    expect(adoptionPlanned("1", job("Job b"))).toBeUndefined();
    expect(adoptionPlanned("2", job("Job b"))).toBeUndefined();
    expect(planned("2", job("Job a"), "moves")).toBeUndefined();
    expect(planned("3", job("Job a"), "moves")).toBeUndefined();
    expect(adopted("3", job("Job a"))).toBe(true);
    expect(["1", "2", "3"].map((id) => remainingHolder(id, job("Job z"), {}))).toEqual(["Job b", "Job b", "Job a"]);
  });

  it("is the new resource itself where it moves, what that replaces, or another one where it stays or is replaced", () => {
    const { planned, earlierOwner: earlierHolder, created } = newOwnership();
    planned("1", job("Job a"), "moves");
    planned("2", job("Job b"), { retained: {} });
    planned("3", job("Job c"), "replaced");
    created("4", job("Job d"));
    expect(earlierHolder("1", job("Job a"))).toBe("itself");
    expect(["2", "3"].map((id, index) => earlierHolder(id, job(`Job ${"bc"[index]}`)))).toEqual([
      "replaced",
      "replaced",
    ]);
    const owners = ["1", "2", "3", "4", "5"].map((id) => earlierHolder(id, job("Job e")));
    expect(owners).toEqual(["other", "other", "other", undefined, undefined]);
  });

  it("tells what the state knows of a resource that the stack keeps", () => {
    const { planned, saved, knownOf } = newOwnership();
    planned("1", job("Job a"), { retained: { cpu: 1 } });
    expect(knownOf("1")).toEqual({ cpu: 1 });
    saved("1", job("Job a"), { cpu: 2 });
    expect(knownOf("1")).toEqual({ cpu: 2 });
    planned("1", job("Job a"), "replaced");
    expect(knownOf("1")).toBeUndefined();
  });
});
