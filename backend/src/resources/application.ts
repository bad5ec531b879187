import { z } from "zod";
import { maximumCpu, maximumGpu, maximumMemory } from "../limits.js";
import { has, rule, withRules } from "../schema/rules.js";
import { freeText, resourceName, text, uuid } from "../schema/texts.js";
import { integer, optional } from "../schema/values.js";
import { applicationSettings } from "./advanced-settings.js";
import { gitRepositoryRequest, gitRepositoryResponse, representGitRepository } from "./git-repository.js";
import { portEdit } from "./ports.js";
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

const dockerNeedsDockerfile = rule<{ dockerfile_path: string | null }>(
  ["dockerfile_path"],
  (value, report) => {
    if (value.dockerfile_path === null) report(["dockerfile_path"], "is required when build_mode is DOCKER");
  },
  has("dockerfile_path"),
);

const build = {
  build_mode: buildMode.default("DOCKER"),
  docker_target_build_stage: optional(text),
};

const request = withRules(
  z.object({
    ...workloadMembers,
    ...build,
    git_repository: gitRepositoryRequest,
    description: optional(freeText),
    dockerfile_path: optional(text),
  }),
  dockerNeedsDockerfile,
  ...workloadRules,
).meta({ id: "ApplicationRequest" });

/** An update requires only the probes. Other members that a create requires keep their values if they are omitted. */
const editRequest = withRules(
  z.object({
    ...workloadMembers,
    ...build,
    name: resourceName.optional(),
    ports: z.array(portEdit).default([]),
    git_repository: gitRepositoryRequest.optional(),
    description: freeText.optional(),
    dockerfile_path: text.nullish(),
  }),
  ...workloadRules,
).meta({ id: "ApplicationEdit" });

const response = z
  .object({
    ...serviceMembers,
    ...workloadResponse,
    git_repository: gitRepositoryResponse,
    maximum_cpu: integer(),
    maximum_memory: integer(),
    // The API's own spelling.
    maximun_gpu: integer(0),
    description: freeText.optional().meta({ description: "Omitted if it isn't set: an update doesn't accept null." }),
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
  description: "Applications, built from a git repository.",
  numbers: { create: 1, list: 2 },
  request,
  response,
  editRequest,
  hasVariables: true,
  mayBeFromGit: true,
  advancedSettings: applicationSettings,
  isExposed: true,
  selection: z.object({ application_id: uuid, git_commit_id: optional(text) }),
  selectedBy: "application_id",
  stop: "once",
  isRestarted: true,
  ownDeployment: z.object({ git_commit_id: text }),
  configure: configureWorkload,
  edit(read, previous, context) {
    const edit = read(editRequest, (specified, report) => checkWorkloadEdit(specified, previous, report));
    const { name, git_repository, dockerfile_path, description = null } = edit;
    const body = {
      ...edit,
      name: name ?? previous.name,
      git_repository: git_repository ?? previous.git_repository,
      dockerfile_path: dockerfile_path ?? previous.dockerfile_path,
      description,
    };
    return configureWorkload(body, context);
  },
  copy: copyWorkload,
  represent: (service, related) =>
    representService(service, {
      ...representGroups(service.config, related),
      description: service.config.description ?? undefined,
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
