import { defineResource } from "../definition/defineResource.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { optional, text, uuid } from "../schema/fields.js";

/** The GitOps tool that a cluster works with. */
export const argoCdConfig = defineResource("ArgoCdConfig", {
  description: "Address and token of the GitOps tool of a cluster. Needs the admin role.",
  args: {
    clusterId: uuid("Cluster that works with the tool. Another cluster means a new resource."),
    argocdUrl: text("Address of the tool.", { format: "url" }),
    argocdToken: text("Token for the tool. The platform gives it back masked: a change made outside is not seen.", {
      minLength: 1,
      secret: true,
      writeOnly: true,
    }),
  },
  outputs: {
    createdAt: optional(text("When it was saved first, ISO 8601.")),
    updatedAt: optional(text("When it was saved last, ISO 8601.")),
    lastCheckedAt: optional(text("When the platform last reached the tool, ISO 8601.")),
  },
  api: {
    create: endpoint(19, "POST /cluster/{clusterId}/argoCdConfig"),
    update: endpoint(19, "POST /cluster/{clusterId}/argoCdConfig"),
    read: extended("GET /cluster/{clusterId}/argoCdConfig"),
    delete: extended("DELETE /cluster/{clusterId}/argoCdConfig"),
  },
  example: `new ArgoCdConfig("gitops", {
  clusterId,
  argocdUrl: "https://argocd.example.com",
  argocdToken: config.requireSecret("argocdToken"),
});`,
});
