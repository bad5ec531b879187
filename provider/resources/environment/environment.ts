import { z } from "zod";
import { defineResource } from "../../definition/defineResource.js";
import { extended } from "../../platform/endpoint.js";
import { uuid } from "../../schema/formats.js";
import { nameUniqueIn } from "../shared/name.js";
import { organization } from "../shared/organization.js";
import { changeTimes } from "../shared/timestamps.js";
import { createEnvironment } from "./cloneEnvironment.js";
import { planEnvironment } from "./planEnvironment.js";

const project = z
  .strictObject({ id: uuid.meta({ description: "ID of the project." }) })
  .optional()
  .meta({ typeName: "ProjectReference", description: "Project that holds the environment." });

const cloudProvider = z
  .strictObject({
    provider: z.string().optional().meta({ description: "Cloud provider of the cluster." }),
    cluster: z.string().optional().meta({ description: "What the cloud provider calls the cluster's place." }),
  })
  .optional()
  .meta({ typeName: "EnvironmentCloudProvider", description: "Where the environment's cluster runs." });

/** An environment: services that are deployed together. */
export const environment = defineResource("Environment", {
  description:
    "Services of a project that are deployed together. Deleting an environment deletes everything in it, and waits until it's gone. The delete is refused if the environment contains something that this stack doesn't manage, unless `app-platform:onDelete` is `everything`.",
  args: {
    projectId: uuid.meta({ description: "Project that holds the environment.", response: { path: "project.id" } }),
    name: nameUniqueIn("in the project"),
    mode: z
      .enum(["DEVELOPMENT", "STAGING", "PRODUCTION"])
      .optional()
      .meta({ typeName: "EnvironmentMode", description: "What the environment is for.", clonedAs: "mode" }),
    clusterId: uuid.optional().meta({
      description: "Cluster on which its services run.",
      wire: "cluster",
      clonedAs: "cluster_id",
      response: { path: "cluster_id" },
      onUpdate: "replace",
      whenOmitted: { says: "the organization's default cluster; of a clone, that of its source" },
    }),
  },
  outputs: {
    ...changeTimes,
    clusterName: z.string().optional().meta({ description: "Name of the cluster." }),
    project,
    organization,
    cloudProvider,
    expiresAt: z.string().optional().meta({ description: "When the platform deletes the environment (ISO 8601)." }),
  },
  updateMode: "partial",
  api: {
    create: extended("POST /project/{projectId}/environment"),
    list: extended("GET /project/{projectId}/environment"),
    read: extended("GET /environment/{id}"),
    clone: extended("POST /environment/{id}/clone"),
    update: extended("PUT /environment/{id}"),
    delete: extended("DELETE /environment/{id}"),
    statuses: extended("GET /environment/{id}/statuses"),
  },
  verbs: { plan: planEnvironment, create: createEnvironment },
  example: `const staging = new Environment("staging", { projectId, mode: "STAGING" });
export const environmentId = staging.id;`,
});
