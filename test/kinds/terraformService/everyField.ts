import type { TerraformServiceArgs } from "pulumi-app-platform";
import type { SeededIds } from "../../platform/platform.js";

/** A Terraform service with every field set, as a program would give it. */
export function everyField(ids: SeededIds, secret: (name: "tfVar") => string) {
  const environmentId = ids.environment;
  const terraformService: TerraformServiceArgs = {
    environmentId,
    name: "every-terraform-service",
    description: "buckets and queues",
    autoDeployConfig: { autoDeploy: true, terraformAction: "PLAN" },
    terraformFilesSource: {
      gitRepository: {
        url: "https://gitlab.com/acme/infra.git",
        branch: "main",
        rootPath: "/network",
        gitTokenId: ids.gitToken,
      },
    },
    terraformVariablesSource: {
      tfVarFilePaths: ["prod.tfvars"],
      tfVars: [
        { key: "region", value: "eu-west-3", secret: false },
        { key: "password", value: secret("tfVar"), secret: true },
      ],
    },
    backend: { kubernetes: {} },
    engine: "OPEN_TOFU",
    providerVersion: { explicitVersion: "1.9.0", readFromTerraformBlock: true },
    jobResources: { cpuMilli: 500, ramMib: 512, gpu: 1, storageGib: 2 },
    timeoutSec: 900,
    iconUri: "https://example.com/tofu.svg",
    useClusterCredentials: true,
    actionExtraArguments: { plan: ["-parallelism=5"], force_unlock: ["-force"] },
    dockerfileFragment: { type: "inline", content: "RUN apk add jq\n" },
  };
  return { terraformService };
}
