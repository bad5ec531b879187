import type { TerraformServiceArgs } from "pulumi-app-platform";
import type { Values } from "../support/provider.js";
import { existingArgs, serviceBodies } from "./shared/bodies.js";
import { onPlatform } from "./shared/everyField.js";
import { described, editDescription, moveElsewhere, written } from "./shared/service.js";
import { option } from "./shared/simulated.js";
import type { Content } from "./simulationRecord.js";
import { terraformArguments } from "./terraformService/arguments.js";
import { terraformService as fixture } from "./terraformService/fixture.js";
import { testRecord } from "./testRecord.js";

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
  arguments: terraformArguments,
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
    removed: { arg: "timeoutSec", wire: "timeout_sec" },
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
