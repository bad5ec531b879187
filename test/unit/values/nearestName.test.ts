import { expect, it } from "vitest";
import { nearestName } from "../../../provider/values/nearestName.js";

it.each([
  ["image_name", "imageName"],
  ["IMAGENAME", "imageName"],
  ["imageNam", "imageName"],
  ["imageNames", "imageName"],
  ["imagename2", "imageName"],
  ["amageName", "imageName"],
  ["imageXame", "imageName"],
  ["imgName", undefined],
  ["imageNa", "imageName"],
  ["tag2", "tag"],
  ["xtagx", undefined],
  ["", undefined],
])("nearestName maps %s to %s", (name, meant) => {
  expect(nearestName(name, ["description", "tag", "imageName"])).toBe(meant);
});
