import type { ArgoCdConfigArgs } from "pulumi-app-platform";
import type { SeededIds } from "../../platform/platform.js";

/** GitOps settings with every field set, as a program would give them. */
export function everyField(ids: SeededIds, secret: (name: "argocdToken") => string) {
  const argoCdConfig: ArgoCdConfigArgs = {
    clusterId: ids.cluster,
    argocdUrl: "https://argocd.example.com",
    argocdToken: secret("argocdToken"),
  };
  return { argoCdConfig };
}
