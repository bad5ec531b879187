/** What resources of a run learn from each other about deployments. */
import { describe, expect, it } from "vitest";
import { newDeployments } from "../../../provider/ownership/run.js";

const [a, b] = ["0000000a-0000-4000-8000-000000000001", "0000000b-0000-4000-8000-000000000001"];

it("begun deployments of an environment are listed in order, with the ID in any letter case", () => {
  const { begun, in: known } = newDeployments();
  expect(known(a)).toEqual([]);
  begun(a, { by: "first", request: undefined });
  begun(a.toUpperCase(), { by: "second", request: "1" });
  expect(known(a).map(({ by }) => by)).toEqual(["first", "second"]);
  expect(known(b)).toEqual([]);
});

it("planned changes of a resource are those of its last plan, each once", () => {
  const { planned, plannedFor } = newDeployments();
  planned(a, "it changes");
  planned(a, "it changes much");
  planned("1", "a variable changes", a.toUpperCase());
  planned("2", "a variable changes", a);
  planned("3", "another place changes", b);
  expect(plannedFor(a)).toEqual(["it changes much", "a variable changes"]);
  planned(a.toUpperCase(), undefined);
  expect(plannedFor(a)).toEqual(["a variable changes"]);
});

describe("writes of a run", () => {
  it.each<[what: string, place: string | undefined, ids: string[], isSeen: boolean]>([
    ["count for the service that is their parent", `container/${a}`, [b, a.toUpperCase()], true],
    ["don't count for another service", `container/${a}`, [b], false],
    ["count for all services if their parent is a project", `project/${a}`, [b], true],
    ["count for no service if their parent is unknown", undefined, [a, ""], false],
  ])("%s", async (_, place, ids, isSeen) => {
    const { written, isWrittenOn } = newDeployments();
    await written(place);
    expect(isWrittenOn(...ids)).toBe(isSeen);
  });

  it("redeploy each trigger with keepUpToDate in turn, once for all writes in between", async () => {
    const { keepUpToDate, isRegistered, isWrittenOn, written, flush } = newDeployments();
    expect(isRegistered("one")).toBe(false);
    const steps: string[] = [];
    for (const name of ["one", "two"]) {
      keepUpToDate(name, async () => {
        steps.push(`${name} begins`);
        await Promise.resolve();
        steps.push(`${name} ends, ${isWrittenOn(a)}`);
      });
    }
    expect(isRegistered("one")).toBe(true);
    await Promise.all([written(`container/${a}`), written(`container/${b}`)]);
    expect(steps).toEqual(["one begins", "one ends, true", "two begins", "two ends, true"]);
    steps.length = 0;
    await Promise.all([flush("two"), flush("unknown"), written()]);
    expect(steps.map((step) => step.split(" ")[0])).toEqual(["two", "two", "one", "one", "two", "two"]);
  });

  it("redeploy again after a redeployment has failed", async () => {
    const { keepUpToDate, written } = newDeployments();
    let count = 0;
    keepUpToDate("one", async () => {
      count += 1;
      if (count === 1) throw new Error("failed");
    });
    await expect(written()).rejects.toThrow("failed");
    await written();
    expect(count).toBe(2);
  });
});

it("environmentsOf returns all environments of a service, by its ID or its name", () => {
  const { seenIn, environmentsOf } = newDeployments();
  seenIn("Container Web", a);
  seenIn("container web", a.toUpperCase());
  seenIn("Container web", b);
  expect([environmentsOf("CONTAINER WEB"), environmentsOf("Job web")]).toEqual([[a, b], []]);
});

it("isFirstUnwatched returns true only in its first call", () => {
  const { isFirstUnwatched } = newDeployments();
  expect([isFirstUnwatched(), isFirstUnwatched()]).toEqual([true, false]);
});
