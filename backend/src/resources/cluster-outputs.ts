/** What the cloud provider says about a cluster. Which members there are depends on the kind of its Kubernetes service. */
import { z } from "zod";
import { text } from "../schema/texts.js";
import { accessesOf } from "./secret-manager-access.js";

/** The identity with which accesses that are configured automatically read secrets, if there are any. */
const identity = <T extends z.ZodRawShape>(members: T) => ({
  external_secrets_automatic_authentication: z.object(members).optional(),
});

const members = { cluster_name: text, cluster_oidc_issuer: text };

export const infrastructureOutputs = z.union([
  z.object({ kind: z.enum(["AKS"]), ...members }),
  z.object({ kind: z.enum(["EKS"]), ...members, cluster_arn: text, vpc_id: text, ...identity({ eks_role_arn: text }) }),
  z.object({ kind: z.enum(["GKE"]), ...members, cluster_self_link: text, ...identity({ gke_service_account: text }) }),
  z.object({ kind: z.enum(["SCW_KAPSULE"]), ...members }),
]);
type InfrastructureOutputs = z.output<typeof infrastructureOutputs>;

interface ParentReference {
  readonly cloud_provider: string;
  readonly region: string;
  readonly secret_manager_accesses?: readonly unknown[] | null | undefined;
}

/** Null for a cloud provider without a Kubernetes service of these kinds. */
export function infrastructureOutputsOf(id: string, at: ParentReference): InfrastructureOutputs | null {
  const { cloud_provider, region } = at;
  const short = id.slice(0, 8);
  const cluster_name = `platform-${short}`;
  const isAutomatic = accessesOf(at.secret_manager_accesses).some(
    ({ authentication: { mode } }) => mode === "AUTOMATICALLY_CONFIGURED",
  );
  switch (cloud_provider) {
    case "AWS":
      return {
        kind: "EKS",
        cluster_name,
        cluster_oidc_issuer: `https://oidc.eks.${region}.amazonaws.com/id/${short}`,
        cluster_arn: `arn:aws:eks:${region}:123456789012:cluster/${cluster_name}`,
        vpc_id: `vpc-${id.replaceAll("-", "").slice(0, 17)}`,
        ...(isAutomatic && {
          external_secrets_automatic_authentication: {
            eks_role_arn: `arn:aws:iam::123456789012:role/${cluster_name}-external-secrets`,
          },
        }),
      };
    case "AZURE":
      return { kind: "AKS", cluster_name, cluster_oidc_issuer: `https://${region}.oic.prod-aks.azure.com/${id}/` };
    case "GCP": {
      const path = `projects/platform/locations/${region}/clusters/${cluster_name}`;
      return {
        kind: "GKE",
        cluster_name,
        cluster_oidc_issuer: `https://container.googleapis.com/v1/${path}`,
        cluster_self_link: `https://container.googleapis.com/v1/${path}`,
        ...(isAutomatic && {
          external_secrets_automatic_authentication: {
            gke_service_account: `${cluster_name}@platform.iam.gserviceaccount.com`,
          },
        }),
      };
    }
    case "SCW":
      return { kind: "SCW_KAPSULE", cluster_name, cluster_oidc_issuer: `https://${id}.api.k8s.${region}.scw.cloud` };
    default:
      return null;
  }
}
