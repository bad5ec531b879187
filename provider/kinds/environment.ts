import { defineResource } from "../definition/defineKind.js";
import type { Call, Created } from "../definition/kind.js";
import { extended, isServed, recordCalls } from "../platform/endpoint.js";
import { pollUntil } from "../platform/poll.js";
import { create } from "../resource/create.js";
import { PartialFailure } from "../resource/partialFailure.js";
import { send } from "../resource/send.js";
import { normalId } from "../schema/equality.js";
import { isObject, objectsIn, type Values } from "../schema/json.js";
import { choice, object, responseText, uuid } from "../schema/schemas.js";
import { builtInVariables, changeTimes, nameUniqueIn, organization } from "./shared/common.js";

const project = object("ProjectReference", "Project of the environment.", {
  id: uuid.meta({ description: "ID of the project." }),
}).optional();

const cloudProvider = object("EnvironmentCloudProvider", "Where the environment's cluster runs.", {
  provider: responseText.meta({ description: "Cloud provider of the cluster." }),
  cluster: responseText.meta({ description: "Region or zone of the cluster, as the cloud provider names it." }),
}).optional();

const statuses = extended("GET /environment/{id}/statuses");

export const environment = defineResource("Environment", {
  description:
    "An environment of a project, which contains services. Deleting an environment deletes everything in it, and waits until it's gone. The delete is refused if the environment contains something that this stack doesn't manage, unless `app-platform:onDelete` is `everything`.",
  args: {
    projectId: uuid.meta({ description: "Project of the environment.", response: { path: "project.id" } }),
    name: nameUniqueIn("in the project"),
    mode: choice("EnvironmentMode", ["DEVELOPMENT", "STAGING", "PRODUCTION"])
      .optional()
      .meta({ description: "Purpose of the environment." }),
    clusterId: uuid.optional().meta({
      description: "Cluster that its services run on.",
      idOf: { kind: "Cluster" },
      wire: "cluster",
      response: { path: "cluster_id" },
      onUpdate: "replace",
      whenOmitted: { description: "the organization's default cluster; of a clone, that of its source" },
    }),
  },
  outputs: {
    ...changeTimes,
    clusterName: responseText.meta({ description: "Name of the cluster." }),
    project,
    organization,
    cloudProvider,
    expiresAt: responseText.meta({ description: "When the platform deletes the environment (ISO 8601)." }),
  },
  builtIns: builtInVariables(
    ...["environmentId", "environmentName", "environmentType", "cloudProvider", "cloudProviderRegion"],
  ),
  updateMode: "partial",
  cascades: false,
  api: {
    ...recordCalls("/project/{projectId}/environment", { item: "/environment/{id}" }),
    clone: extended("POST /environment/{id}/clone"),
  },
  otherCalls: { statuses },
  clonedWith: { mode: "mode", clusterId: "cluster_id" },
  verbs: { create: createEnvironment },
  example: `const staging = new Environment("staging", { projectId, mode: "STAGING" });
export const environmentId = staging.id;`,
});

const cloningSeconds = 600;

/**
 * Creates the environment. A clone is complete when it has all services of its source: the platform responds earlier, but a program looks
 * up the services by name.
 */
export async function createEnvironment(call: Call, args: Values): Promise<Created> {
  const { cloneFrom } = args;
  if (typeof cloneFrom !== "string" || typeof args.adoptId === "string") return create(call, args);
  const expected = await serviceCount(call, normalId(cloneFrom));
  const created = await create(call, args);
  const { platform, log, label } = call;
  const { found } = await pollUntil(platform, {
    seconds: cloningSeconds,
    atOnce: true,
    first: 200,
    longest: 5_000,
    poll: async (operation) =>
      // The environment already exists, even if its services can't be read.
      (await serviceCount({ ...call, operation }, created.id).catch(() => 0)) >= expected || undefined,
  }).catch((error) => {
    throw new PartialFailure(label, created, "waiting for its services", error);
  });
  if (found !== undefined) return created;
  log.warn(
    `${label}: after ${cloningSeconds} s, the clone has fewer services than its source, which had ${expected}. Check it in the platform's console.`,
  );
  return created;
}

/** States of services that are gone or about to be. */
const leaving = ["DELETE_QUEUED", "DELETING", "DELETED"];

async function serviceCount(call: Call, id: string): Promise<number> {
  if (!isServed(statuses, call.platform.endpoints)) return 0;
  const response = await send(call, statuses, { id }, "Reading the services of");
  return Object.values(isObject(response) ? response : {})
    .flatMap(objectsIn)
    .filter(({ state }) => !leaving.includes(String(state))).length;
}
