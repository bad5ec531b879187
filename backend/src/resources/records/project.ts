import { z } from "zod";
import { freeText, resourceName, text, uuid } from "../../schema/texts.js";
import { integer, optional } from "../../schema/values.js";
import { nameKey } from "../name.js";
import { commonMembers, type RecordKind } from "../record.js";

const request = z.object({ name: resourceName, description: optional(freeText) }).meta({ id: "ProjectRequest" });

const projectResponse = z
  .object({
    ...commonMembers,
    name: text,
    description: optional(freeText),
    organization: z.object({ id: uuid }),
    associated_environments_count: integer(0),
  })
  .meta({ id: "Project" });

export type ProjectResponse = z.output<typeof projectResponse>;
export type ProjectConfig = z.output<typeof request>;

/** The environments of an organization that belong together. */
export const project: RecordKind<ProjectConfig, ProjectResponse> = {
  kind: "project",
  noun: "project",
  description: "Projects, to which environments belong.",
  parents: ["organization"],
  stored: request,
  response: projectResponse,
  uniqueBy: ({ name }) => nameKey(name),
};
