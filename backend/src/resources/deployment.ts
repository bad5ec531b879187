/** The bodies of deploy, cancel and clone, and the status objects that answer them. */

import { type Rule, rule } from "../schema/rules.js";
import {
  array,
  boolean,
  fallback,
  integer,
  named,
  nullable,
  object,
  oneOf,
  optional,
  required,
  text,
  uuid,
  type Value,
} from "../schema/schema.js";
import { deploymentStates, deploymentStatuses } from "../states.js";
import { resourceName } from "./name.js";

export const cloneRequest = named(
  "Clone",
  object({ name: required(resourceName()), environment_id: required(uuid()) }),
);

const commit = optional(text());

/** The members of a deploy body, and the member of their items that names the service; null for a bare id. */
export const selections = [
  { member: "applications", kind: "application", id: "application_id" },
  { member: "databases", kind: "database", id: null },
  { member: "containers", kind: "container", id: "id" },
  { member: "jobs", kind: "job", id: "id" },
  { member: "helms", kind: "helm", id: "id" },
  { member: "terraforms", kind: "terraform", id: "id" },
] as const;
type Selections = Record<(typeof selections)[number]["member"], (string | Record<string, unknown>)[]>;

const eachServiceOnce: Rule = rule<Selections>(
  selections.map(({ member }) => member),
  (value, report) => {
    const seen = new Set<unknown>();
    for (const { member, id } of selections) {
      for (const [index, item] of value[member].entries()) {
        const selected = typeof item === "string" || id === null ? item : item[id];
        if (seen.has(selected)) report(`${member}[${index}]${id === null ? "" : `.${id}`}`, "is selected twice");
        seen.add(selected);
      }
    }
    if (seen.size === 0) report("", "selects nothing to deploy");
  },
);

export const deployRequest = named(
  "Deploy",
  object(
    {
      applications: fallback(array(object({ application_id: required(uuid()), git_commit_id: commit })), []),
      databases: fallback(array(uuid()), []),
      containers: fallback(array(object({ id: required(uuid()), image_tag: optional(text()) })), []),
      jobs: fallback(array(object({ id: required(uuid()), image_tag: optional(text()), git_commit_id: commit })), []),
      helms: fallback(
        array(
          object({
            id: required(uuid()),
            chart_version: optional(text()),
            git_commit_id: commit,
            values_override_git_commit_id: optional(text()),
          }),
        ),
        [],
      ),
      terraforms: fallback(
        array(
          object({
            id: required(uuid()),
            git_commit_id: commit,
            action: optional(oneOf(["PLAN", "FORCE_UNLOCK", "MIGRATE_STATE"])),
          }),
        ),
        [],
      ),
    },
    eachServiceOnce,
  ),
);
export type DeployRequest = Value<typeof deployRequest>;

export const cancelRequest = named("Cancel", object({ force_cancel: fallback(boolean(), false) }));

const step = object({
  stage_id: required(uuid()),
  step_name: required(text()),
  status: required(text()),
  duration_sec: required(integer(0)),
});

const status = {
  id: required(uuid()),
  state: required(oneOf(deploymentStates)),
  last_deployment_state: required(oneOf(deploymentStates)),
  last_deployment_date: required(nullable(text({ format: "timestamp" }))),
  last_deployment_id: required(nullable(text())),
  total_deployment_duration_in_seconds: required(nullable(integer(0))),
  deployment_status: required(oneOf(deploymentStatuses)),
};

export const deploymentStatus = named(
  "DeploymentStatus",
  object({
    ...status,
    origin: required(nullable(oneOf(["API", "CLI", "CONSOLE", "GIT", "PLATFORM_INTERNAL", "TERRAFORM_PROVIDER"]))),
    triggered_by: required(nullable(text())),
    deployment_request_id: required(nullable(uuid())),
    metrics: required(
      array(
        object({
          stage_id: required(uuid()),
          total_duration_sec: required(integer(0)),
          details: required(array(step)),
        }),
      ),
    ),
  }),
);
export type DeploymentStatusAnswer = Value<typeof deploymentStatus>;

export const serviceStatus = named(
  "ServiceStatus",
  object({ ...status, service_deployment_status: required(oneOf(deploymentStatuses)) }),
);
export type ServiceStatusAnswer = Value<typeof serviceStatus>;

export const environmentStatuses = named(
  "EnvironmentStatuses",
  object({
    environment: required(deploymentStatus),
    applications: required(array(serviceStatus)),
    containers: required(array(serviceStatus)),
    jobs: required(array(serviceStatus)),
    databases: required(array(serviceStatus)),
    helms: required(array(serviceStatus)),
    terraforms: required(array(serviceStatus)),
  }),
);
export type EnvironmentStatuses = Value<typeof environmentStatuses>;
