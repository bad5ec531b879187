import { named, object, required, text, uuid, type Value } from "../schema/schema.js";
import { masked } from "./masked.js";

export const gitOpsRequest = named(
  "GitOpsConfiguration",
  object({ argocd_url: required(text({ format: "url" })), argocd_token: required(text()) }),
);

export const gitOpsResponse = named(
  "GitOpsConfiguration",
  object({
    id: required(uuid()),
    cluster_id: required(uuid()),
    argocd_url: required(text()),
    argocd_token: required(text()),
    created_at: required(text({ format: "timestamp" })),
    updated_at: required(text({ format: "timestamp" })),
    last_checked_at: required(text({ format: "timestamp" })),
  }),
);

/** The configuration as the store keeps it, with the token in clear. */
export type GitOps = Value<typeof gitOpsResponse>;

export function gitOpsAnswer(gitOps: GitOps): GitOps {
  return { ...gitOps, argocd_token: masked };
}
