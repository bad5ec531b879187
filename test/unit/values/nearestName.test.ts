import { describe, expect, it } from "vitest";
import { nearestName, nearestNames, otherNames } from "../../../provider/values/nearestName.js";

it.each([
  ["image_name", "imageName"],
  ["IMAGENAME", "imageName"],
  ["imageNam", "imageName"],
  ["imageNames", "imageName"],
  ["imagename2", "imageName"],
  ["amageName", "imageName"],
  ["imageXame", "imageName"],
  ["imgName", undefined],
  ["imgageName", "imageName"],
  ["imaageName", "imageName"],
  ["im", undefined],
  ["imageNa", "imageName"],
  ["tag2", "tag"],
  ["xtagx", undefined],
  ["", undefined],
])("nearestName maps %s to %s", (name, meant) => {
  expect(nearestName(name, ["description", "tag", "imageName"])).toBe(meant);
});

it.each<[condition: string, name: string, names: readonly string[], meant: string | undefined]>([
  ["nothing for a name without letters", "-", ["a"], undefined],
  [
    "the same name in camelCase, although an earlier one differs by a letter",
    "image_name",
    ["imageNames", "imageName"],
    "imageName",
  ],
  ["nothing if two names begin with it", "min", ["minSize", "minimum"], undefined],
])("nearestName returns %s", (_, name, names, meant) => {
  expect(nearestName(name, names)).toBe(meant);
});

it('nearestName with "same" returns only the same name in another format, or what another tool calls so', () => {
  expect(nearestName("imageNam", ["imageName"], "same")).toBeUndefined();
  expect(nearestName("image-name", ["imageName"], "same")).toBe("imageName");
  expect(nearestName("ram", ["memory"], "same")).toBe("memory");
});

it.each([
  ["env", ["variables"]],
  ["Env_Vars", ["variables"]],
  ["restartPolicy", []],
])("otherNames maps %s to %j", (name, names) => {
  expect(otherNames(name)).toEqual(names);
});

describe("nearestNames", () => {
  const names = ["tag", "restGroup", "port", "restartCount"];
  it("returns the nearest names first, at most as many as requested", () => {
    expect(nearestNames("restartPolicy", names, 2)).toEqual(["restartCount", "restGroup"]);
    expect(nearestNames("restartPolicy", names, 1)).toEqual(["restartCount"]);
  });

  it("returns a name that has 30 % of the pairs of letters in common, none with fewer", () => {
    expect(nearestNames("restartPolicy", ["tag", "restGroup"], 1)).toEqual(["restGroup"]);
    expect(nearestNames("restartPolicy", ["tag", "restGroups"], 1)).toEqual([]);
  });

  it("returns all names if there are only as many", () => {
    expect(nearestNames("restartPolicy", ["tag"], 1)).toEqual(["tag"]);
  });
});
