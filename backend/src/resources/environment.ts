import { z } from "zod";
import type { ClusterHistory } from "../cluster-progress.js";
import { idOf, resourceName, text, timestamp, uuid } from "../schema/texts.js";
import { optional } from "../schema/values.js";
import type { Settings } from "./advanced-settings.js";
import type { ClusterConfig, ClusterRoute } from "./cluster.js";
import type { CloudProviderCredentials } from "./cluster-parameters.js";
import type { DnsProvider } from "./dns-provider.js";

/** How responses refer to an environment. */
export const environmentReference = z.object({ id: uuid });

const mode = z.enum(["DEVELOPMENT", "STAGING", "PRODUCTION"]);

export const environmentRequest = z
  .object({ name: resourceName, cluster: optional(idOf("cluster")), mode: mode.default("DEVELOPMENT") })
  .meta({ id: "EnvironmentRequest" });

/** An update keeps what is omitted. */
export const environmentEdit = z
  .object({ name: optional(resourceName), mode: optional(mode) })
  .meta({ id: "EnvironmentEdit" });

/** The clone of an environment has the mode, the cluster and the project of its source, unless the body says otherwise. */
export const environmentClone = z
  .object({
    name: resourceName,
    mode: optional(mode),
    cluster_id: optional(idOf("cluster")),
    project_id: optional(uuid),
  })
  .meta({ id: "EnvironmentCloneRequest" });

const shownMode = z.enum([...mode.options, "PREVIEW"]);

export const environmentResponse = z
  .object({
    id: uuid,
    created_at: timestamp,
    updated_at: optional(timestamp),
    name: text,
    mode: shownMode,
    cluster_id: uuid,
    cluster_name: text,
    project: z.object({ id: uuid }),
    organization: z.object({ id: uuid }),
    cloud_provider: z.object({ provider: text, cluster: text }),
    expires_at: optional(timestamp),
  })
  .meta({ id: "Environment" });
export type EnvironmentResponse = z.output<typeof environmentResponse>;

export interface Environment {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly clusterId: string;
  readonly mode: z.output<typeof mode>;
  /** The default of `auto_preview` for its services. */
  readonly autoPreview: boolean;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  /** When its deletion started, on the progress clock; null if it is not being deleted. */
  readonly deletingSince: number | null;
}

/** An environment as stored. */
export const storedEnvironment = z.looseObject({
  id: text,
  name: text,
  projectId: text,
  clusterId: text,
  mode,
  autoPreview: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp.nullable(),
  deletingSince: z.number().min(0).nullable(),
});

export interface Organization {
  readonly id: string;
  readonly name: string;
}

/** A cluster as stored: what an update sets, and what only the platform knows. */
export interface Cluster extends ClusterHistory {
  readonly id: string;
  readonly organizationId: string;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  /** Its advanced settings as their last update gave them; omitted before the first one. */
  readonly advancedSettings?: Settings | undefined;
  readonly routes?: readonly ClusterRoute[] | undefined;
  /** With which credentials the platform reaches its cloud, once an update omits them or a request of their own sets them. */
  readonly cloudProviderInfo?: CloudProviderCredentials | undefined;
  /** Where its names are, if not at the platform. */
  readonly dnsProvider?: DnsProvider | undefined;
  /** The kubeconfig that a request has set. */
  readonly kubeconfig?: string | undefined;
  readonly config: ClusterConfig;
}
