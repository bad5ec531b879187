import { maximumCpu, maximumGpu, maximumMemory } from "../limits.js";
import { rule } from "../schema/rules.js";
import {
  fallback,
  freeText,
  integer,
  named,
  object,
  oneOf,
  optional,
  required,
  text,
  type Value,
} from "../schema/schema.js";
import { gitRepositoryAnswer, gitRepositoryRequest, gitRepositoryResponse } from "./git-repository.js";
import { groupsAnswer, type ServiceKind, serviceAnswer, serviceMembers } from "./service.js";
import {
  checkWorkloadEdit,
  configureWorkload,
  copyWorkload,
  type WorkloadConfig,
  workloadAnswers,
  workloadMembers,
  workloadRules,
} from "./workload.js";

const buildMode = oneOf(["DOCKER"]);

const dockerNeedsDockerfile = rule<{ dockerfile_path: string | null }>(["dockerfile_path"], (value, report) => {
  if (value.dockerfile_path === null) report("dockerfile_path", "is required when build_mode is DOCKER");
});

const request = named(
  "Application",
  object(
    {
      ...workloadMembers,
      git_repository: required(gitRepositoryRequest),
      description: optional(freeText()),
      build_mode: fallback(buildMode, "DOCKER"),
      dockerfile_path: optional(text()),
      docker_target_build_stage: optional(text()),
    },
    dockerNeedsDockerfile,
    ...workloadRules,
  ),
);

const response = named(
  "Application",
  object({
    ...serviceMembers,
    ...workloadAnswers,
    git_repository: required(gitRepositoryResponse),
    maximum_cpu: required(integer()),
    maximum_memory: required(integer()),
    // The API spells it so.
    maximun_gpu: required(integer(0)),
    description: optional(freeText()),
    build_mode: required(buildMode),
    dockerfile_path: optional(text()),
    docker_target_build_stage: optional(text()),
  }),
);

type Request = Value<typeof request>;
type Config = Omit<Request, keyof WorkloadConfig> & WorkloadConfig;

/** Built from a git repository. */
export const application: ServiceKind<Request, Config, Value<typeof response>> = {
  kind: "application",
  request,
  response,
  configure: configureWorkload,
  checkEdit: checkWorkloadEdit,
  copy: copyWorkload,
  answer: (service, around) => ({
    ...service.config,
    ...serviceAnswer(service),
    ...groupsAnswer(service.config, around),
    git_repository: gitRepositoryAnswer(
      service.config.git_repository,
      service.deployedCommit,
      around.gitTokenName(service.config.git_repository.git_token_id),
    ),
    maximum_cpu: maximumCpu,
    maximum_memory: maximumMemory,
    maximun_gpu: maximumGpu,
  }),
  source: () => "git",
};
