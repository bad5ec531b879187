import { z } from "zod";
import { uuid } from "../schema/texts.js";
import type { ClusterConfig } from "./cluster.js";

/** How responses refer to an environment. */
export const environmentReference = z.object({ id: uuid });

export interface Environment {
  readonly id: string;
  readonly name: string;
  readonly clusterId: string;
  /** The default of `auto_preview` for its services. */
  readonly autoPreview: boolean;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
}

export interface GitToken {
  readonly id: string;
  readonly name: string;
}

/** A cluster as stored: what an update sets, and what only the platform knows. */
export interface Cluster {
  readonly id: string;
  readonly organizationId: string;
  readonly createdAt: string;
  updatedAt: string | null;
  config: ClusterConfig;
}
