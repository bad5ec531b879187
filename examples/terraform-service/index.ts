import * as pulumi from "@pulumi/pulumi";
import { TerraformService } from "pulumi-app-platform";

const config = new pulumi.Config();

const storage = new TerraformService("object-storage", {
  environmentId: config.require("environmentId"),
  description: "Buckets and queues of the shop",
  engine: "OPEN_TOFU",
  providerVersion: { explicitVersion: "1.9.0" },
  terraformFilesSource: {
    gitRepository: {
      url: "https://github.com/acme/infrastructure.git",
      branch: "main",
      rootPath: "/object-storage",
      gitTokenId: config.require("gitTokenId"),
    },
  },
  terraformVariablesSource: {
    tfVarFilePaths: ["production.tfvars"],
    tfVars: [
      { key: "region", value: "eu-west-3", secret: false },
      // pulumi config set --secret encryptionKey …
      // Encrypted in the state. The platform returns it masked, which does not show as a diff.
      { key: "encryption_key", value: config.requireSecret("encryptionKey"), secret: true },
    ],
  },
  // The state of OpenTofu is in the cluster.
  backend: { kubernetes: {} },
  jobResources: { cpuMilli: 500, ramMib: 512, gpu: 0, storageGib: 1 },
  autoDeployConfig: { autoDeploy: true, terraformAction: "PLAN" },
  actionExtraArguments: { plan: ["-parallelism=5"] },
  timeoutSec: 900,
});

export const storageId = storage.id;
