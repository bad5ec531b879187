import { bodies } from "../platform/support/bodies.js";
import { notEmpty } from "./shared/arguments.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import { asProgram } from "./shared/programFormat.js";
import { testRecord } from "./testRecord.js";

const request = {
  applications: [{ application_id: ids.application, git_commit_id: "4f2a91c" }],
  databases: [ids.database],
  containers: [{ id: ids.container, image_tag: "1.27" }],
  jobs: [{ id: ids.job, image_tag: "2.4.0", git_commit_id: "4f2a91c" }],
  helms: [{ id: ids.helm, chart_version: "3.1.0", git_commit_id: "4f2a91c", values_override_git_commit_id: "77aa001" }],
  terraforms: [{ id: ids.terraform, git_commit_id: "4f2a91c", action: "PLAN" }],
};

const response = {
  id: ids.environment,
  state: "DEPLOYMENT_QUEUED",
  last_deployment_state: "DEPLOYED",
  last_deployment_date: "2026-03-04T11:00:00Z",
  last_deployment_id: "17",
  total_deployment_duration_in_seconds: 93,
  origin: "API",
  triggered_by: "ada",
  deployment_status: "OUT_OF_DATE",
  deployment_request_id: ids.deployment,
  metrics: [
    {
      stage_id: ids.stage,
      total_duration_sec: 93,
      details: [{ stage_id: ids.stage, step_name: "TOTAL", status: "SUCCESS", duration_sec: 93 }],
    },
  ],
};

const program = {
  ...asProgram(request),
  // What only the provider reads.
  triggers: ["release 7", { any: [1, null] }],
  timeoutSeconds: 30,
  cancelOnDestroy: true,
  forceCancel: true,
};

/** A container that is deployed by id, created by hand in each environment. */
const deployed = { environment: "", otherEnvironment: "" };

/** §2.8 and endpoint 17 */
export const deploymentTrigger = testRecord({
  fixture: fixtureOf({
    kind: "DeploymentTrigger",
    title: "every list, by id",
    isParentOmitted: true,
    program,
    request,
    response,
    outputs: program,
  }),
  documented: {
    request: "applications databases containers jobs helms terraforms",
    response: `id state last_deployment_state last_deployment_date last_deployment_id
      total_deployment_duration_in_seconds origin triggered_by deployment_status deployment_request_id metrics`,
  },
  arguments: {
    required: "environmentId applications[].applicationId containers[].id jobs[].id helms[].id terraforms[].id",
    bounds: [
      ["timeoutSeconds", [0], [1]],
      ...notEmpty(`applications[].gitCommitId containers[].imageTag jobs[].imageTag jobs[].gitCommitId
        helms[].gitCommitId terraforms[].gitCommitId helms[].chartVersion helms[].valuesOverrideGitCommitId`),
    ],
    // Something must be named.
    valid: (values) => ({ ...values, databases: ["00000000-0000-4000-a000-0000000000a4"] }),
  },
  secrets: [],
  calls: { notApplicable: "A deployment waits, finds and cancels: deployment-trigger.test.ts pins its requests." },
  createdTwice: "deployed again",
  service: { notApplicable: "A deployment is an act: the environment keeps no resource of it." },
  lifecycle: {
    args: (ids) => ({
      environmentId: ids.environment,
      containers: [{ id: deployed.environment, imageTag: "1.0" }],
      timeoutSeconds: 300,
    }),
    edited: { arg: "containers", wire: "tag", byHand: "9.9" },
    edits: () => [{ containers: [{ id: deployed.environment, imageTag: "1.1" }] }],
    removed: { arg: "timeoutSeconds", wire: "timeout_seconds" },
    replacements: (ids) => [
      { environmentId: ids.otherEnvironment, containers: [{ id: deployed.otherEnvironment, imageTag: "1.1" }] },
    ],
    existsBefore: true,
    adopting: (ids) => ({
      environmentId: ids.environment,
      containers: [{ id: deployed.environment, imageTag: "1.1" }],
      adoptId: ids.environment,
    }),
    acts: {
      async prepare({ request, ids }) {
        const body = { ...bodies.container.minimal(ids), tag: "1.0" };
        for (const place of ["environment", "otherEnvironment"] as const) {
          deployed[place] = (await request("POST", `/environment/${ids[place]}/container`, { body })).body.id;
        }
      },
      target: ({ containers }) => (containers as readonly { readonly id: string }[])[0]?.id,
      async actByHand({ request, ids }) {
        const body = { containers: [{ id: deployed.otherEnvironment, image_tag: "9.9" }] };
        await request("POST", `/environment/${ids.otherEnvironment}/service/deploy`, { body });
      },
      needs: (ids) => ids.otherEnvironment,
    },
  },
  existing: { notApplicable: "A deployment is an act: a trigger adopts what its environment has deployed." },
  bodies: { notApplicable: "A deployment isn't a resource: access/endpoints.ts has a body for each of its calls." },
  everyField: {
    notApplicable: "A trigger names the resources of the program: deployEveryKind declares it after them.",
  },
  simulation: { args: ({ edition }) => ({ triggers: [edition] }), wire: () => ({}) },
});
