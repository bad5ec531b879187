import { expect, it } from "vitest";
import { diffStack, diffText, isDifferent } from "../../../../cli/diff/stackDiff.js";

it("diffText reports a resource of a kind that this version doesn't know as not readable, not as different", async () => {
  const gadget = { urn: "urn:pulumi:dev::shop::gadget", kind: "Gadget", id: "7", inputs: {}, outputs: {} };
  const found = await diffStack([gadget], () => Promise.reject(new Error("no platform is needed")));
  expect(isDifferent(found)).toBe(false);
  expect(diffText(found)).toBe(
    "Gadget with id 7 can't be read: this version of the package doesn't know the kind\n\n1 resource: 0 unchanged, 0 changed, 0 gone, 1 not readable",
  );
});
