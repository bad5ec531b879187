import { z } from "zod";
import { uuid } from "../schema/texts.js";
import type { ClusterConfig } from "./cluster.js";

/** How responses name the environment that something belongs to. */
export const environmentReference = z.object({ id: uuid });

export interface Environment {
  readonly id: string;
  readonly name: string;
  readonly clusterId: string;
  /** What a service takes whose `auto_preview` is left out. */
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

/** A cluster as the store keeps it: what an edit sets, and what only the platform knows. */
export interface Cluster {
  readonly id: string;
  readonly organizationId: string;
  readonly createdAt: string;
  updatedAt: string | null;
  config: ClusterConfig;
}
