/** The local paths that deploy, stop and cancel as the API does, for a page that has no token. */

import type { LocalContext } from "../local/context.js";
import type { LocalRequest, LocalRoute } from "../local/local-route.js";
import type { Call } from "../operations/call.js";
import { cancel, redeploy, stop } from "../operations/deployments.js";
import { sweep } from "../operations/sweep.js";
import { seededIds } from "../seed.js";
import type { Actor } from "../tokens.js";
import type { Actions } from "./contract.js";

type Result = Actions["POST /_local/environments/{id}/redeploy"]["result"];

const page = true;
const dashboardUser: Actor = { subject: "dashboard", role: "editor", organizationId: seededIds.organization };

function acting(operation: (call: Call) => { readonly last_deployment_id?: string | undefined }) {
  return ({ platform }: LocalContext, { params }: LocalRequest): Promise<Result> => {
    const now = platform.clock.now().toISOString();
    const call: Call = { platform, actor: dashboardUser, params, query: new URLSearchParams(), body: {}, now };
    sweep(platform);
    return platform.store.writeTogether(() => ({ deploymentId: operation(call).last_deployment_id ?? "" }));
  };
}

export const environmentActions: readonly LocalRoute[] = [
  { method: "POST", path: "/_local/environments/{environmentId}/redeploy", page, run: acting(redeploy) },
  { method: "POST", path: "/_local/environments/{environmentId}/stop", page, run: acting(stop) },
  { method: "POST", path: "/_local/environments/{environmentId}/cancel", page, run: acting(cancel) },
];
