import { defineResource } from "../definition/defineKind.js";
import { recordCalls } from "../platform/endpoint.js";
import { freeText } from "../schema/schemas.js";
import { builtInVariables, changeTimes, nameUniqueIn, organization, organizationId } from "./shared/common.js";

/**
 * A project of an organization. The number of its environments, which responses contain, isn't an output: it would drift whenever an
 * environment is created.
 */
export const project = defineResource("Project", {
  description:
    "A project of an organization, which contains environments. You can't delete a project that still has environments.",
  args: {
    organizationId,
    name: nameUniqueIn("in the organization"),
    description: freeText.optional().meta({ description: "Description of the project." }),
  },
  outputs: { ...changeTimes, organization },
  builtIns: builtInVariables("projectId"),
  api: recordCalls("/organization/{organizationId}/project", { item: "/project/{id}" }),
  example: `new Project("shop", { organizationId, description: "Everything of the shop" });`,
});
