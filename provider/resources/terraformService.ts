import { defineResource } from "../definition/defineResource.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { boolean, choice, integer, list, nullable, object, optional, text } from "../schema/fields.js";
import { extraArguments, terraformGitRepository } from "./shared/git.js";
import { environmentId, serviceName, serviceOutputs } from "./shared/service.js";

/** An infrastructure-as-code service, run by Terraform or OpenTofu. */
export const terraformService = defineResource("TerraformService", {
  description: "An infrastructure-as-code service, run by Terraform or OpenTofu.",
  args: {
    environmentId: environmentId(),
    name: serviceName(),
    description: text("What the service is for, shown in the platform's console."),
    autoDeployConfig: object("AutoDeployConfig", "Whether and how a new commit is deployed by itself.", {
      autoDeploy: boolean("Whether a new commit is deployed by itself."),
      terraformAction: choice("TerraformAction", "What such a deployment does.", ["DEFAULT", "PLAN", "NOOP"]),
    }),
    terraformFilesSource: object(
      "TerraformFilesSource",
      "Where the Terraform files are.",
      { gitRepository: terraformGitRepository() },
      { answerWrapper: "git" },
    ),
    terraformVariablesSource: object("TerraformVariablesSource", "Where the values of the variables come from.", {
      tfVarFilePaths: list("Paths of variable files in the repository.", text("Path of a variable file.")),
      tfVars: list(
        "Values of variables.",
        object("TfVar", "The value of one variable.", {
          key: text("Name of the variable.", { minLength: 1 }),
          value: text("Value of the variable.", { secretWhen: "secret" }),
          secret: boolean("Whether the value is secret: it is then encrypted in the state and comes back masked."),
        }),
        { key: "key", unique: ["key"] },
      ),
    }),
    backend: object(
      "TerraformBackend",
      "Where Terraform keeps its state: exactly one member.",
      {
        kubernetes: object("KubernetesBackend", "In the cluster.", {}),
        userProvided: object("UserProvidedBackend", "Where the Terraform files themselves say.", {}),
      },
      { alternatives: [["kubernetes"], ["userProvided"]] },
    ),
    engine: choice("TerraformEngine", "Program that runs the files.", ["TERRAFORM", "OPEN_TOFU"]),
    providerVersion: object("TerraformProviderVersion", "Version of the engine.", {
      explicitVersion: text("Version to use.", { minLength: 1 }),
      readFromTerraformBlock: optional(boolean("Whether the version is read from the files' terraform block.")),
    }),
    jobResources: object("TerraformJobResources", "Size of the job that runs the engine.", {
      cpuMilli: integer("Processor share.", { unit: "millicores", min: 1, max: 32000 }),
      ramMib: integer("Memory.", { unit: "MiB", min: 1, max: 131072 }),
      gpu: integer("Graphics processors.", { min: 0, max: 8 }),
      storageGib: integer("Size of the disk.", { unit: "GiB", min: 1 }),
    }),
    timeoutSec: optional(integer("Time after which a run has failed.", { unit: "seconds", default: 600, min: 0 })),
    iconUri: optional(text("Icon of the service, an absolute URI.", { format: "uri" })),
    useClusterCredentials: optional(boolean("Whether runs use the cluster's cloud credentials.")),
    actionExtraArguments: extraArguments(),
    dockerfileFragment: optional(
      nullable(
        object(
          "DockerfileFragment",
          "Lines added to the Dockerfile of the job; null means none.",
          {
            type: choice("DockerfileFragmentType", "Where the lines are.", ["file", "inline"]),
            path: text("Path of a file in the repository; only for type file.", {
              minLength: 1,
              onlyWhen: { type: ["file"] },
            }),
            content: text("The lines themselves, at most 8192 bytes; only for type inline.", {
              maxBytes: 8192,
              onlyWhen: { type: ["inline"] },
            }),
          },
          { alternatives: [["path"], ["content"]] },
        ),
      ),
    ),
  },
  outputs: {
    ...serviceOutputs,
    autoDeploy: optional(boolean("Whether a new commit is deployed by itself.")),
  },
  api: {
    create: endpoint(15, "POST /environment/{environmentId}/terraform"),
    clone: endpoint(16, "POST /terraform/{id}/clone"),
    read: extended("GET /terraform/{id}"),
    list: extended("GET /environment/{environmentId}/terraform"),
    update: extended("PUT /terraform/{id}"),
    delete: extended("DELETE /terraform/{id}"),
  },
  deployedAs: { list: "terraforms", idMember: "id", versions: { gitCommitId: undefined, action: undefined } },
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
