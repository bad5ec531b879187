/** What workflows, workers and the command share. */
import { defineSearchAttributeKey } from "@temporalio/common";
import type { Settings } from "./settings.js";

/** The queue of the workflows. The runs of each platform have one of their own. */
export const QUEUE = "fleet";
export const queueOf = (platform: string) => `fleet-${platform}`;

export const attributes = {
  platform: defineSearchAttributeKey("FleetPlatform", "KEYWORD"),
  state: defineSearchAttributeKey("FleetState", "KEYWORD"),
  version: defineSearchAttributeKey("FleetVersion", "KEYWORD"),
  error: defineSearchAttributeKey("FleetError", "KEYWORD"),
};

export const OPERATIONS = ["up", "preview", "refresh", "destroy", "unlock"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** An environment as it should be: an entry of the file that `import` reads. */
export interface Wanted {
  readonly platform: string;
  readonly settings: Settings;
  /** How long one attempt may take; 30 if omitted. */
  readonly timeoutMinutes?: number | undefined;
  /** How often a run is attempted; 5 if omitted. */
  readonly attempts?: number | undefined;
}

/** What a run is asked to do. */
export interface Order extends Wanted {
  readonly name: string;
  readonly operation: Operation;
  readonly timeoutMinutes: number;
  /** Whether `up` reads the environment first. */
  readonly refresh: boolean;
  /** Host of a lost worker, which may have left a lock. */
  readonly lostHost?: string | undefined;
}

export interface Report {
  readonly operation: Operation;
  readonly state: "done" | "drifted" | "failed" | "cancelled" | "replaced";
  readonly tag?: string;
  readonly attempts?: number;
  /** How many resources were created, updated, and so on. */
  readonly changes?: Readonly<Record<string, number>>;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface Rollout {
  readonly operation: Operation;
  /** `up` with the settings of the last successful run before the current ones. */
  readonly previous?: boolean | undefined;
  /** Environments; all of them if omitted. */
  readonly names?: readonly string[] | undefined;
  /** Required without names, except by `up` and `preview`. */
  readonly all?: boolean | undefined;
  /** Where each wave ends: a number of environments, or a share such as `10%`. The last wave has the rest; one wave if omitted. */
  readonly waves?: readonly string[] | undefined;
  /** After more failures, the rollout pauses by itself; never if omitted. */
  readonly failures?: number | undefined;
  /** How many environments of one platform run at the same time; 20 if omitted. */
  readonly perPlatform?: number | undefined;
}

export type Member = readonly [environment: string, platform: string];

export interface Progress {
  state: "running" | "paused" | "aborted";
  wave: number;
  readonly waves: number;
  readonly total: number;
  running: Member[];
  /** How many have ended, by the state of their report. */
  readonly ended: Partial<Record<Report["state"], number>>;
  /** Environments that have failed or drifted. */
  readonly problems: string[];
}
