import { z } from "zod";
import { maximumCpu, maximumGpu, maximumMemory } from "../limits.js";
import { withRules } from "../schema/rules.js";
import { freeText, text, uuid } from "../schema/texts.js";
import { integer, optional } from "../schema/values.js";
import { containerSettings } from "./advanced-settings.js";
import { imageMembers, imageNameFitsRegistry, registry } from "./registry.js";
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

const request = withRules(
  z.object({ ...workloadMembers, ...imageMembers, description: optional(freeText) }),
  imageNameFitsRegistry,
  ...workloadRules,
).meta({ id: "ContainerRequest" });

const response = z
  .object({
    ...serviceMembers,
    ...workloadResponse,
    image_name: text,
    tag: text,
    registry_id: uuid,
    registry,
    maximum_cpu: integer(),
    maximum_memory: integer(),
    maximum_gpu: integer(0),
    description: optional(freeText),
  })
  .meta({ id: "Container" });

type Request = z.output<typeof request>;
type Config = Omit<Request, keyof WorkloadConfig> & WorkloadConfig;

/** Run from a registry image. */
export const container: ServiceKind<Request, Config, z.output<typeof response>> = {
  kind: "container",
  description: "Containers, run from a registry image.",
  numbers: { create: 3, list: 4, get: 5, clone: 6 },
  request,
  response,
  hasVariables: true,
  advancedSettings: containerSettings,
  isExposed: true,
  selection: z.object({ id: uuid, image_tag: optional(text) }),
  stop: "once",
  isRestarted: true,
  ownDeployment: z.object({ image_tag: text }),
  configure: configureWorkload,
  edit(read, previous, context) {
    const body = read(request, (specified, report) => checkWorkloadEdit(specified, previous, report));
    return configureWorkload(body, context);
  },
  copy: copyWorkload,
  represent: (service, related) =>
    representService(service, {
      ...representGroups(service.config, related),
      registry: related.registry(service.config.registry_id),
      maximum_cpu: maximumCpu,
      maximum_memory: maximumMemory,
      maximum_gpu: maximumGpu,
    }),
  source: () => "image",
  tag: ({ tag }) => tag,
  withTag: (config, tag) => ({ ...config, tag }),
};
