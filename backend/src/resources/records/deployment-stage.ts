import { z } from "zod";
import { freeText, resourceName, text, timestamp, uuid } from "../../schema/texts.js";
import { integer, optional } from "../../schema/values.js";
import { environmentReference } from "../environment.js";
import { nameKey } from "../name.js";
import { commonMembers, type RecordKind } from "../record.js";
import { relatedId } from "../related-id.js";
import { serviceType } from "../service.js";

export const deploymentStageRequest = z
  .object({ name: resourceName, description: optional(freeText) })
  .meta({ id: "DeploymentStageRequest" });

/** Without the member, the service takes part again. */
export const stagePlacement = z.object({ is_skipped: z.boolean().default(false) }).meta({ id: "StagePlacement" });

const response = z
  .object({
    ...commonMembers,
    name: text,
    description: freeText.optional(),
    environment: environmentReference,
    deployment_order: integer(1),
    services: z.array(
      z.object({
        id: uuid,
        created_at: timestamp,
        service_id: uuid,
        service_type: serviceType,
        is_skipped: z
          .boolean()
          .meta({ description: "Whether deployments of the whole environment leave the service out." }),
      }),
    ),
  })
  .meta({ id: "DeploymentStage" });
export type DeploymentStageResponse = z.output<typeof response>;

const stored = z.object({ name: resourceName, description: freeText.nullable(), order: integer(0) });
export type StageConfig = z.output<typeof stored>;

/** The id of an environment's default stage, which has all services that are in no other one; and the reverse. */
export function defaultStageId(environmentId: string): string {
  return relatedId(environmentId, "default stage");
}

/** The id of the entry that a service has in its stage. */
export function stageEntryId(serviceId: string): string {
  return relatedId(serviceId, "stage entry");
}

/** Services that are deployed in parallel. The stages of an environment are deployed one after the other. */
export const deploymentStage: RecordKind<
  StageConfig,
  DeploymentStageResponse,
  z.output<typeof deploymentStageRequest>
> = {
  kind: "deploymentStage",
  noun: "deployment stage",
  description: "The order in which the services of an environment are deployed.",
  parents: ["environment"],
  request: deploymentStageRequest,
  stored,
  response,
  uniqueBy: ({ name }) => nameKey(name),
};
