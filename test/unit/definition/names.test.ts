import { expect, it } from "vitest";
import { withDefaultName } from "../../../provider/definition/names.js";

it("withDefaultName sets the Pulumi name if the program sets none", () => {
  const fields = { name: { whenOmitted: { isResourceName: true as const } }, key: {} };
  expect(withDefaultName(fields, { other: 1 }, "web")).toEqual({ name: "web", other: 1 });
  expect(withDefaultName(fields, { name: "shop" }, "web")).toEqual({ name: "shop" });
});
