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

const destination = z.object({ url: text, clusterId: uuid });

/** The configuration as stored, with the token in plain text, and with the clusters that destinations of Argo CD are. */
export const storedGitOps = gitOpsResponse.extend({ destinations: z.array(destination).optional() });
export type GitOps = z.output<typeof storedGitOps>;

export function representGitOps({ destinations: _, ...gitOps }: GitOps): z.output<typeof gitOpsResponse> {
  return { ...gitOps, argocd_token: masked };
}
