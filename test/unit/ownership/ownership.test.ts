import { describe, expect, it } from "vitest";
import { newOwnership } from "../../../provider/ownership/ownership.js";

const job = (label: string) => ({ label });

describe("ownership", () => {
  it("conflicts if one resource adopts what another one manages", () => {
    const { planned, adoptionPlanned } = newOwnership();
    expect(planned("1", job("Job a"), { retained: {} })).toBeUndefined();
    expect(planned("1", job("Job b"), { retained: {} })).toBeUndefined();
    expect(adoptionPlanned("1", job("Job c"))).toBe("Job b");
    expect(adoptionPlanned("2", job("Job b"))).toBeUndefined();
    expect(adoptionPlanned("2", job("Job b"))).toBeUndefined();
    expect(planned("2", job("Job c"), { retained: {} })).toBe("Job b");
  });

  it("conflicts if the adopting resource has the same label as the owner", () => {
    const { planned, adoptionPlanned } = newOwnership();
    planned("1", job("Job a"), { retained: {} });
    expect(adoptionPlanned("1", job("Job a"))).toBe("Job a");
  });

  it("lets only one new resource adopt a platform resource", () => {
    const { adoptionPlanned, adopted } = newOwnership();
    adoptionPlanned("1", job("Job a"));
    expect([adopted("1", job("Job a")), adopted("1", job("Job a"))]).toEqual([true, false]);
  });

  it("lets the same resource adopt again after its failed adoption, and no other", () => {
    const { adopted, notAdopted, plannedAdopter } = newOwnership();
    adopted("1", job("Job a"));
    const adopters = () => ["Job a", "Job b"].map((label) => plannedAdopter("1", job(label)));
    notAdopted("1", job("Job b"));
    expect(adopters()).toEqual([undefined, undefined]);
    notAdopted("1", job("Job a"));
    expect(adopters()).toEqual(["Job a", "Job a"]);
    expect(adopted("1", job("Job a"))).toBe(true);
  });

  it("lets an adoption of a planned resource proceed, and still reports the planned owner", () => {
    const { planned, adopted, adoptionPlanned } = newOwnership();
    planned("1", job("Job a"), { retained: {} });
    expect(adopted("1", job("Job b"))).toBe(true);
    expect(adoptionPlanned("1", job("Job b"))).toBe("Job a");
  });

  it("conflicts if a create returns what another resource adopts", () => {
    const { adoptionPlanned, created } = newOwnership();
    adoptionPlanned("1", job("Job a"));
    expect(created("1", job("Job b"))).toBe("Job a");
    expect(created("2", job("Job b"))).toBeUndefined();
  });

  it("finds a resource after a lost response only if it has no owner", () => {
    const { created, found, adopted } = newOwnership();
    created("1", job("Job a"));
    expect(["1", "2", "2"].map((id) => found(id, job("Job b")))).toEqual([false, true, false]);
    expect(adopted("2", job("Job c"))).toBe(false);
  });

  it("lets an update recreate its own resource under the same identity", () => {
    const { planned, adopted, created, found } = newOwnership();
    planned("1", job("Job a"), { retained: {} });
    adopted("2", job("Job a"));
    expect(["1", "2"].map((id) => found(id, job("Job b")))).toEqual([false, false]);
    expect(["1", "2"].map((id) => found(id, job("Job a")))).toEqual([true, true]);
    expect(["1", "2"].map((id) => created(id, job("Job a")))).toEqual([undefined, undefined]);
  });

  it("retains an adopted, created or updated resource when its former owner is deleted", () => {
    const { adoptionPlanned, planned, saved, remainingOwner } = newOwnership();
    adoptionPlanned("1", job("Job a"));
    saved("2", job("Job b"), { name: "b" });
    planned("3", job("Job c"), { retained: { name: "c" } });
    saved("3", job("Job c"), { name: "c" });
    const owners = ["1", "2", "3", "4"].map((id) => remainingOwner(id, job("Job z"), { name: "c" }));
    expect(owners).toEqual(["Job a", "Job b", "Job c", undefined]);
  });

  it("retains a planned resource unless it is replaced or is the deleted resource itself", () => {
    const { planned, remainingOwner } = newOwnership();
    planned("1", job("Job a"), { retained: { name: "a", updatedAt: "then" } });
    planned("2", job("Job b"), "replaced");
    expect(remainingOwner("1", job("Job z"), { name: "a", updatedAt: "before" })).toBe("Job a");
    expect(remainingOwner("1", job("Job z"), { updatedAt: "then", name: "a" })).toBeUndefined();
    expect(remainingOwner("2", job("Job z"), { name: "b" })).toBeUndefined();
  });

  it("lets a resource adopt an ID that another one moves away from, whichever is planned first", () => {
    const { planned, adoptionPlanned, adopted, remainingOwner } = newOwnership();
    expect(planned("1", job("Job a"), "moves")).toBeUndefined();
    expect(remainingOwner("1", job("Job z"), {})).toBeUndefined();
    expect(adoptionPlanned("1", job("Job b"))).toBeUndefined();
    expect(adoptionPlanned("2", job("Job b"))).toBeUndefined();
    expect(planned("2", job("Job a"), "moves")).toBeUndefined();
    expect(planned("3", job("Job a"), "moves")).toBeUndefined();
    expect(adopted("3", job("Job a"))).toBe(true);
    expect(["1", "2", "3"].map((id) => remainingOwner(id, job("Job z"), {}))).toEqual(["Job b", "Job b", "Job a"]);
  });

  it("earlierOwner returns itself, replaced or other for an ID with an earlier owner, and otherwise nothing", () => {
    const { planned, earlierOwner, created } = newOwnership();
    planned("1", job("Job a"), "moves");
    planned("2", job("Job b"), { retained: {} });
    planned("3", job("Job c"), "replaced");
    created("4", job("Job d"));
    expect(earlierOwner("1", job("Job a"))).toBe("itself");
    expect(["2", "3"].map((id, index) => earlierOwner(id, job(`Job ${"bc"[index]}`)))).toEqual([
      "replaced",
      "replaced",
    ]);
    const owners = ["1", "2", "3", "4", "5"].map((id) => earlierOwner(id, job("Job e")));
    expect(owners).toEqual(["other", "other", "other", undefined, undefined]);
  });

  it("returns the last known values of a retained resource (knownOf)", () => {
    const { planned, saved, knownOf } = newOwnership();
    planned("1", job("Job a"), { retained: { cpu: 1 } });
    expect(knownOf("1")).toEqual({ cpu: 1 });
    saved("1", job("Job a"), { cpu: 2 });
    expect(knownOf("1")).toEqual({ cpu: 2 });
    planned("1", job("Job a"), "replaced");
    expect(knownOf("1")).toBeUndefined();
  });
});
