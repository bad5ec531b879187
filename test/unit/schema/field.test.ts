import { expect, it } from "vitest";
import { wireName } from "../../../provider/schema/field.js";

it("wireName is in snake_case unless the definition sets another name", () => {
  const names = ["a", "someLongName", "someLongName", "aURL"].map((name) => wireName(name, {}));
  expect([...names, wireName("a", { wire: "B" })]).toEqual(["a", "some_long_name", "some_long_name", "a_u_r_l", "B"]);
});
