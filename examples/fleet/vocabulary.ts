/** What workflows, workers and the command share. */
import { defineSearchAttributeKey, SearchAttributeType } from "@temporalio/common";
import type { Settings } from "./program.js";

/** The queue of the workflows. The runs of each platform have one of their own. */
export const QUEUE = "fleet";
export const queueOf = (platform: string) => `fleet-${platform}`;

/** A worker is lost if it isn't heard from for so long. Before that, it ends its runs itself. */
export const SILENT_SECONDS = 20;

export const OPERATIONS = ["up", "preview", "refresh", "destroy", "unlock"] as const;
export type Operation = (typeof OPERATIONS)[number];

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
/** Search attributes of the workflows. */
export const attributes = {
  platform: keyword("FleetPlatform"),
  state: keyword("FleetState"),
  version: keyword("FleetVersion"),
  error: keyword("FleetError"),
};

/** An environment as it should be: an entry of the file that `import` reads. */
export interface Wanted {
  readonly platform: string;
  readonly settings: Settings;
  /** How long one attempt may take; 30 if omitted. */
  readonly timeoutMinutes?: number;
  /** How often a run is attempted; 5 if omitted. */
  readonly attempts?: number;
}

/** What an environment is asked to do. */
export interface Wish {
  readonly operation: Operation;
  /** `up` with the settings of the last successful run before the current ones. */
  readonly previous?: boolean;
  /** `up` although nothing has changed since the last successful one. */
  readonly force?: boolean;
  /** The workflow that waits for the report. */
  readonly rollout?: string;
}

/** What one attempt of a run needs. */
export interface Attempt extends Wanted {
  readonly name: string;
  /** Whether `up` reads the environment first. */
  readonly refresh: boolean;
  /** Host of a lost worker, which may have left a lock. */
  readonly lostHost?: string | undefined;
}

export interface Outcome {
  readonly attempts: number;
  /** How many resources were created, updated, and so on. */
  readonly changes: Readonly<Record<string, number>>;
}

export interface Report extends Partial<Outcome> {
  readonly operation: Operation;
  readonly state: "done" | "unchanged" | "drifted" | "failed" | "cancelled" | "replaced";
  readonly tag?: string;
  readonly seconds?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

export type Member = readonly [environment: string, platform: string];

export interface Rollout {
  readonly wish: Wish;
  /** Environments; all of them if omitted. */
  readonly names?: readonly string[];
  /** Where each wave ends: a number of environments, or a share such as `10%`. The last wave has the rest. */
  readonly waves: readonly string[];
  /** After more failures, the rollout pauses by itself. */
  readonly failures: number;
  /** How many environments of one platform run at the same time. */
  readonly perPlatform: number;
}

export interface Progress {
  state: "running" | "paused" | "aborted";
  /** Why it is paused. */
  reason?: string;
  wave: number;
  readonly waves: number;
  readonly total: number;
  running: Member[];
  /** How many have ended, by the state of their report. */
  readonly ended: Partial<Record<Report["state"], number>>;
  /** Environments that have failed or drifted. */
  readonly problems: string[];
}
