/**
 * Object storage that OpenTofu creates from the files of a git repository. New commits are only planned, until the trigger applies the
 * commit in the configuration. When `pulumi destroy` deletes the service, first check whether your platform also destroys what OpenTofu has
 * created; otherwise, that stays.
 */
import * as pulumi from "@pulumi/pulumi";
import { DeploymentTrigger, TerraformService } from "pulumi-app-platform";

const config = new pulumi.Config();
const environmentId = config.require("environmentId");

const storage = new TerraformService("object-storage", {
  environmentId,
  description: "Buckets of the shop",
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
    // Files of the repository first, then the values below.
    tfVarFilePaths: ["production.tfvars"],
    tfVars: [
      { key: "region", value: "eu-west-3", secret: false },
      // Lists and objects are JSON.
      { key: "buckets", value: JSON.stringify(["pictures", "invoices"]), secret: false },
      // Encrypted in the state. The platform returns it masked, which doesn't show as a diff.
      { key: "encryption_key", value: config.requireSecret("encryptionKey"), secret: true },
    ],
  },
  // OpenTofu's state is in the cluster. `{ userProvided: {} }` uses the backend that the files configure.
  backend: { kubernetes: {} },
  // The runs use the cloud credentials of the cluster, so none are here.
  useClusterCredentials: true,
  // The job that runs OpenTofu.
  jobResources: { cpuMilli: 500, ramMib: 512, gpu: 0, storageGib: 1 },
  timeoutSec: 900,
  actionExtraArguments: { plan: ["-parallelism=5"], apply: ["-parallelism=5"] },
  // A new commit is planned but not applied. Applying it takes a deployment, as below.
  autoDeployConfig: { autoDeploy: true, terraformAction: "PLAN" },
});

// Applies the files at this commit. To plan only: { service: storage, gitCommitId: "…", action: "PLAN" }
const apply = new DeploymentTrigger("object-storage-apply", {
  environmentId,
  services: [{ service: storage, gitCommitId: config.require("commit") }],
  timeoutSeconds: 1200,
});

export const storageId = storage.id;
export const state = apply.state;
