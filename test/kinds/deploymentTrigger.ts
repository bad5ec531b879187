import { acts, deployed } from "./deploymentTrigger/acts.js";
import { deploymentTrigger as fixture } from "./deploymentTrigger/fixture.js";
import { notEmpty } from "./shared/arguments.js";
import { testRecord } from "./testRecord.js";

export const deploymentTrigger = testRecord({
  fixture,
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
    acts,
  },
  existing: { notApplicable: "A deployment is an act: a trigger adopts what its environment has deployed." },
  bodies: { notApplicable: "A deployment isn't a resource: access/endpoints.ts has a body for each of its calls." },
  everyField: {
    notApplicable: "A trigger names the resources of the program: deployEveryKind declares it after them.",
  },
  simulation: { args: ({ edition }) => ({ triggers: [edition] }), wire: () => ({}) },
});
