/** The bodies of deploy, cancel and clone, and the status objects in their responses. */
import { z } from "zod";
import { rule, withRules } from "../schema/rules.js";
import { resourceName, text, timestamp, uuid } from "../schema/texts.js";
import { integer } from "../schema/values.js";
import {
  deploymentStates,
  deploymentStatuses,
  serviceSteps,
  statusActions,
  statusResults,
  terraformSubActions,
} from "../states.js";
import { type Kind, type Selection, serviceType, serviceTypeOf } from "./service.js";
import { memberOf, serviceKinds } from "./services.js";

export const cloneRequest = z.object({ name: resourceName, environment_id: uuid }).meta({ id: "CloneRequest" });

interface ServiceList {
  readonly member: string;
  readonly kind: Kind;
  /** The member of an item that is the id of the service; null if the item is the id. */
  readonly id: string | null;
  readonly selection: z.ZodType<Selection>;
}

/** The members of a deploy body. */
export const selections: readonly ServiceList[] = serviceType.options.flatMap((type) =>
  serviceKinds
    .filter(({ kind }) => serviceTypeOf(kind) === type)
    .map(({ kind, selection, selectedBy: id = "id" }) => ({ member: memberOf(kind), kind, id, selection })),
);

/** Lists of services to stop, restart or delete: those of a deploy body, or lists of ids. */
const listed = (lists: readonly ServiceList[]): readonly ServiceList[] => [
  ...lists,
  ...lists.map(({ kind }) => ({ member: `${kind}_ids`, kind, id: null, selection: uuid })),
];
export const listedServices = listed(selections);
export const restartedServices = listed(
  selections.filter((list) => serviceKinds.some(({ kind, isRestarted }) => kind === list.kind && isRestarted)),
);

export type DeployRequest = Record<string, Selection[]>;

const eachServiceOnce = (lists: readonly ServiceList[], purpose: string) =>
  rule<DeployRequest>(
    lists.map(({ member }) => member),
    (value, report) => {
      const seen = new Set<unknown>();
      for (const { member, id } of lists) {
        for (const [index, item] of (value[member] ?? []).entries()) {
          const selected = typeof item === "string" || id === null ? item : item[id];
          if (seen.has(selected)) report(id === null ? [member, index] : [member, index, id], "is selected twice");
          seen.add(selected);
        }
      }
      if (seen.size === 0) report([], `selects nothing to ${purpose}`);
    },
    { anyOf: lists.map(({ member }) => ({ required: [member], properties: { [member]: { minItems: 1 } } })) },
  );

const listsOf = (lists: readonly ServiceList[]) =>
  z.object(Object.fromEntries(lists.map(({ member, selection }) => [member, z.array(selection).default([])])));

export const deployRequest = withRules(listsOf(selections), eachServiceOnce(selections, "deploy")).meta({
  id: "DeployRequest",
});

export const serviceListRequest = withRules(
  listsOf(listedServices),
  eachServiceOnce(listedServices, "stop or delete"),
).meta({ id: "ServiceListRequest" });

export const restartRequest = withRules(listsOf(restartedServices), eachServiceOnce(restartedServices, "restart")).meta(
  {
    id: "RestartRequest",
  },
);

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

/** The status of an environment with the members of a service's: where the description of a call names the latter, clients demand them. */
export const startedStatus = deploymentStatus
  .extend(
    serviceStatus.pick({
      service_deployment_status: true,
      status_details: true,
      is_part_last_deployment: true,
      deployment_requests_count: true,
      deployment_request_id: true,
    }).shape,
  )
  .meta({ id: "StartedStatus" });
export type StartedStatusResponse = z.output<typeof startedStatus>;

export const environmentStatuses = z
  .object({
    environment: deploymentStatus,
    ...Object.fromEntries(serviceKinds.map(({ kind }) => [memberOf(kind), z.array(serviceStatus)])),
  })
  .meta({ id: "EnvironmentStatuses" });
export type EnvironmentStatuses = z.output<typeof environmentStatuses>;
