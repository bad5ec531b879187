import { maximumCpu, maximumGpu, maximumMemory } from "../limits.js";
import { exactlyOne, rule } from "../schema/rules.js";
import {
  array,
  boolean,
  fallback,
  freeText,
  integer,
  kept,
  map,
  named,
  object,
  oneOf,
  optional,
  required,
  text,
  type Value,
} from "../schema/schema.js";
import { gitRepositoryAnswer, gitRepositoryResponse, terraformGitRepositoryRequest } from "./git-repository.js";
import { masked } from "./masked.js";
import { resourceName } from "./name.js";
import { type ServiceKind, serviceAnswer, serviceMembers } from "./service.js";

const autoDeployConfig = object({
  auto_deploy: required(boolean()),
  terraform_action: required(oneOf(["DEFAULT", "PLAN", "NOOP"])),
});

const variable = object({
  key: required(text()),
  value: required(freeText()),
  secret: fallback(boolean(), false),
});
const variablesSource = named(
  "TerraformVariablesSource",
  object({ tf_var_file_paths: required(array(text())), tf_vars: required(array(variable)) }),
);

const stateBackend = named(
  "TerraformBackend",
  object(
    { kubernetes: kept(object({})), user_provided: kept(object({})) },
    exactlyOne(["kubernetes", "user_provided"]),
  ),
);

const fragmentFitsType = rule<{ type: string; path?: string; content?: string }>(
  ["type", "path", "content"],
  (fragment, report) => {
    const [wanted, other] = fragment.type === "file" ? (["path", "content"] as const) : (["content", "path"] as const);
    if (fragment[wanted] === undefined) report(wanted, `is required when type is ${fragment.type}`);
    if (fragment[other] !== undefined) report(other, `may not be given when type is ${fragment.type}`);
  },
);

const dockerfileFragment = named(
  "DockerfileFragment",
  object(
    {
      type: required(oneOf(["file", "inline"])),
      path: kept(text()),
      content: kept(text({ maximumBytes: 8192 })),
    },
    fragmentFitsType,
  ),
);

const providerVersion = object({
  explicit_version: required(text()),
  read_from_terraform_block: fallback(boolean(), false),
});
const jobResources = object({
  cpu_milli: required(integer(1, maximumCpu)),
  ram_mib: required(integer(1, maximumMemory)),
  gpu: required(integer(0, maximumGpu)),
  storage_gib: required(integer(1)),
});

const shared = {
  auto_deploy_config: required(autoDeployConfig),
  terraform_variables_source: required(variablesSource),
  backend: required(stateBackend),
  engine: required(oneOf(["TERRAFORM", "OPEN_TOFU"])),
  provider_version: required(providerVersion),
  job_resources: required(jobResources),
  timeout_sec: fallback(integer(0), 600),
  use_cluster_credentials: fallback(boolean(), false),
  action_extra_arguments: fallback(map(array(freeText())), {}),
};

const request = named(
  "Terraform",
  object({
    ...shared,
    name: required(resourceName()),
    description: required(freeText()),
    terraform_files_source: required(object({ git_repository: required(terraformGitRepositoryRequest) })),
    icon_uri: optional(text({ format: "uri" })),
    dockerfile_fragment: optional(dockerfileFragment),
  }),
);

const response = named(
  "Terraform",
  object({
    ...serviceMembers,
    ...shared,
    name: required(text()),
    description: required(freeText()),
    auto_deploy: required(boolean()),
    terraform_files_source: required(
      object({ git: required(object({ git_repository: required(gitRepositoryResponse) })) }),
    ),
    dockerfile_fragment: optional(dockerfileFragment),
  }),
);

type Request = Value<typeof request>;
type Variable = Value<typeof variable>;

/** A secret sent back in its masked form keeps its value, so that an edit of what was read loses no secret. */
function withKeptSecrets(variables: Variable[], previous: Variable[]): Variable[] {
  return variables.map((given) => {
    if (!given.secret || given.value !== masked) return given;
    return previous.find((earlier) => earlier.secret && earlier.key === given.key) ?? given;
  });
}

/** Infrastructure as code, with engine Terraform or OpenTofu. */
export const terraform: ServiceKind<Request, Request, Value<typeof response>> = {
  kind: "terraform",
  request,
  response,
  configure(body, { previous }) {
    const variables = body.terraform_variables_source;
    if (previous === null) return body;
    const tf_vars = withKeptSecrets(variables.tf_vars, previous.terraform_variables_source.tf_vars);
    return { ...body, terraform_variables_source: { ...variables, tf_vars } };
  },
  copy: (config) => config,
  answer(service, around) {
    const { config } = service;
    const { git_repository } = config.terraform_files_source;
    const variables = config.terraform_variables_source;
    return {
      ...config,
      ...serviceAnswer(service),
      auto_deploy: config.auto_deploy_config.auto_deploy,
      terraform_files_source: {
        git: {
          git_repository: gitRepositoryAnswer(
            git_repository,
            service.deployedCommit,
            around.gitTokenName(git_repository.git_token_id),
          ),
        },
      },
      terraform_variables_source: {
        ...variables,
        tf_vars: variables.tf_vars.map((given) => (given.secret ? { ...given, value: masked } : given)),
      },
    };
  },
  source: () => "git",
};
