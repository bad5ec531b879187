import { z } from "zod";
import { secret } from "../schema/secrets.js";
import { httpUrl, text, timestamp, uuid } from "../schema/texts.js";
import { masked } from "./masked.js";

export const gitOpsRequest = z
  .object({ argocd_url: httpUrl, argocd_token: secret(text) })
  .meta({ id: "GitOpsConfigurationRequest" });

export const gitOpsResponse = z
  .object({
    id: uuid,
    cluster_id: uuid,
    argocd_url: text,
    argocd_token: secret(text),
    created_at: timestamp,
    updated_at: timestamp,
    last_checked_at: timestamp,
  })
  .meta({ id: "GitOpsConfiguration" });

/** The configuration as stored, with the token in plain text. */
export type GitOps = z.output<typeof gitOpsResponse>;

export function representGitOps(gitOps: GitOps): GitOps {
  return { ...gitOps, argocd_token: masked };
}
