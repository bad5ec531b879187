import type { TerraformServiceArgs } from "pulumi-app-platform";
import { bodies } from "../platform/support/bodies.js";
import type { Values } from "../support/provider.js";
import { notEmpty } from "./shared/arguments.js";
import { existingArgs, serviceBodies } from "./shared/bodies.js";
import { onPlatform } from "./shared/everyField.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import * as shared from "./shared/objects.js";
import { asProgram } from "./shared/programFormat.js";
import { seededIds } from "./shared/seededIds.js";
import { described, editDescription, moveElsewhere, written } from "./shared/service.js";
import { option } from "./shared/simulated.js";
import type { Content } from "./simulationRecord.js";
import { testRecord } from "./testRecord.js";

const request = bodies.terraform.full(seededIds) as Values & {
  terraform_files_source: { git_repository: Values };
  terraform_variables_source: { tf_vars: Values[] };
};
const repository = {
  ...request.terraform_files_source.git_repository,
  ...{ provider: "BITBUCKET", ...shared.shownRepository("network") },
};
const [plain, secret] = request.terraform_variables_source.tf_vars as [Values, Values];

const response = {
  ...request,
  ...shared.stamped(ids.terraform),
  auto_deploy: true,
  service_type: "TERRAFORM",
  terraform_variables_source: {
    ...{ ...request.terraform_variables_source, tf_vars: [plain, { ...secret, value: "REDACTED" }] },
  },
  environment: { id: ids.environment },
  terraform_files_source: { git: { git_repository: repository } },
};

const small = bodies.terraform.minimal(seededIds) as Values;
const lines = {
  ...small,
  auto_deploy_config: { auto_deploy: false, terraform_action: "NOOP" },
  terraform_files_source: { git_repository: { url: "ssh://git@github.com/acme/infra.git" } },
  backend: { user_provided: {} },
  dockerfile_fragment: { type: "inline", content: "RUN apk add jq\n" },
};
const noLines = { ...small, terraform_files_source: request.terraform_files_source, dockerfile_fragment: null };

/** §2.6 */
const fixture = fixtureOf({
  kind: "TerraformService",
  title: "every field, state in the cluster",
  request,
  response,
  outputs: {
    terraformVariablesSource: asProgram(request.terraform_variables_source),
    terraformFilesSource: { gitRepository: asProgram(repository) },
  },
  variants: [
    { title: "a backend of its own, and lines for the Dockerfile as text", request: lines },
    { title: "no dockerfileFragment", request: noLines },
  ],
});

const variables = (edition: number) => ({
  tfVarFilePaths: [],
  tfVars: [{ key: "password", value: `secret ${edition}`, secret: true }],
});
/** What no step changes. */
const fixed = {
  autoDeployConfig: { autoDeploy: false, terraformAction: "DEFAULT" },
  backend: { kubernetes: {} },
  engine: "OPEN_TOFU",
  providerVersion: { explicitVersion: "1.9.0" },
  jobResources: { cpuMilli: 500, ramMib: 512, gpu: 0, storageGib: 1 },
};
const simulatedWire = ({ edition }: Content): Values => ({
  description: `edition ${edition}`,
  timeout_sec: 600 + edition,
  terraform_variables_source: { tf_vars: [{ key: "password", value: `secret ${edition}` }] },
});

export const terraformService = testRecord({
  fixture,
  documented: {
    request: `name description auto_deploy_config terraform_files_source terraform_variables_source backend engine
      provider_version job_resources timeout_sec icon_uri use_cluster_credentials action_extra_arguments
      dockerfile_fragment`,
    response: `id created_at name timeout_sec auto_deploy icon_uri service_type terraform_variables_source engine backend
      provider_version job_resources environment use_cluster_credentials action_extra_arguments updated_at description
      auto_deploy_config dockerfile_fragment terraform_files_source`,
  },
  arguments: {
    required: `environmentId description autoDeployConfig autoDeployConfig.autoDeploy autoDeployConfig.terraformAction
      terraformFilesSource terraformFilesSource.gitRepository terraformFilesSource.gitRepository.url terraformVariablesSource
      terraformVariablesSource.tfVarFilePaths terraformVariablesSource.tfVars terraformVariablesSource.tfVars[].key
      terraformVariablesSource.tfVars[].value terraformVariablesSource.tfVars[].secret backend engine providerVersion
      providerVersion.explicitVersion jobResources jobResources.cpuMilli jobResources.ramMib jobResources.gpu
      jobResources.storageGib dockerfileFragment.type`,
    bounds: [
      ["name", ["", "x".repeat(129)], ["x".repeat(128)]],
      ...notEmpty(`terraformFilesSource.gitRepository.branch terraformFilesSource.gitRepository.rootPath
          terraformVariablesSource.tfVarFilePaths[] terraformVariablesSource.tfVars[].key
          providerVersion.explicitVersion dockerfileFragment.path`),
      ["jobResources.cpuMilli", [0, 32001], [1, 32000]],
      ["jobResources.ramMib", [0, 131073], [1, 131072]],
      ["jobResources.gpu", [-1, 9], [0, 8]],
      ["jobResources.storageGib", [0], [1]],
      ["timeoutSec", [-1], [0]],
      ["dockerfileFragment.content", ["", "x".repeat(8193), "é".repeat(4097)], ["x".repeat(8192), "é".repeat(4096)]],
    ],
    omittedElsewhere: {
      "backend.kubernetes": "backend",
      "backend.userProvided": "backend",
      "dockerfileFragment.path": "dockerfileFragment",
      "dockerfileFragment.content": "dockerfileFragment",
    },
    dependents: { "dockerfileFragment.type": ["dockerfileFragment.path", "dockerfileFragment.content"] },
  },
  secrets: [{ path: "terraformVariablesSource.tfVars[].value", name: "tfVar", sample: "s3cret" }],
  calls: { edit: { timeoutSec: 60 } },
  service: "terraform",
  lifecycle: {
    args: (ids) => ({
      ...fixed,
      environmentId: ids.environment,
      name: "network",
      description: written,
      terraformFilesSource: {
        gitRepository: {
          ...{ url: "https://github.com/acme/infra.git", branch: "main" },
          ...{ rootPath: "/network", gitTokenId: ids.gitToken },
        },
      },
      terraformVariablesSource: { tfVarFilePaths: [], tfVars: [{ key: "size", value: "3", secret: false }] },
      timeoutSec: 900,
    }),
    edited: described,
    edits: editDescription,
    removed: { arg: "timeoutSec", wire: "timeout_sec", now: 600 },
    replacements: moveElsewhere,
  },
  existing: {
    requiredArgs: (ids) => ({
      ...existingArgs(
        "terraform",
        ids,
        "description autoDeployConfig terraformFilesSource terraformVariablesSource backend engine jobResources",
      ),
      providerVersion: { explicitVersion: "1.9.0" },
    }),
  },
  bodies: serviceBodies("terraform", { number: ["timeout_sec"], list: ["terraform_variables_source", "tf_vars"] }),
  everyField: (ids, secret) => ({
    terraformService: onPlatform<TerraformServiceArgs>(
      fixture,
      ids,
      { name: "every-terraform-service" },
      { hunter2: secret("tfVar") },
    ),
  }),
  simulation: {
    args: ({ edition }, ids) => ({
      ...fixed,
      description: `edition ${edition}`,
      timeoutSec: 600 + edition,
      terraformFilesSource: { gitRepository: { url: "https://github.com/acme/infra.git", gitTokenId: ids.gitToken } },
      terraformVariablesSource: variables(edition),
    }),
    wire: simulatedWire,
    optional: [
      option("useClusterCredentials", true, false, true),
      option("actionExtraArguments", { plan: ["-lock=false"] }, {}, { plan: ["-no-color"] }),
      {
        ...option("dockerfileFragment", { type: "inline", content: "RUN true" }, null),
        ...{ platformPlace: "dockerfile_fragment.content", platformValue: "RUN true", isClearedByNull: true },
      },
    ],
    // The platform masks the secret of the source: who edits a clone has to give it.
    overrides: {
      args: ({ edition }) => ({
        description: `edition ${edition}`,
        timeoutSec: 600 + edition,
        terraformVariablesSource: variables(edition),
      }),
      wire: simulatedWire,
    },
  },
});
