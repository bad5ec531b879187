import { z } from "zod";
import { defineResource } from "../definition/defineResource.js";
import type { Scope } from "../definition/resourceDefinition.js";
import { NotConfirmedGoneError } from "../errors/index.js";
import { listAll, read } from "../lifecycle/read.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { url, uuid } from "../schema/formats.js";
import type { Values } from "../schema/json.js";
import { normalId } from "../schema/normalForm.js";
import { text } from "../schema/texts.js";

const clusters = extended("GET /organization/{organizationId}/cluster");

/** Reads the settings. A 404 means that they are gone only if the platform still knows the cluster. */
async function readSettings(scope: Scope, id: string, state: Values): Promise<Values | undefined> {
  const found = await read(scope, id, state);
  if (found !== undefined) return found;
  const isLocated = typeof state.organizationId === "string";
  const purpose = `Listing clusters to find the one of ${scope.label}`;
  const known = isLocated ? await listAll(scope, clusters, state, { purpose }) : [];
  const clusterId = normalId(String(state.clusterId));
  if (known.some(({ id: each }) => normalId(String(each)) === clusterId)) return undefined;
  throw new NotConfirmedGoneError(
    scope.label,
    isLocated
      ? "the organization has no such cluster"
      : "without `organizationId`, the platform cannot tell whether it still knows the cluster",
    [
      isLocated ? "check `organizationId`, `clusterId` and the base URL" : "give `organizationId`, and run `pulumi up`",
      "if it is really gone, remove it from the state (pulumi state delete)",
    ],
  );
}

/** The GitOps tool of a cluster. */
export const argoCdConfig = defineResource("ArgoCdConfig", {
  description: "URL and token of a cluster's GitOps tool. Requires the admin role.",
  args: {
    clusterId: uuid.meta({ description: "Cluster that uses the tool." }),
    organizationId: uuid.optional().meta({
      description:
        "Organization that holds the cluster. If it is given, a refresh removes deleted settings from the state; without it, their absence is an error, since the platform may not know the cluster at all.",
      local: true,
    }),
    argocdUrl: url.meta({ description: "URL of the tool." }),
    argocdToken: text.meta({
      description: "Token for the tool. Responses mask it, so changes outside Pulumi are not detected.",
      secret: true,
      writeOnly: true,
    }),
  },
  outputs: {
    createdAt: z.string().optional().meta({ description: "Time of the first save (ISO 8601)." }),
    updatedAt: z.string().optional().meta({ description: "Time of the last save (ISO 8601)." }),
    lastCheckedAt: z
      .string()
      .optional()
      .meta({ description: "Time when the platform last reached the tool (ISO 8601)." }),
  },
  identity: "place",
  verbs: { read: readSettings },
  api: {
    save: endpoint(19, "POST /cluster/{clusterId}/argoCdConfig"),
    read: extended("GET /cluster/{clusterId}/argoCdConfig"),
    delete: extended("DELETE /cluster/{clusterId}/argoCdConfig"),
  },
  example: `new ArgoCdConfig("gitops", {
  clusterId,
  argocdUrl: "https://argocd.example.com",
  argocdToken: config.requireSecret("argocdToken"),
});`,
});
