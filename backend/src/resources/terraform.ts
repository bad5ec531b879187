import { z } from "zod";
import { maximumCpu, maximumGpu, maximumMemory } from "../limits.js";
import { exactlyOne, membersBy, oneSpecified, rule, withRules } from "../schema/rules.js";
import { secretUnlessFalse } from "../schema/secrets.js";
import { absoluteUri, freeText, resourceName, text, textUpTo, uuid } from "../schema/texts.js";
import { integer, map, omittable, optional } from "../schema/values.js";
import { terraformActions } from "../states.js";
import { terraformSettings as advancedSettings } from "./advanced-settings.js";
import { terraformSettings } from "./beside-document.js";
import { gitRepositoryResponse, representGitRepository, terraformGitRepositoryRequest } from "./git-repository.js";
import { masked } from "./masked.js";
import { representService, type ServiceKind, serviceMembers } from "./service.js";

const autoDeployConfig = z.object({
  auto_deploy: z.boolean(),
  terraform_action: z.enum(["DEFAULT", "PLAN", "NOOP"]),
});

const variable = z.object({
  key: text,
  value: secretUnlessFalse(freeText, "secret"),
  secret: z.boolean().default(false),
});
const variablesSource = z
  .object({ tf_var_file_paths: z.array(text), tf_vars: z.array(variable) })
  .meta({ id: "TerraformVariablesSource" });

const stateBackend = withRules(
  z.object({ kubernetes: omittable(z.object({})), user_provided: omittable(z.object({})) }),
  exactlyOne("kubernetes", "user_provided"),
).meta({ id: "TerraformBackend" });

const dockerfileFragment = withRules(
  z.object({
    type: z.enum(["file", "inline"]),
    path: omittable(text),
    content: omittable(textUpTo(8192)),
  }),
  membersBy("type", { file: { required: ["path"] }, inline: { required: ["content"] } }),
).meta({ id: "DockerfileFragment" });

const providerVersion = z.object({
  explicit_version: text,
  read_from_terraform_block: z.boolean().default(false),
});
const jobResources = z.object({
  cpu_milli: integer(1, maximumCpu),
  ram_mib: integer(1, maximumMemory),
  gpu: integer(0, maximumGpu),
  storage_gib: integer(1),
});

interface SpecifiedFilesSource {
  git_repository?: unknown;
  git?: unknown;
}

const filesInOneForm = rule<SpecifiedFilesSource>(
  ["git_repository", "git"],
  (source, report) => {
    if (source.git_repository === undefined && source.git === undefined) report(["git_repository"], "is required");
    if (source.git_repository !== undefined && source.git !== undefined) {
      report(["git"], "isn't allowed together with git_repository");
    }
  },
  oneSpecified(["git_repository", "git"]),
);

/** A response shows the repository under `git`; that form is accepted too, so that a response can be sent back. */
const filesSource = withRules(
  z.object({
    git_repository: omittable(terraformGitRepositoryRequest),
    git: omittable(z.object({ git_repository: terraformGitRepositoryRequest })).meta({
      description: "The form of responses; use `git_repository` instead.",
    }),
  }),
  filesInOneForm,
).meta({ id: "TerraformFilesSource" });

const shared = {
  ...terraformSettings,
  auto_deploy_config: autoDeployConfig,
  terraform_variables_source: variablesSource,
  backend: stateBackend,
  engine: z.enum(["TERRAFORM", "OPEN_TOFU"]),
  provider_version: providerVersion,
  job_resources: jobResources,
  timeout_sec: integer(0).default(600),
  use_cluster_credentials: z.boolean().default(false),
  action_extra_arguments: map(z.array(freeText)).default({}),
};

const request = z
  .object({
    ...shared,
    name: resourceName,
    description: freeText,
    terraform_files_source: filesSource,
    icon_uri: optional(absoluteUri),
    dockerfile_fragment: optional(dockerfileFragment),
  })
  .meta({ id: "TerraformRequest" });

const response = z
  .object({
    ...serviceMembers,
    ...shared,
    name: text,
    description: freeText,
    auto_deploy: z.boolean(),
    terraform_files_source: z.object({ git: z.object({ git_repository: gitRepositoryResponse }) }),
    dockerfile_fragment: optional(dockerfileFragment),
  })
  .meta({ id: "Terraform" });

type Request = z.output<typeof request>;
type Variable = z.output<typeof variable>;
type Config = Omit<Request, "terraform_files_source"> & {
  terraform_files_source: { git_repository: z.output<typeof terraformGitRepositoryRequest> };
};

/**
 * A secret sent back masked keeps its value, so sending a response back loses no secret. Of several secrets with one
 * key, each keeps its own.
 */
function withPreservedSecrets(variables: Variable[], previous: Variable[]): Variable[] {
  const secrets = previous.filter(({ secret }) => secret);
  return variables.map((specified) => {
    const index = specified.secret ? secrets.findIndex(({ key }) => key === specified.key) : -1;
    const [earlier] = index === -1 ? [] : secrets.splice(index, 1);
    return specified.value === masked ? (earlier ?? specified) : specified;
  });
}

function repositoryOf({ git_repository, git }: Request["terraform_files_source"]) {
  const repository = git_repository ?? git?.git_repository;
  if (repository === undefined) throw new Error("A terraform service without a repository has passed validation.");
  return repository;
}

/** Infrastructure as code, with engine Terraform or OpenTofu. */
export const terraform: ServiceKind<Request, Config, z.output<typeof response>> = {
  kind: "terraform",
  noun: "terraform service",
  description: "Infrastructure as code.",
  numbers: { create: 15, clone: 16 },
  request,
  response,
  hasVariables: true,
  mayBeFromGit: true,
  advancedSettings,
  hasActions: true,
  selection: z.object({ id: uuid, git_commit_id: optional(text), action: optional(z.enum(terraformActions)) }),
  configure(body, { previous }) {
    const variables = body.terraform_variables_source;
    const earlier = previous?.terraform_variables_source.tf_vars ?? [];
    return {
      ...body,
      terraform_files_source: { git_repository: repositoryOf(body.terraform_files_source) },
      terraform_variables_source: { ...variables, tf_vars: withPreservedSecrets(variables.tf_vars, earlier) },
    };
  },
  copy: (config) => config,
  represent(service, related) {
    const { config } = service;
    const { git_repository } = config.terraform_files_source;
    const variables = config.terraform_variables_source;
    return representService(service, {
      auto_deploy: config.auto_deploy_config.auto_deploy,
      terraform_files_source: {
        git: {
          git_repository: representGitRepository(
            git_repository,
            service.deployedCommit,
            related.gitTokenName(git_repository.git_token_id),
          ),
        },
      },
      terraform_variables_source: {
        ...variables,
        tf_vars: variables.tf_vars.map((specified) => (specified.secret ? { ...specified, value: masked } : specified)),
      },
    });
  },
  source: () => "git",
};
