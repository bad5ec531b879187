import { z } from "zod";
import { maximumCpu, maximumGpu, maximumMemory } from "../limits.js";
import { rule, withRules } from "../schema/rules.js";
import { freeText, text } from "../schema/texts.js";
import { integer, optional } from "../schema/values.js";
import { gitRepositoryRequest, gitRepositoryResponse, representGitRepository } from "./git-repository.js";
import { representGroups, representService, type ServiceKind, serviceMembers } from "./service.js";
import {
  checkWorkloadEdit,
  configureWorkload,
  copyWorkload,
  type WorkloadConfig,
  workloadMembers,
  workloadResponse,
  workloadRules,
} from "./workload.js";

const buildMode = z.enum(["DOCKER"]);

const dockerNeedsDockerfile = rule<{ dockerfile_path: string | null }>(["dockerfile_path"], (value, report) => {
  if (value.dockerfile_path === null) report(["dockerfile_path"], "is required when build_mode is DOCKER");
});

const request = withRules(
  z.object({
    ...workloadMembers,
    git_repository: gitRepositoryRequest,
    description: optional(freeText),
    build_mode: buildMode.default("DOCKER"),
    dockerfile_path: optional(text),
    docker_target_build_stage: optional(text),
  }),
  dockerNeedsDockerfile,
  ...workloadRules,
).meta({ id: "ApplicationRequest" });

const response = z
  .object({
    ...serviceMembers,
    ...workloadResponse,
    git_repository: gitRepositoryResponse,
    maximum_cpu: integer(),
    maximum_memory: integer(),
    // The API spells it so.
    maximun_gpu: integer(0),
    description: optional(freeText),
    build_mode: buildMode,
    dockerfile_path: optional(text),
    docker_target_build_stage: optional(text),
  })
  .meta({ id: "Application" });

type Request = z.output<typeof request>;
type Config = Omit<Request, keyof WorkloadConfig> & WorkloadConfig;

/** Built from a git repository. */
export const application: ServiceKind<Request, Config, z.output<typeof response>> = {
  kind: "application",
  request,
  response,
  configure: configureWorkload,
  checkEdit: checkWorkloadEdit,
  copy: copyWorkload,
  represent: (service, related) =>
    representService(service, {
      ...representGroups(service.config, related),
      git_repository: representGitRepository(
        service.config.git_repository,
        service.deployedCommit,
        related.gitTokenName(service.config.git_repository.git_token_id),
      ),
      maximum_cpu: maximumCpu,
      maximum_memory: maximumMemory,
      maximun_gpu: maximumGpu,
    }),
  source: () => "git",
};
