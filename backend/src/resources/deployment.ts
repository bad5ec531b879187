/** The bodies of deploy, cancel and clone, and the status objects in their responses. */
import { z } from "zod";
import { rule, withRules } from "../schema/rules.js";
import { resourceName, text, timestamp, uuid } from "../schema/texts.js";
import { integer, optional } from "../schema/values.js";
import {
  deploymentStates,
  deploymentStatuses,
  serviceSteps,
  statusActions,
  statusResults,
  terraformActions,
  terraformSubActions,
} from "../states.js";

export const cloneRequest = z.object({ name: resourceName, environment_id: uuid }).meta({ id: "CloneRequest" });

const commit = optional(text);

/** The members of a deploy body, and which member of their items is the id of the service; null if the item is the id. */
export const selections = [
  { member: "applications", kind: "application", id: "application_id" },
  { member: "databases", kind: "database", id: null },
  { member: "containers", kind: "container", id: "id" },
  { member: "jobs", kind: "job", id: "id" },
  { member: "helms", kind: "helm", id: "id" },
  { member: "terraforms", kind: "terraform", id: "id" },
] as const;
type Selections = Record<(typeof selections)[number]["member"], (string | Record<string, unknown>)[]>;

const eachServiceOnce = rule<Selections>(
  selections.map(({ member }) => member),
  (value, report) => {
    const seen = new Set<unknown>();
    for (const { member, id } of selections) {
      for (const [index, item] of value[member].entries()) {
        const selected = typeof item === "string" || id === null ? item : item[id];
        if (seen.has(selected)) report(id === null ? [member, index] : [member, index, id], "is selected twice");
        seen.add(selected);
      }
    }
    if (seen.size === 0) report([], "selects nothing to deploy");
  },
);

export const deployRequest = withRules(
  z.object({
    applications: z.array(z.object({ application_id: uuid, git_commit_id: commit })).default([]),
    databases: z.array(uuid).default([]),
    containers: z.array(z.object({ id: uuid, image_tag: optional(text) })).default([]),
    jobs: z.array(z.object({ id: uuid, image_tag: optional(text), git_commit_id: commit })).default([]),
    helms: z
      .array(
        z.object({
          id: uuid,
          chart_version: optional(text),
          git_commit_id: commit,
          values_override_git_commit_id: optional(text),
        }),
      )
      .default([]),
    terraforms: z
      .array(
        z.object({
          id: uuid,
          git_commit_id: commit,
          action: optional(z.enum(terraformActions)),
        }),
      )
      .default([]),
  }),
  eachServiceOnce,
).meta({ id: "DeployRequest" });
export type DeployRequest = z.output<typeof deployRequest>;

export const cancelRequest = z.object({ force_cancel: z.boolean().default(false) }).meta({ id: "CancelRequest" });

const step = z.object({
  stage_id: uuid,
  step_name: text,
  status: text,
  duration_sec: integer(0),
});

export const deploymentStatus = z
  .object({
    id: uuid,
    state: z.enum(deploymentStates),
    last_deployment_state: z.enum(deploymentStates),
    last_deployment_date: timestamp.optional(),
    last_deployment_id: text.optional(),
    total_deployment_duration_in_seconds: integer(0).optional(),
    deployment_status: z.enum(deploymentStatuses),
    origin: z.enum(["API", "CLI", "CONSOLE", "GIT", "PLATFORM_INTERNAL", "TERRAFORM_PROVIDER"]).optional(),
    triggered_by: text.optional(),
    deployment_request_id: uuid.optional(),
    metrics: z.array(
      z.object({
        stage_id: uuid,
        total_duration_sec: integer(0),
        details: z.array(step),
      }),
    ),
  })
  .meta({ id: "DeploymentStatus" });
export type DeploymentStatusResponse = z.output<typeof deploymentStatus>;

export const serviceStatus = z
  .object({
    id: uuid,
    state: z.enum(deploymentStates),
    service_deployment_status: z.enum(deploymentStatuses),
    status_details: z.object({
      action: z.enum(statusActions),
      status: z.enum(statusResults),
      sub_action: z.enum(terraformSubActions),
    }),
    is_part_last_deployment: z.boolean(),
    deployment_requests_count: integer(0),
    deployment_request_id: uuid.nullable(),
    last_deployment_date: timestamp.optional(),
    steps: z
      .object({
        total_duration_sec: integer(0).nullable(),
        total_computing_duration_sec: integer(0),
        details: z.array(z.object({ step_name: z.enum(serviceSteps), status: text, duration_sec: integer(0) })),
      })
      .optional(),
    execution_id: text.optional(),
  })
  .meta({ id: "ServiceStatus" });
export type ServiceStatusResponse = z.output<typeof serviceStatus>;

export const environmentStatuses = z
  .object({
    environment: deploymentStatus,
    applications: z.array(serviceStatus),
    containers: z.array(serviceStatus),
    jobs: z.array(serviceStatus),
    databases: z.array(serviceStatus),
    helms: z.array(serviceStatus),
    terraforms: z.array(serviceStatus),
  })
  .meta({ id: "EnvironmentStatuses" });
export type EnvironmentStatuses = z.output<typeof environmentStatuses>;
