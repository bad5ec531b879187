import { defineResource } from "../../definition/defineResource.js";
import { endpoint, extended } from "../../platform/endpoint.js";
import {
  anything,
  boolean,
  choice,
  type Fields,
  integer,
  list,
  object,
  optional,
  service,
  text,
  uuid,
} from "../../schema/fields.js";
import { checkTrigger, deploy, deployAgain, endDeployment, readStatus } from "./deploy.js";

const gitCommitId = () =>
  optional(text("Commit to deploy; may be left out only for a service that was deployed before.", { minLength: 1 }));
const imageTag = () =>
  optional(text("Image tag to deploy; may be left out only for a service that was deployed before.", { minLength: 1 }));

const state = (description: string) => optional(text(description));

const outputs = {
  state: state("State of the environment's deployment."),
  lastDeploymentState: state("State in which the last deployment ended."),
  lastDeploymentDate: state("When the last deployment was, ISO 8601."),
  lastDeploymentId: state("Identifier of the last deployment."),
  totalDeploymentDurationInSeconds: optional(integer("How long the deployment took, in seconds.")),
  origin: state("What asked for the deployment: API, CLI, CONSOLE, GIT, PLATFORM_INTERNAL or TERRAFORM_PROVIDER."),
  triggeredBy: state("Who asked for the deployment."),
  deploymentStatus: state("NEVER_DEPLOYED, UP_TO_DATE or OUT_OF_DATE."),
  deploymentRequestId: state("Identifier of the request to deploy."),
  metrics: optional(
    list(
      "Durations by stage.",
      object("DeploymentMetric", "Duration of a stage.", {
        stageId: optional(text("Identifier of the stage.")),
        totalDurationSec: optional(integer("Duration of the stage, in seconds.")),
        details: optional(
          list(
            "Durations by step.",
            object("DeploymentMetricDetail", "Duration of a step.", {
              stageId: optional(text("Identifier of the stage.")),
              stepName: optional(text("Name of the step, for example TOTAL.")),
              status: optional(text("How the step ended, for example SUCCESS.")),
              durationSec: optional(integer("Duration of the step, in seconds.")),
            }),
          ),
        ),
      }),
    ),
  ),
} satisfies Fields;

/** A deployment of chosen services of an environment. */
export const deploymentTrigger = defineResource("DeploymentTrigger", {
  description:
    "Deploys chosen services of an environment: when it is made, and again when its services, their versions or its `triggers` change. Destroying it removes no workload.",
  args: {
    environmentId: uuid("Environment to deploy in. Another environment means a new resource."),
    services: optional(
      list(
        'Services to deploy, as resources: `[db, web, { service: app, gitCommitId: "4f2a…" }]`. List, id and tag of each are derived.',
        service("A service, as a resource, or with the version to deploy."),
        { key: "id" },
      ),
    ),
    applications: optional(
      list(
        "Applications to deploy, by id.",
        object("ApplicationDeployment", "An application to deploy.", {
          applicationId: uuid("Identifier of the application."),
          gitCommitId: gitCommitId(),
        }),
        { key: "applicationId" },
      ),
    ),
    databases: optional(list("Databases to deploy, by id.", uuid("Identifier of the database."), { key: "id" })),
    containers: optional(
      list(
        "Containers to deploy, by id.",
        object("ContainerDeployment", "A container to deploy.", {
          id: uuid("Identifier of the container."),
          imageTag: imageTag(),
        }),
        { key: "id" },
      ),
    ),
    jobs: optional(
      list(
        "Jobs to deploy, by id.",
        object("JobDeployment", "A job to deploy.", {
          id: uuid("Identifier of the job."),
          imageTag: imageTag(),
          gitCommitId: gitCommitId(),
        }),
        { key: "id" },
      ),
    ),
    helms: optional(
      list(
        "Helm services to deploy, by id.",
        object("HelmDeployment", "A Helm service to deploy.", {
          id: uuid("Identifier of the Helm service."),
          chartVersion: optional(text("Version of the chart.")),
          gitCommitId: gitCommitId(),
          valuesOverrideGitCommitId: optional(text("Commit of the values that override the chart's.")),
        }),
        { key: "id" },
      ),
    ),
    terraforms: optional(
      list(
        "Terraform services to deploy, by id.",
        object("TerraformDeployment", "A Terraform service to deploy.", {
          id: uuid("Identifier of the Terraform service."),
          gitCommitId: gitCommitId(),
          action: optional(
            choice("TerraformDeploymentAction", "What the deployment does instead of applying.", [
              "PLAN",
              "FORCE_UNLOCK",
              "MIGRATE_STATE",
            ]),
          ),
        }),
        { key: "id" },
      ),
    ),
    wholeEnvironment: optional(
      boolean("Deploys everything in the environment as it is, instead of chosen services (extended endpoints only).", {
        default: false,
        local: true,
      }),
    ),
    triggers: optional(
      list("Any values; the deployment runs again when one of them changes.", anything("Any value."), { local: true }),
    ),
    waitFor: optional(
      choice(
        "WaitFor",
        "What the update waits for: that the deployment is `requested`, or that everything is `deployed` (extended endpoints only).",
        ["requested", "deployed"],
        { default: "requested", local: true },
      ),
    ),
    timeoutSeconds: optional(
      integer(
        "How long to wait: for another deployment of the environment to end, and for this one where `waitFor` is deployed.",
        {
          unit: "seconds",
          default: 600,
          min: 1,
          local: true,
        },
      ),
    ),
    cancelOnDestroy: optional(
      boolean("Whether destroying the trigger cancels the environment's running deployment.", {
        default: false,
        local: true,
      }),
    ),
    forceCancel: optional(
      boolean("Whether such a cancellation also ends lifecycle jobs that the deployment started.", {
        default: false,
        local: true,
      }),
    ),
    stopOnDestroy: optional(
      boolean("Whether destroying the trigger stops everything in the environment (extended endpoints only).", {
        default: false,
        local: true,
      }),
    ),
  },
  outputs,
  api: {
    create: endpoint(17, "POST /environment/{environmentId}/service/deploy"),
    update: endpoint(17, "POST /environment/{environmentId}/service/deploy"),
    cancel: endpoint(18, "POST /environment/{environmentId}/cancelDeployment"),
    read: extended("GET /environment/{environmentId}/status"),
    statuses: extended("GET /environment/{environmentId}/statuses"),
    redeploy: extended("POST /environment/{environmentId}/redeploy"),
    stop: extended("POST /environment/{environmentId}/stop"),
  },
  verbs: { check: checkTrigger, create: deploy, read: readStatus, update: deployAgain, delete: endDeployment },
  example: `new DeploymentTrigger("release", { environmentId, services: [db, web, { service: shop, gitCommitId: "4f2a91c" }] });`,
});
