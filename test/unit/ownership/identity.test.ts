import { describe, expect, it } from "vitest";
import { customRole } from "../../../provider/kinds/customRole.js";
import { organizationMember } from "../../../provider/kinds/organizationMember.js";
import { identityOf, idInResponse } from "../../../provider/ownership/identity.js";

const [one, other] = [{ organizationId: "one" }, { organizationId: "other" }];

describe("identityOf", () => {
  it("differs between parents only if the name identifies the resource", () => {
    expect(identityOf(customRole, "1", one)).toBe(identityOf(customRole, "1", other));
    expect(identityOf(organizationMember, "a@b.co", one)).not.toBe(identityOf(organizationMember, "a@b.co", other));
  });

  it("ignores the letter case of names if the platform does", () => {
    expect(identityOf(organizationMember, "A@b.co", one)).toBe(identityOf(organizationMember, "a@B.co", one));
  });
});

it("idInResponse returns the name if the name identifies the resource", () => {
  const response = { id: 7, name: "deployers", email: "a@b.co" };
  expect([customRole, organizationMember].map((each) => idInResponse(each, response))).toEqual(["7", "a@b.co"]);
});
