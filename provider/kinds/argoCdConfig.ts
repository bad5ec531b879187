import { defineResource } from "../definition/defineKind.js";
import type { Call } from "../definition/kind.js";
import { NotConfirmedGoneError, NotFoundError, RejectedError } from "../errors/index.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { isParentGone } from "../resource/existence.js";
import { send } from "../resource/send.js";
import type { Values } from "../schema/json.js";
import { responseText, text, url, uuid } from "../schema/schemas.js";

const save = endpoint(19, "POST /cluster/{clusterId}/argoCdConfig");

/**
 * Settings that aren't found are gone only if the platform still has the cluster, which no call reads by ID. Saving no content shows that
 * and changes nothing: the platform rejects it (400), or doesn't know the cluster (404). With 404, they're gone if the stack has the
 * cluster and a list no longer contains it.
 */
async function confirmGone(call: Call, _id: string, state: Values): Promise<void> {
  try {
    await send(call, save, state, "Checking the cluster of", {});
  } catch (error) {
    if (error instanceof RejectedError) return;
    if (!(error instanceof NotFoundError)) throw error;
  }
  if (await isParentGone(call, { kind: "cluster", id: String(state.clusterId) }, {})) return;
  throw new NotConfirmedGoneError(call.label, `the platform has no cluster with id ${String(state.clusterId)}`, [
    "check the base URL and that the cluster still exists",
    "if the cluster is gone, remove the settings from the state (pulumi state delete)",
  ]);
}

export const argoCdConfig = defineResource("ArgoCdConfig", {
  description: "The Argo CD settings of a cluster: URL and token. Changing them requires the admin role.",
  args: {
    clusterId: uuid.meta({ description: "Cluster that uses the tool." }),
    argocdUrl: url.meta({ description: "URL of the tool." }),
    argocdToken: text.meta({
      description: "Token for the tool. Responses mask it, so changes outside Pulumi aren't detected.",
      secret: true,
      returned: "never",
    }),
  },
  outputs: {
    createdAt: responseText.meta({ description: "Time of the first save (ISO 8601).", changesWith: [] }),
    updatedAt: responseText.meta({ description: "Time of the last save (ISO 8601)." }),
    lastCheckedAt: responseText.meta({ description: "Time when the platform last reached the tool (ISO 8601)." }),
  },
  identity: "place",
  verbs: { confirmGone },
  api: {
    save,
    read: extended("GET /cluster/{clusterId}/argoCdConfig"),
    delete: extended("DELETE /cluster/{clusterId}/argoCdConfig"),
  },
  example: `new ArgoCdConfig("gitops", {
  clusterId,
  argocdUrl: "https://argocd.example.com",
  argocdToken: config.requireSecret("argocdToken"),
});`,
});
