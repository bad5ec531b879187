import { defineResource } from "../definition/defineKind.js";
import { recordCalls } from "../platform/endpoint.js";
import { freeText, responseText, text } from "../schema/schemas.js";
import { changeTimes, nameUniqueIn, roleName, roleOf, specifiedOrganizationId } from "./shared/common.js";

const byPlatform = "The platform decides whether a part of the name is enough.";

export const apiToken = defineResource("ApiToken", {
  description:
    "A token with which a machine sends requests to the platform. Only the response to the create contains it, so an imported or adopted resource has no `token`. Any change makes a new token. If `name` is changed, too, the old token works until the new one exists and everything that uses it is updated. Otherwise, the old one is deleted first, since names are unique. If the response to a create is lost, the next `pulumi up` deletes that token and makes another one.",
  args: {
    organizationId: specifiedOrganizationId,
    name: nameUniqueIn("in the organization"),
    description: freeText.optional().meta({ description: "Description of the token." }),
    roleId: roleOf("Role that says what requests with the token may do.")
      .optional()
      .meta({ whenOmitted: { description: "the role VIEWER", isSent: true } }),
  },
  outputs: {
    ...changeTimes,
    roleName,
    token: responseText.meta({
      description:
        "The token, which only the response to the create contains: lookups, and imported and adopted resources, have none.",
      secret: true,
      returned: "never",
    }),
  },
  lookups: {
    filters: {
      name: text.optional().meta({ description: `Name of the tokens. ${byPlatform}` }),
      creatorName: text.optional().meta({ description: `Name of who has created the tokens. ${byPlatform}` }),
    },
  },
  api: recordCalls("/organization/{organizationId}/apiToken", { only: ["create", "list", "delete"] }),
  example: `const ci = new ApiToken("ci", { organizationId, name: "ci 1", roleId, description: "Deploys from CI" });
export const token = ci.token;`,
});
