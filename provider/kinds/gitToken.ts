import { defineResource } from "../definition/defineKind.js";
import { recordCalls } from "../platform/endpoint.js";
import { choice, freeText, requiredIf, responseText, text, url } from "../schema/schemas.js";
import { changeTimes, nameUniqueIn, specifiedOrganizationId, unreturned } from "./shared/common.js";

export const gitToken = defineResource("GitToken", {
  description:
    "A token that gives the platform access to private git repositories. Services refer to it by `gitTokenId`. You can't delete a token while services use it.",
  args: {
    organizationId: specifiedOrganizationId,
    name: nameUniqueIn("in the organization"),
    type: choice("GitTokenType", ["GITHUB", "GITLAB", "BITBUCKET"]).meta({
      description: "Service that issued the token.",
    }),
    token: unreturned("The token", " Every update sends it."),
    description: freeText.optional().meta({ description: "Description of the token." }),
    workspace: text.optional().meta({
      description: "Workspace of Bitbucket that the token is for. Required if type is BITBUCKET.",
    }),
    gitApiUrl: url.optional().meta({ description: "API of a git service that you host yourself." }),
  },
  outputs: {
    ...changeTimes,
    expiredAt: responseText.meta({ description: "When the token expires (ISO 8601)." }),
  },
  rules: [requiredIf("workspace", { type: ["BITBUCKET"] })],
  api: recordCalls("/organization/{organizationId}/gitToken"),
  example: `const github = new GitToken("github", {
  organizationId,
  type: "GITHUB",
  token: config.requireSecret("token"),
});
export const gitTokenId = github.id;`,
});
