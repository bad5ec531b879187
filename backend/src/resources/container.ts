import { maximumCpu, maximumGpu, maximumMemory } from "../limits.js";
import { freeText, integer, named, object, optional, required, text, uuid, type Value } from "../schema/schema.js";
import { imageMembers, imageNameFitsRegistry, registry } from "./registry.js";
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

const request = named(
  "Container",
  object(
    { ...workloadMembers, ...imageMembers, description: optional(freeText()) },
    imageNameFitsRegistry,
    ...workloadRules,
  ),
);

const response = named(
  "Container",
  object({
    ...serviceMembers,
    ...workloadAnswers,
    image_name: required(text()),
    tag: required(text()),
    registry_id: required(uuid()),
    registry: required(registry),
    maximum_cpu: required(integer()),
    maximum_memory: required(integer()),
    maximum_gpu: required(integer(0)),
    description: optional(freeText()),
  }),
);

type Request = Value<typeof request>;
type Config = Omit<Request, keyof WorkloadConfig> & WorkloadConfig;

/** Run from a registry image. */
export const container: ServiceKind<Request, Config, Value<typeof response>> = {
  kind: "container",
  request,
  response,
  configure: configureWorkload,
  checkEdit: checkWorkloadEdit,
  copy: copyWorkload,
  answer: (service, around) => ({
    ...service.config,
    ...serviceAnswer(service),
    ...groupsAnswer(service.config, around),
    registry: around.registry(service.config.registry_id),
    maximum_cpu: maximumCpu,
    maximum_memory: maximumMemory,
    maximum_gpu: maximumGpu,
  }),
  source: () => "image",
  withTag: (config, tag) => ({ ...config, tag }),
};
