import type { Platform } from "../platform.js";
import { notFound, Problem } from "../problem.js";
import { type ChildRecord, representCommon } from "../resources/record.js";
import { type ProjectConfig, project } from "../resources/records/project.js";
import { type Call, findOrganization, pathId } from "./call.js";
import { recordOf, recordOperations } from "./records.js";

export const projects = recordOperations(project, {
  findParent: findOrganization,
  represent: (record, platform) => ({
    ...representCommon(record),
    ...record.config,
    organization: { id: record.parentId },
    associated_environments_count: environmentsIn(platform, record.id),
  }),
  refuseRemoval({ id }, platform) {
    const count = environmentsIn(platform, id);
    if (count > 0) throw new Problem(409, `The project ${id} has ${count} environments: delete them first.`);
  },
});

function environmentsIn({ store }: Platform, projectId: string): number {
  return store.records.listOf("environment", projectId).length;
}

export function projectNamed(platform: Platform, id: string): ChildRecord<ProjectConfig> {
  const found = recordOf(platform, project, id);
  if (found === undefined) throw notFound("project", id);
  return found;
}

export function findProject(call: Call): ChildRecord<ProjectConfig> {
  return projectNamed(call.platform, pathId(call, "projectId", "project"));
}
