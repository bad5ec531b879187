import * as pulumi from "@pulumi/pulumi";
import { ArgoCdConfig } from "pulumi-app-platform";

const config = new pulumi.Config();

// Needs a token of the platform with the admin role. There is one setting a cluster: it is saved or overwritten.
const gitops = new ArgoCdConfig("gitops", {
  clusterId: config.require("clusterId"),
  argocdUrl: config.require("argocdUrl"),
  // pulumi config set --secret argocdToken …
  // The platform never gives it back, so a new value here is what counts: set it again to rotate it.
  argocdToken: config.requireSecret("argocdToken"),
});

export const checkedAt = gitops.lastCheckedAt;
