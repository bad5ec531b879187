import { expect, it } from "vitest";
import { gitToken } from "../../../provider/kinds/gitToken.js";
import { validate } from "../../../provider/values/validate.js";
import { ids } from "../../kinds/shared/ids.js";

it("GitToken of type BITBUCKET requires `workspace`", () => {
  const args = { organizationId: ids.organization, name: "a", type: "BITBUCKET", token: "a" };
  expect(validate(gitToken, args, "create").map(({ path }) => path)).toEqual(["workspace"]);
  expect(validate(gitToken, { ...args, workspace: "b" }, "create")).toEqual([]);
});
