import { z } from "zod";
import { defineResource } from "../definition/defineResource.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { url, uuid } from "../schema/formats.js";
import { text } from "../schema/texts.js";

/** The GitOps tool of a cluster. */
export const argoCdConfig = defineResource("ArgoCdConfig", {
  description: "URL and token of a cluster's GitOps tool. Requires the admin role.",
  args: {
    clusterId: uuid.meta({ description: "Cluster that uses the tool." }),
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
