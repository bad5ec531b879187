/** Deployments of the past, as lists show them. */
import { z } from "zod";
import { freeText, text, timestamp, uuid } from "../schema/texts.js";
import { integer } from "../schema/values.js";
import { deploymentStates, statusActions, statusResults, terraformSubActions } from "../states.js";
import { serviceType } from "./service.js";

/** The state of what one request has started. */
export const requestedDeployment = z
  .object({ deployment_request_id: uuid, environment_id: uuid, status: z.enum(deploymentStates) })
  .meta({ id: "RequestedDeployment" });
export type RequestedDeployment = z.output<typeof requestedDeployment>;

const audit = z.object({
  created_at: timestamp,
  updated_at: timestamp,
  triggered_by: text,
  origin: z.enum(["API", "CLI", "CONSOLE", "GIT", "PLATFORM_INTERNAL", "SKILL", "TERRAFORM_PROVIDER"]),
});
const duration = text.meta({ description: "As ISO 8601 has it: PT12S." });
const status = z.enum(deploymentStates);

const service = z.object({
  identifier: z.object({ name: freeText, service_id: uuid, service_type: serviceType, execution_id: text }),
  status,
  auditing_data: audit,
  details: z.object({}),
  icon_uri: freeText,
  status_details: z.object({
    action: z.enum(statusActions),
    status: z.enum(statusResults),
    sub_action: z.enum(terraformSubActions),
  }),
  total_duration: duration,
});

const stage = z.object({
  name: text,
  status: z.enum(["QUEUED", "ONGOING", "DONE", "ERROR", "SKIPPED", "CANCELED"]),
  duration,
  services: z.array(service),
});

export const pastDeployment = z
  .object({
    identifier: z.object({ execution_id: text, environment_id: uuid }),
    auditing_data: audit,
    status,
    trigger_action: z.enum(statusActions),
    action_status: z.enum(["QUEUED", "ONGOING", "SUCCESS", "ERROR", "CANCELED", "CANCELING", "NEVER"]),
    total_duration: duration,
    stages: z.array(stage),
  })
  .meta({ id: "PastDeployment" });
export type PastDeployment = z.output<typeof pastDeployment>;

export const deploymentHistory = z.object({
  page: integer(1),
  page_size: integer(1),
  results: z.array(pastDeployment),
});
export type DeploymentHistory = z.output<typeof deploymentHistory>;
