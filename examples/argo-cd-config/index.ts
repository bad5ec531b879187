import * as pulumi from "@pulumi/pulumi";
import { ArgoCdConfig } from "pulumi-app-platform";

const config = new pulumi.Config();

// Needs a platform token with the admin role. A cluster has one such setting; it is created or overwritten.
const gitops = new ArgoCdConfig("gitops", {
  clusterId: config.require("clusterId"),
  argocdUrl: config.require("argocdUrl"),
  // pulumi config set --secret argocdToken …
  // The platform never returns the token. To rotate it, set a new value.
  argocdToken: config.requireSecret("argocdToken"),
});

export const checkedAt = gitops.lastCheckedAt;
