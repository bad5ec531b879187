/** Environments to operate: services that are created through the API, and the settings to reach them. */
import { forgetRequests, requests } from "../../engine/support/journal.js";
import { bodies, type KindName } from "../../platform/support/bodies.js";
import { openedPlatform } from "../../platform/support/opened.js";
import type { Platform, PlatformOptions, Role } from "../../platform/support/platform.js";
import { type Ran, type RunOptions, runCli, type Started, startCli } from "./run.js";
import { startProcess } from "./run-process.js";

interface Settings {
  readonly role?: Role;
  readonly endpoints?: "documented" | "extended";
  readonly env?: RunOptions["env"];
}

/** The variables that lead the command to the platform. */
export function settingsOf(platform: Platform, { role = "admin", endpoints = "extended", env = {} }: Settings = {}) {
  const own = { APP_PLATFORM_BASE_URL: platform.url, APP_PLATFORM_TOKEN: platform.tokens[role] };
  return { ...own, APP_PLATFORM_ENDPOINTS: endpoints, ...env };
}

export function run(platform: Platform, args: readonly string[], settings: Settings = {}): Promise<Ran> {
  return runCli(args, { env: settingsOf(platform, settings) });
}

function start(platform: Platform, args: readonly string[], settings: Settings = {}): Started {
  return startCli(args, { env: settingsOf(platform, settings) });
}

/** Creates a service, with more members than it needs. Returns its ID. */
export async function addService(
  platform: Platform,
  kind: KindName,
  environmentId: string,
  name: string,
  more: object = {},
): Promise<string> {
  const body = { ...bodies[kind].minimal(platform.ids), ...others[kind]?.(platform), name, ...more };
  const { status, body: created } = await platform.request("POST", `/environment/${environmentId}/${kind}`, { body });
  if (status !== 201) throw new Error(`the platform refused ${kind} ${name}: ${JSON.stringify(created)}`);
  return created.id;
}

/** Versions that pages show, and a job that runs in a deployment. */
const others: Partial<Record<KindName, (platform: Platform) => object>> = {
  database: () => ({ type: "REDIS", version: "7" }),
  job: ({ ids }) => ({
    source: { image: { registry_id: ids.registries.DOCKER_HUB, image_name: "library/busybox", tag: "1.36" } },
    schedule: { on_start: {}, lifecycle_type: "GENERIC" },
  }),
};

export const beginDeployment = (platform: Platform, environmentId: string, body: object) =>
  platform.request("POST", `/environment/${environmentId}/service/deploy`, { body });

/** A new environment, so that tests of one platform do not see each other's services. */
export async function addEnvironment(platform: Platform): Promise<string> {
  return (await platform.request("POST", "/_local/environments", { body: {} })).body.id;
}

export async function advance(platform: Platform, seconds: number): Promise<void> {
  await platform.request("POST", "/_local/clock", { body: { advanceSeconds: seconds } });
}

/** Sets the rules of faults: none if there are none. */
export async function fault(platform: Platform, ...rules: readonly object[]): Promise<void> {
  await platform.request("PUT", "/_local/faults", { body: { rules } });
}

/** The same for a platform of its own, which is open for the tests of a file or of a `describe`. */
export function operated(options: PlatformOptions = {}) {
  const platform = openedPlatform(options);
  return {
    platform,
    run: (args: readonly string[], settings?: Settings) => run(platform, args, settings),
    start: (args: readonly string[], settings?: Settings) => start(platform, args, settings),
    startProcess: (args: readonly string[]) => startProcess(args, { env: settingsOf(platform) }),
    addService: (kind: KindName, environmentId: string, name: string) =>
      addService(platform, kind, environmentId, name),
    addEnvironment: () => addEnvironment(platform),
    beginDeployment: (environmentId: string, body: object) => beginDeployment(platform, environmentId, body),
    stateOf: async (environmentId: string): Promise<string> =>
      (await platform.request("GET", `/environment/${environmentId}/status`)).body.state,
    advance: (seconds: number) => advance(platform, seconds),
    fault: (...rules: readonly object[]) => fault(platform, ...rules),
    forgetRequests: () => forgetRequests(platform),
    requests: () => requests(platform),
  };
}
