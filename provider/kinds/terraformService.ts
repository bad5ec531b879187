import { z } from "zod";
import { defineResource } from "../definition/defineKind.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { settingsSubresource } from "../resource/advancedSettings.js";
import type { Codec } from "../schema/facts.js";
import { isObject } from "../schema/json.js";
import { choice, flag, integer, maxBytes, object, oneOf, text, verbatim, verbatimText } from "../schema/schemas.js";
import { builtInVariables, terraformGitRepository } from "./shared/common.js";
import { deploymentRestrictions, restrictionsSubresource } from "./shared/deploymentRestrictions.js";
import { cpu, description, iconUri, inEnvironment, memory, serviceOutputs } from "./shared/service.js";
import { advancedSettings, ownVariables, variables, variablesRule } from "./shared/serviceSubresources.js";

/** Responses have the members in an object of their own. */
const inGit: Codec = {
  decode: (response) => (isObject(response) && isObject(response.git) ? response.git : response),
};

const autoDeployConfig = object("AutoDeployConfig", "Whether and how a new commit is deployed automatically.", {
  autoDeploy: flag.meta({ description: "Whether a new commit is deployed automatically." }),
  terraformAction: choice("TerraformAction", ["DEFAULT", "PLAN", "NOOP"]).meta({
    description: "What an automatic deployment does.",
  }),
});

const variable = object("TfVar", "A variable and its value.", {
  key: verbatim.meta({ description: "Name of the variable." }),
  value: verbatimText.meta({
    description: "Value of the variable.",
    secret: { if: "secret" },
    returned: { mask: { isPreserved: true } },
  }),
  secret: flag.meta({ description: "Whether the value is secret: encrypted in the state and masked in responses." }),
});

const variablesSource = object("TerraformVariablesSource", "Sources of the variables' values.", {
  tfVarFilePaths: z
    .array(text.meta({ description: "Path of a variable file.", example: { value: "production.tfvars" } }))
    .meta({ description: "Paths of variable files in the repository.", items: "ordered" }),
  tfVars: z.array(variable).meta({ description: "Values of variables.", items: { key: "key", unique: ["key"] } }),
});

const backend = oneOf(
  {},
  { kubernetes: object("KubernetesBackend", "In the cluster.", {}) },
  {
    userProvided: object("UserProvidedBackend", "In the backend that the Terraform files configure.", {}),
  },
).meta({ typeName: "TerraformBackend", description: "Where Terraform keeps its state; set exactly one member." });

const jobResources = object("TerraformJobResources", "Size of the job that runs the engine.", {
  cpuMilli: cpu.meta({ description: "CPU.", unit: "millicores", example: { value: 500 } }),
  ramMib: memory.meta({ description: "Memory.", unit: "MiB", example: { value: 512 } }),
  gpu: integer(0, 8).meta({ description: "Number of GPUs.", example: { value: 0 } }),
  storageGib: integer(1).meta({ description: "Size of the disk.", unit: "GiB" }),
});

const dockerfileFragment = oneOf(
  {
    type: choice("DockerfileFragmentType", ["file", "inline"]).meta({ description: "Where the lines come from." }),
  },
  {
    path: text.meta({
      description: "Path of a file in the repository; only for type `file`.",
      when: { allowed: { type: ["file"] } },
    }),
  },
  {
    content: verbatim
      .check(maxBytes(8192))
      .meta({ description: "The lines; only for type `inline`.", when: { allowed: { type: ["inline"] } } }),
  },
)
  .nullable()
  .optional()
  .meta({
    typeName: "DockerfileFragment",
    description: "Lines added to the Dockerfile of the job; `null` for none.",
  });

export const terraformService = defineResource("TerraformService", {
  description: "A service that runs Terraform or OpenTofu files from a git repository.",
  args: {
    ...inEnvironment,
    description,
    autoDeployConfig,
    terraformFilesSource: object("TerraformFilesSource", "Source of the Terraform files.", {
      gitRepository: terraformGitRepository,
    }).meta({ codec: inGit }),
    terraformVariablesSource: variablesSource,
    backend,
    engine: choice("TerraformEngine", ["TERRAFORM", "OPEN_TOFU"]).meta({ description: "Program that runs the files." }),
    providerVersion: object("TerraformProviderVersion", "Version of the engine.", {
      explicitVersion: text.meta({ description: "Version to use.", example: { value: "1.9.0" } }),
      readFromTerraformBlock: flag
        .optional()
        .meta({ description: "Whether the version is read from the files' `terraform` block." }),
    }),
    jobResources,
    timeoutSec: integer(0)
      .optional()
      .meta({ description: "Time after which a run has failed.", unit: "seconds", default: 600 }),
    iconUri,
    useClusterCredentials: flag.optional().meta({ description: "Whether runs use the cluster's cloud credentials." }),
    actionExtraArguments: z
      .record(
        z.string(),
        z
          .array(verbatimText.meta({ description: "Argument." }))
          .meta({ description: "Arguments of the command.", items: "ordered" }),
      )
      .optional()
      .meta({
        description:
          "Extra arguments by command, for example `{ plan: ['-parallelism=5'] }`, placed before the command's own.",
      }),
    dockerfileFragment,
    deploymentRestrictions,
    advancedSettings,
    ...variables,
  },
  outputs: {
    ...serviceOutputs,
    autoDeploy: flag.optional().meta({ description: "Whether a new commit is deployed automatically." }),
  },
  rules: [variablesRule],
  carriedOver: ["blueprint_id"],
  api: {
    create: endpoint(15, "POST /environment/{environmentId}/terraform"),
    clone: endpoint(16, "POST /terraform/{id}/clone"),
    read: extended("GET /terraform/{id}"),
    list: extended("GET /environment/{environmentId}/terraform"),
    update: extended("PUT /terraform/{id}"),
    delete: extended("DELETE /terraform/{id}"),
  },
  ...ownVariables,
  builtIns: builtInVariables("terraformId"),
  subresources: [settingsSubresource, restrictionsSubresource],
  deployedAs: {
    list: "terraforms",
    idMember: "id",
    versions: { gitCommitId: undefined, action: undefined },
    shownVersions: ["terraformFilesSource.gitRepository.deployedCommitId"],
  },
  example: `const network = new TerraformService("network", {
  environmentId,
  description: "Buckets and queues",
  autoDeployConfig: { autoDeploy: false, terraformAction: "DEFAULT" },
  terraformFilesSource: { gitRepository: { url: "https://github.com/acme/infra.git", branch: "main", rootPath: "/network", gitTokenId } },
  terraformVariablesSource: { tfVarFilePaths: [], tfVars: [{ key: "password", value: config.requireSecret("password"), secret: true }] },
  backend: { kubernetes: {} },
  engine: "OPEN_TOFU",
  providerVersion: { explicitVersion: "1.9.0" },
  jobResources: { cpuMilli: 500, ramMib: 512, gpu: 0, storageGib: 1 },
});`,
});
