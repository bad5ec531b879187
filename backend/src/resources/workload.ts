/** What applications and containers share: instances with storage, ports, probes and scaling. */
import { z } from "zod";
import { maximumCpu, maximumGpu, maximumMemory } from "../limits.js";
import { type Report, unique } from "../schema/rules.js";
import { absoluteUri, freeText, resourceName, text } from "../schema/texts.js";
import { integer, optional } from "../schema/values.js";
import {
  type Autoscaling,
  autoscalingPolicy,
  autoscalingRequest,
  autoscalingResponse,
  instanceBounds,
} from "./autoscaling.js";
import { instanceSettings } from "./beside-document.js";
import { groupReferences, groupResponse } from "./groups.js";
import { healthchecks } from "./healthchecks.js";
import { checkItemIds, withNewIds, withPreservedIds } from "./items.js";
import { atMostOneDefaultPort, type PortItem, portRequest, portResponse, withExternalPort } from "./ports.js";
import type { Configuring } from "./service.js";
import { type StorageItem, storageRequest, storageResponse } from "./storage.js";

/** The resources that a service requests; jobs have them too. */
export const sizeMembers = {
  ...instanceSettings,
  cpu: integer(1, maximumCpu).default(500),
  memory: integer(1, maximumMemory).default(512),
  gpu: integer(0, maximumGpu).default(0),
};
export const sizeResponse = {
  ...instanceSettings,
  cpu: integer(),
  memory: integer(),
  gpu: integer(),
};

export const workloadMembers = {
  name: resourceName,
  healthchecks,
  storage: z.array(storageRequest).default([]),
  ports: z.array(portRequest).default([]),
  ...sizeMembers,
  min_running_instances: integer(0).default(1),
  max_running_instances: integer(-1).default(1),
  auto_preview: optional(z.boolean()),
  arguments: z.array(freeText).default([]),
  entrypoint: optional(freeText),
  auto_deploy: optional(z.boolean()),
  ...groupReferences,
  icon_uri: optional(absoluteUri),
  autoscaling: optional(autoscalingRequest),
};

export const workloadRules = [
  unique("storage", "mount_point"),
  unique("ports", "internal_port"),
  unique("ports", "name"),
  atMostOneDefaultPort,
  instanceBounds,
];

export const workloadResponse = {
  name: text,
  healthchecks,
  storage: z.array(storageResponse),
  ports: z.array(portResponse),
  ...sizeResponse,
  min_running_instances: integer(),
  max_running_instances: integer(),
  auto_preview: z.boolean(),
  arguments: z.array(freeText),
  entrypoint: optional(freeText),
  auto_deploy: z.boolean(),
  ...groupResponse,
  autoscaling: optional(autoscalingResponse),
};

interface WorkloadRequest {
  storage: (Omit<StorageItem, "id"> & { id: string | null })[];
  ports: (Omit<PortItem, "id"> & { id: string | null })[];
  auto_preview: boolean | null;
  auto_deploy: boolean | null;
  autoscaling: Parameters<typeof autoscalingPolicy>[0];
}

export interface WorkloadConfig {
  storage: StorageItem[];
  ports: PortItem[];
  auto_preview: boolean;
  auto_deploy: boolean;
  autoscaling: Autoscaling | null;
}

type Configured<Body> = Omit<Body, keyof WorkloadConfig> & WorkloadConfig;

export function configureWorkload<Body extends WorkloadRequest>(
  body: Body,
  context: Configuring<WorkloadConfig>,
): Configured<Body> {
  const { previous } = context;
  const identify = previous === null ? withNewIds : withPreservedIds;
  return {
    ...body,
    storage: identify(body.storage),
    ports: identify(body.ports.map(withExternalPort)),
    auto_preview: body.auto_preview ?? context.environment.autoPreview,
    auto_deploy: body.auto_deploy ?? false,
    autoscaling: autoscalingPolicy(body.autoscaling, {
      serviceId: context.serviceId,
      organizationId: context.cluster.organizationId,
      now: context.now,
      previous: previous?.autoscaling ?? null,
    }),
  };
}

export function checkWorkloadEdit(
  body: Partial<Pick<WorkloadRequest, "storage" | "ports">>,
  previous: WorkloadConfig,
  report: Report,
): void {
  checkItemIds("storage", body.storage, previous.storage, report);
  checkItemIds("ports", body.ports, previous.ports, report);
}

export function copyWorkload<Config extends WorkloadConfig>(
  config: Config,
  context: Configuring<WorkloadConfig>,
): Config {
  return {
    ...config,
    storage: withNewIds(config.storage),
    ports: withNewIds(config.ports),
    autoscaling: autoscalingPolicy(config.autoscaling, {
      serviceId: context.serviceId,
      organizationId: context.cluster.organizationId,
      now: context.now,
      previous: null,
    }),
  };
}
