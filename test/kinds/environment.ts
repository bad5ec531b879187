import type { EnvironmentArgs } from "pulumi-app-platform";
import { extended } from "../engine/expectations/extended.js";
import { name } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { otherCluster } from "./shared/otherCluster.js";
import { extended as extendedOnly } from "./shared/sets.js";
import { outputsOf } from "./shared/spelling.js";
import { times } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const environments = `/project/${ids.project}/environment`;
const path = `/environment/${ids.environment}`;
const read = [`GET ${path}`];
const undocumented = { notApplicable: "The API document has no call that creates an environment." };

const same = { name: "staging", mode: "STAGING" };

const response = {
  ...same,
  id: ids.environment,
  created_at: times.created,
  updated_at: times.updated,
  cluster_id: ids.cluster,
  cluster_name: "main",
  project: { id: ids.project },
  organization: { id: ids.organization },
  cloud_provider: { provider: "AWS", cluster: "eu-west-3" },
  expires_at: "2026-04-01T00:00:00Z",
};

export const environment = testRecord({
  fixture: {
    kind: "Environment",
    title: "every field",
    path: { projectId: ids.project },
    program: { ...same, clusterId: ids.cluster },
    request: { ...same, cluster: ids.cluster },
    response,
    outputs: outputsOf(response, { projectId: ids.project }),
    variants: [],
  },
  documented: {
    request: "name mode cluster",
    response:
      "id created_at updated_at name mode cluster_id cluster_name project organization cloud_provider expires_at",
  },
  stateText: 'exports.handler=()=>require("pulumi-app-platform/runtime").provider("Environment")',
  givenText: "projectId",
  arguments: {
    required: "projectId",
    bounds: [...name],
    changed: {
      documented: ["refused", { projectId: "replace", name: "replace", clusterId: "name taken" }],
      extended: ["edit", { projectId: "replace", clusterId: "replace, deleted first" }],
    },
  },
  secrets: [],
  served: { create: extendedOnly, read: extendedOnly, update: extendedOnly, clone: extendedOnly, delete: extendedOnly },
  extendedCalls: [
    "POST /project/{}/environment",
    "GET /project/{}/environment",
    "GET /environment/{}",
    "POST /environment/{}/clone",
    "PUT /environment/{}",
    "DELETE /environment/{}",
  ],
  calls: {
    id: ids.environment,
    documented: undocumented,
    extended: {
      create: [`POST ${environments}`],
      read,
      update: [`PUT ${path}`],
      delete: [`DELETE ${path}`],
      edit: { mode: "PRODUCTION" },
    },
    unsent: { update: ["cluster"] },
  },
  createdTwice: "name taken",
  service: { notApplicable: "An environment holds services, and no environment holds it." },
  lifecycle: {
    args: ({ project }) => ({ projectId: project, name: "staging", mode: "STAGING" }),
    edited: { arg: "mode", wire: "mode", byHand: "DEVELOPMENT" },
    edits: () => [{ mode: "PRODUCTION" }],
    removed: { arg: "mode", wire: "mode" },
    replacements: ({ cluster }) => [{ clusterId: otherCluster.id }, { clusterId: cluster }],
    expected: { documented: undocumented, extended: extended.Environment },
  },
  existing: { notApplicable: "It has too few settings for an adoption that keeps some of them." },
  bodies: {
    first: () => ({ name: "first" }),
    other: ({ cluster }) => ({ name: "second", mode: "STAGING", cluster }),
    text: ["name"],
    longest: 128,
    number: ["name"],
    list: ["name"],
  },
  everyField: ({ project, cluster }) => {
    const args: EnvironmentArgs = {
      projectId: project,
      name: "every-environment",
      mode: "STAGING",
      clusterId: cluster,
    };
    return { environment: args };
  },
  example: { folder: "environment", creates: ["Container", "DeploymentTrigger", "Environment"] },
  simulation: {
    args: ({ edition }) => ({ mode: edition % 2 === 0 ? "STAGING" : "PRODUCTION" }),
    wire: ({ edition }) => ({ mode: edition % 2 === 0 ? "STAGING" : "PRODUCTION" }),
  },
});
