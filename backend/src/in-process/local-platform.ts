/// <reference lib="esnext.disposable" preserve="true" />
import type { Role } from "../roles.js";
import type { FaultRule } from "./fault-rule.js";
import type { Seed } from "./seed.js";

/** Options of `startPlatform`. All of them are optional. */
export interface PlatformOptions {
  /**
   * Endpoints that the platform serves: those of the API document, or also those of comparable platforms (delete, stop,
   * status and others). Default: `documented`.
   */
  endpoints?: "documented" | "extended" | undefined;
  /**
   * Speed of deployments and deletions. `instant`: they take no time. `manual`: they proceed only when `advance` is
   * called. A number above 0: a factor, where 1 is the speed of a real platform. Default: `instant`.
   */
  speed?: "instant" | "manual" | number | undefined;
  /** Records to add to the initial content: an object, or the path of a JSON file. Default: none. */
  seed?: Seed | string | undefined;
  /** Path of the data file, created if it doesn't exist. Default: the data is in memory only. */
  data?: string | undefined;
  /** Port to listen on, from 0 to 65535; 0 picks a free one. Default: 0. */
  port?: number | undefined;
  /** Address to listen on. Default: `127.0.0.1`, which only this machine reaches. */
  host?: string | undefined;
}

/** An access token for each role. They are valid for a day. */
export interface Tokens extends Readonly<Record<Role, string>> {
  /** May do everything. */
  readonly admin: string;
  /** May do everything except delete, update databases, and save the GitOps configuration of a cluster. */
  readonly editor: string;
  /** May only read. */
  readonly viewer: string;
}

/** IDs of the initial content. They are the same on every platform. */
export interface SeededIds {
  /** The only organization. */
  readonly organization: string;
  /** The cluster that runs the environments. */
  readonly cluster: string;
  /** The project of the environments. */
  readonly project: string;
  /** An environment with auto preview. */
  readonly environment: string;
  /** An environment without auto preview. */
  readonly otherEnvironment: string;
  /** A git token. */
  readonly gitToken: string;
  /** A repository of Helm charts. */
  readonly helmRepository: string;
  /** The role DEVELOPER. */
  readonly role: string;
  /** A group of annotations. */
  readonly annotationsGroup: string;
  /** A group of labels. */
  readonly labelsGroup: string;
  /** The names of the features that clusters can have, by what they are. */
  readonly features: {
    readonly staticIp: string;
    readonly awsNetwork: string;
    readonly gcpNetwork: string;
    readonly karpenter: string;
    readonly natGateway: string;
    readonly vpcSubnet: string;
    readonly gkeKmsKey: string;
  };
  /** A container registry of each kind. */
  readonly registries: {
    readonly ECR: string;
    readonly SCALEWAY_CR: string;
    readonly DOCKER_HUB: string;
    readonly PUBLIC_ECR: string;
    readonly GENERIC_CR: string;
  };
}

/** An entry of the journal: equal requests with the same result, and how many there were. It has no token. */
export interface RequestEntry {
  /** HTTP method. */
  readonly method: string;
  /** Path template, for example `/container/{containerId}`; null for a path that the platform doesn't serve. */
  readonly route: string | null;
  /** Operation name, for example `createContainer`; null for a path that the platform doesn't serve. */
  readonly operation: string | null;
  /** Status of the response; null if a fault happened first. */
  readonly status: number | null;
  /** The fault that replaced the response, if any. */
  readonly fault: string | null;
  /** How many requests there were. */
  readonly count: number;
  /** Time of the latest one, as an ISO 8601 date-time. */
  readonly lastAt: string;
  /**
   * The request bodies, oldest first, with `••••••` in place of secrets. The platform keeps those of the last 1,000 requests, up
   * to 256 KiB each and 16 MiB in all.
   */
  readonly bodies: readonly unknown[];
}

/** A running platform, started by `startPlatform`. Close it when you no longer need it: it keeps the process alive. */
export interface LocalPlatform extends AsyncDisposable {
  /** Address of the platform, for example `http://127.0.0.1:49200`: the value of `APP_PLATFORM_BASE_URL`. */
  readonly url: string;
  /** An access token for each role: a value of `APP_PLATFORM_TOKEN`. */
  readonly tokens: Tokens;
  /** IDs of the initial content, for example of the environment that your program deploys to. */
  readonly ids: SeededIds;
  /**
   * Returns the requests since the start, or since the last `reset`: an entry for each combination of method, route,
   * status and fault, in the order of their first request.
   *
   * @example
   * ```ts
   * const created = platform.requests().find(({ operation }) => operation === "createContainer");
   * expect(created?.count).toBe(1);
   * expect(created?.bodies).toMatchObject([{ name: "web", tag: "1.27" }]);
   * ```
   */
  requests(): RequestEntry[];
  /** Restores the initial content, and removes fault rules and journal entries. Tokens stay valid. */
  reset(): void;
  /**
   * Advances the clock that deployments and deletions follow.
   *
   * @param seconds Seconds to advance, from 0 to 1,000,000,000.
   * @throws Error if the platform wasn't started with the speed `manual`.
   * @example
   * ```ts
   * const platform = await startPlatform({ speed: "manual" });
   * platform.advance(60);
   * ```
   */
  advance(seconds: number): void;
  /**
   * Adds a fault rule: requests that match it fail. If several rules match a request, the first one that was added
   * applies.
   *
   * @returns A function that removes the rule. `reset` removes all rules.
   * @throws Error if the rule isn't valid, with the member that is wrong.
   * @example
   * ```ts
   * const recover = platform.fault({ match: { method: "POST" }, fault: "503-retry-after" });
   * // …
   * recover();
   * ```
   */
  fault(rule: FaultRule): () => void;
  /**
   * Closes the server and the data, and resolves when nothing of the platform keeps the process alive. Running requests
   * may finish for a second; then their connections are closed. A further call changes nothing. Afterwards, `requests`
   * still returns what was requested, and `reset`, `advance` and `fault` throw.
   */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
