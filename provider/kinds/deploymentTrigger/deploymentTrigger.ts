import { z } from "zod";
import { defineResource } from "../../definition/defineKind.js";
import type { Call, Form } from "../../definition/kind.js";
import { grantCancellation } from "../../deletion/rules.js";
import { checkSelection, refuseOtherEnvironments, selectionOf } from "../../deployment/selection.js";
import { cancel, deploymentIn, isBefore, isEnd, readStatuses, redeploy, statuses } from "../../deployment/statuses.js";
import { statusOf } from "../../deployment/wait.js";
import type { AppPlatformError } from "../../errors/appPlatformError.js";
import { ConflictError, InvalidArgumentError, NotFoundError } from "../../errors/index.js";
import { endpoint, extended, type Grant, isServed } from "../../platform/endpoint.js";
import { outdatedSeconds, pollUntil } from "../../platform/poll.js";
import { ifNotFound } from "../../platform/responseErrors.js";
import { createAs } from "../../resource/create.js";
import { receiveGranted } from "../../resource/send.js";
import { isSameId } from "../../schema/equality.js";
import { isAbsent, isObject, type Value, type Values } from "../../schema/json.js";
import { choice, flag, object, optionalList, responseNumber, responseText, text, uuid } from "../../schema/schemas.js";
import { timeout } from "../shared/common.js";
import { refuseBoth } from "../stoppedEnvironment.js";
import { deploy, deployAgain, planDeployment } from "./deploy.js";
import { ROLLOUT, readStatus, rolloutOf, withRollout } from "./rollout.js";

/** A service that a program passes as a resource, as the engine passes it on. */
export interface ServiceSelection {
  readonly kind: string;
  readonly id: string;
  readonly [version: string]: string | undefined;
}

const service = z
  .custom<ServiceSelection>((value) => isObject(value) && typeof value.kind === "string" && !isAbsent(value.id))
  .meta({ description: "A service, as a resource, or with the version to deploy." });

const gitCommitId = text
  .optional()
  .meta({ description: "Commit to deploy. Required for the first deployment of a service." });

const imageTag = text
  .optional()
  .meta({ description: "Image tag to deploy. Required for the first deployment of a service." });

const applicationDeployment = object("ApplicationDeployment", "An application to deploy.", {
  applicationId: uuid.meta({ description: "ID of the application." }),
  gitCommitId,
});

/** A service by ID, with what a deployment may name of it. */
const versioned = <const Shape extends z.ZodRawShape>(kind: string, noun: string, versions: Shape) =>
  object(`${kind}Deployment`, `A ${noun} to deploy.`, {
    id: uuid.meta({ description: `ID of the ${noun}.` }),
    ...versions,
  });

const terraformAction = choice("TerraformDeploymentAction", ["PLAN", "FORCE_UNLOCK", "MIGRATE_STATE"])
  .optional()
  .meta({ description: "What the deployment does instead of applying." });

const byId = <Item extends z.ZodType>(services: string, item: Item, key = "id") =>
  optionalList(item).meta({
    description: `${services} to deploy, by ID. Changing their arguments doesn't deploy them again.`,
    items: { key },
  });

const selectedServices = {
  services: optionalList(service).meta({
    description: `Services to deploy, as resources: \`[db, web, { service: app, gitCommitId: "4f2a…" }]\`. A service is deployed again when any of its arguments changes. A version is sent only for the first deployment, or if your program sets a new one. Changes of a service that you list by ID or only read (\`get\`) don't deploy it.`,
    items: { key: "id" },
  }),
  applications: byId("Applications", applicationDeployment, "applicationId"),
  databases: byId("Databases", uuid.meta({ description: "ID of the database." })),
  containers: byId("Containers", versioned("Container", "container", { imageTag })),
  jobs: byId("Jobs", versioned("Job", "job", { imageTag, gitCommitId })),
  helms: byId(
    "Helm services",
    versioned("Helm", "Helm service", {
      chartVersion: text.optional().meta({ description: "Version of the chart." }),
      gitCommitId,
      valuesOverrideGitCommitId: text
        .optional()
        .meta({ description: "Commit of the values that override the chart's." }),
    }),
  ),
  terraforms: byId(
    "Terraform services",
    versioned("Terraform", "Terraform service", { gitCommitId, action: terraformAction }),
  ),
};

const detail = object("DeploymentMetricDetail", "Duration of a step.", {
  stageId: responseText.meta({ description: "ID of the stage." }),
  stepName: responseText.meta({ description: "Name of the step, for example TOTAL." }),
  status: responseText.meta({ description: "Result of the step, for example SUCCESS." }),
  durationSec: responseNumber.meta({ description: "Duration of the step.", unit: "seconds" }),
});

const metric = object("DeploymentMetric", "Duration of a stage.", {
  stageId: responseText.meta({ description: "ID of the stage." }),
  totalDurationSec: responseNumber.meta({ description: "Duration of the stage.", unit: "seconds" }),
  details: optionalList(detail).meta({ description: "Durations by step." }),
});

const statusOutputs = {
  state: responseText.meta({ description: "State of the environment's deployment." }),
  lastDeploymentState: responseText.meta({ description: "Final state of the last deployment." }),
  lastDeploymentDate: responseText.meta({ description: "Time of the last deployment (ISO 8601)." }),
  lastDeploymentId: responseText.meta({ description: "ID of the last deployment." }),
  totalDeploymentDurationInSeconds: responseNumber.meta({
    description: "Duration of the deployment.",
    unit: "seconds",
  }),
  origin: responseText.meta({
    description:
      "Client that requested the deployment: API, CLI, CONSOLE, GIT, PLATFORM_INTERNAL or TERRAFORM_PROVIDER.",
  }),
  triggeredBy: responseText.meta({ description: "Who requested the deployment." }),
  deploymentStatus: responseText.meta({ description: "NEVER_DEPLOYED, UP_TO_DATE or OUT_OF_DATE." }),
  deploymentRequestId: responseText.meta({ description: "ID of the deployment request." }),
  metrics: optionalList(metric).meta({ description: "Durations by stage." }),
};

const option = flag.optional().meta({ default: false, local: true });

export const deploymentTrigger = defineResource("DeploymentTrigger", {
  description:
    "Deploys services of an environment. The first `pulumi up` deploys all services that you list. Later ones deploy those whose arguments changed since their last deployment and, with the full API, those that are out of date or failed. If a value in `triggers` changes, all of them are deployed again. A trigger whose `adoptId` is the ID of its environment begins without a deployment. Destroying the trigger doesn't delete the services.",
  args: {
    environmentId: uuid.meta({ description: "Environment to deploy in." }),
    ...selectedServices,
    wholeEnvironment: option.meta({
      description:
        "Deploys everything in the environment as it is, instead of selected services (full API only). This includes services that were never deployed. If one of them needs a commit for its first deployment, the update fails or, if it doesn't wait, warns. Changing a service doesn't deploy it again; list what should trigger a deployment in `triggers`.",
    }),
    triggers: optionalList(z.unknown().meta({ description: "Any value." })).meta({
      description: "Any values. When one of them changes, everything that's listed is deployed again.",
      local: true,
      items: "ordered",
    }),
    redeploy: choice("Redeploy", ["changed", "all"]).optional().meta({
      description:
        "Which services each deployment after the first includes: those that `changed` (and those that are out of date or failed), or `all` that are listed. Changing this value alone doesn't deploy.",
      default: "changed",
      local: true,
    }),
    waitFor: choice("WaitFor", ["requested", "deployed"])
      .optional()
      .meta({
        description:
          "Whether the update ends when the deployment is `requested`, or waits until everything is `deployed` (full API only). If it waits, a failed deployment fails the update, and the error names service and state.",
        whenOmitted: {
          description:
            "`deployed` with the full API; `requested` with the basic one, which doesn't return whether a deployment succeeds",
        },
        local: true,
      }),
    timeoutSeconds: timeout(
      "Maximum time to wait for another deployment of the environment, and for this one unless `waitFor` is `requested`.",
      600,
    ),
    cancelOnDestroy: option.meta({
      description:
        "Whether destroying the trigger cancels the deployment that it requested, if it's still running. With the basic API, any running deployment of the environment is canceled, and the provider warns if it wasn't the trigger's own. Nothing is canceled if another trigger of the stack has deployed the environment in the same run.",
    }),
    forceCancel: option.meta({
      description: "Whether canceling also ends lifecycle jobs that the deployment started.",
    }),
    adoptId: uuid.optional().meta({
      description:
        "ID of the environment, to begin without a deployment: what runs there counts as deployed by the trigger (full API only). Used only at creation; you can remove it afterwards.",
      local: true,
    }),
  },
  outputs: statusOutputs,
  remembered: [ROLLOUT],
  api: {
    create: endpoint(17, "POST /environment/{environmentId}/service/deploy"),
    update: endpoint(17, "POST /environment/{environmentId}/service/deploy"),
    read: extended("GET /environment/{environmentId}/status"),
  },
  otherCalls: { cancel, statuses, redeploy },
  onDestroy: "deletes nothing; optionally cancels the running deployment (18)",
  verbs: {
    check: checkTrigger,
    plan: planDeployment,
    create: createAs(deploy),
    compareForm: asDeployed,
    read: readStatus,
    update: deployAgain,
    delete: endDeployment,
  },
  example: `const web = Container.get("web", config.require("webId"));
const db = Database.get("db", config.require("dbId"), { environmentId });
new DeploymentTrigger("release", { environmentId, services: [db, web] });`,
});

/** For an adoption: what the environment has deployed counts as deployed by the trigger, whose ID is that of the environment. */
async function asDeployed(_call: Call, args: Values, now: Values): Promise<Form> {
  const isIts = isSameId(args.adoptId, args.environmentId);
  return {
    state: withRollout({ ...now, ...args }, { ...deploymentIn(now), outcome: "succeeded" }),
    differences: isIts ? [] : ["adoptId: it must be the ID of the environment"],
  };
}

function checkTrigger(call: Call, args: Values): AppPlatformError[] {
  const { definition, platform, label } = call;
  const extendedOnly = [
    { path: "waitFor", value: "deployed", endpoint: definition.api.read },
    { path: "wholeEnvironment", value: true, endpoint: redeploy },
  ] as const;
  const missing = extendedOnly.filter(
    (each) => args[each.path] === each.value && !isServed(each.endpoint, platform.endpoints),
  );
  const refused = missing.map(({ path, value }) => {
    const expected = "requires the extended endpoints";
    return new InvalidArgumentError(label, { path, expected, got: JSON.stringify(value) });
  });
  return [
    ...refused,
    ...checkSelection(label, args),
    ...refuseOtherEnvironments(call, args, selectionOf(args)),
    ...refuseBoth(call, args, "deploys"),
  ];
}

/** Cancels the deployment, if the program sets that. If no endpoint shows whose is running, reports what was canceled. */
async function endDeployment(call: Call, id: string, state: Values): Promise<void> {
  const { definition, platform, run, log, label } = call;
  if (state.cancelOnDestroy !== true || !isServed(cancel, platform.endpoints)) return;
  const { request } = rolloutOf(state);
  // Only one deployment runs at a time: if another trigger has deployed the environment in this run, this one's has ended.
  const last = run.deployments.in(String(state.environmentId)).at(-1);
  if (last !== undefined && (last.request === undefined || last.request !== request)) {
    log.info(`${label}: nothing is canceled, since ${last.by} has deployed the environment in this run.`);
    return;
  }
  const { grant, sharedWith } = await grantCancellation(call, id, state, cancel);
  const isReported = isServed(definition.api.read, platform.endpoints);
  // If no endpoint shows whose deployment is running, it may be the other trigger's.
  if (sharedWith !== undefined && !isReported) {
    log.info(`${label}: nothing is canceled, since ${sharedWith} of this stack deploys the environment, too.`);
    return;
  }
  if (isReported && !(await isOwnRunning(call, state))) return;
  const response = await requestCancel(call, grant, state);
  if (isReported || !isObject(response) || isSameId(response.deployment_request_id, request)) return;
  log.warn(
    `${label} canceled the deployment that was running in the environment. The documented endpoints can't tell before a cancellation whether it is the trigger's own: ${request === undefined ? "its ID isn't known" : "it wasn't"}.`,
  );
}

/** Whether the running deployment is the trigger's own. Reports somebody else's. */
async function isOwnRunning(call: Call, state: Values): Promise<boolean> {
  const { log, label } = call;
  const { request } = rolloutOf(state);
  const now = await currentStatus(call, state).catch(ifNotFound(undefined));
  if (now === undefined) {
    log.info(`${label}: nothing was canceled: the environment no longer exists (404).`);
    return false;
  }
  if (isEnd(now.state)) return false;
  if (request !== undefined && deploymentIn(now).request === request) return true;
  const services = request === undefined ? [] : await readStatuses(call, state);
  // One deployment may combine several requests.
  if (services.some((each) => each.request === request && !isEnd(each.state))) return true;
  log.info(`${label}: nothing is canceled, since the deployment that is running isn't its own.`);
  return false;
}

/** The environment's status. A stale replica may show one from before the trigger's deployment, so it looks again for a while. */
async function currentStatus(call: Call, state: Values): Promise<Values> {
  let now = await statusOf(call, state);
  const poll = async (operation: Call["operation"]) => {
    now = await statusOf({ ...call, operation }, state);
    return !isBefore(now, rolloutOf(state)) || undefined;
  };
  if (isBefore(now, rolloutOf(state)))
    await pollUntil(call.platform, { seconds: outdatedSeconds, first: 250, longest: 5_000, poll });
  return now;
}

/** The response; nothing if the call is refused, since nothing is running or it's already ending. */
async function requestCancel(call: Call, grant: Grant, state: Values): Promise<Value | undefined> {
  const body = { force_cancel: state.forceCancel === true };
  try {
    return (await receiveGranted(call, grant, cancel, state, "Canceling the deployment for", body)).json;
  } catch (error) {
    if (error instanceof ConflictError) return undefined;
    if (!(error instanceof NotFoundError)) throw error;
    call.log.info(`${call.label}: nothing was canceled: the environment no longer exists (404).`);
    return undefined;
  }
}
