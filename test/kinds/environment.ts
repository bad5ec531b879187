import type { EnvironmentArgs } from "pulumi-app-platform";
import { name } from "./shared/arguments.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids, otherCluster } from "./shared/ids.js";
import { bothSides } from "./shared/simulated.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const path = `/environment/${ids.environment}`;
const same = { name: "staging", mode: "STAGING" };

export const environment = testRecord({
  fixture: fixtureOf({
    kind: "Environment",
    path: { projectId: ids.project },
    program: { ...same, clusterId: ids.cluster },
    request: { ...same, cluster: ids.cluster },
    response: {
      ...same,
      ...stamped(ids.environment),
      cluster_id: ids.cluster,
      cluster_name: "main",
      project: { id: ids.project },
      organization: { id: ids.organization },
      cloud_provider: { provider: "AWS", cluster: "eu-west-3" },
      expires_at: "2026-04-01T00:00:00Z",
    },
  }),
  undocumented: { notApplicable: "The API document has no call that creates an environment." },
  arguments: {
    required: "projectId",
    bounds: [...name],
    changed: {
      documented: ["refused", { projectId: "replace", name: "replace", clusterId: "name taken" }],
      extended: ["edit", { projectId: "replace", clusterId: "replace, deleted first" }],
    },
  },
  secrets: [],
  calls: { extended: { update: [`PUT ${path}`] }, unsent: { update: ["cluster"] } },
  service: { notApplicable: "An environment holds services, and no environment holds it." },
  lifecycle: {
    args: ({ project }) => ({ projectId: project, name: "staging", mode: "STAGING" }),
    edited: { arg: "mode", wire: "mode", byHand: "DEVELOPMENT" },
    edits: () => [{ mode: "PRODUCTION" }],
    removed: { arg: "mode", wire: "mode" },
    replacements: ({ cluster }) => [{ clusterId: otherCluster.id }, { clusterId: cluster }],
  },
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
  simulation: bothSides(({ edition }) => ({ mode: edition % 2 === 0 ? "STAGING" : "PRODUCTION" })),
});
