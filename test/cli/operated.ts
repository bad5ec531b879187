/** Environments to operate: services that are created through the API, and the settings to reach them. */
import type { Platform, Role } from "../platform/platform.js";
import type { Ran, Started } from "./ran.js";
import { type RunOptions, runCli, startCli } from "./run.js";

export interface Settings {
  readonly role?: Role;
  readonly endpoints?: "documented" | "extended";
  readonly env?: RunOptions["env"];
}

/** The variables that lead the command to the platform. */
export function settingsOf(platform: Platform, { role = "admin", endpoints = "extended", env = {} }: Settings = {}) {
  return {
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens[role],
    APP_PLATFORM_ENDPOINTS: endpoints,
    ...env,
  };
}

export function run(platform: Platform, args: readonly string[], settings: Settings = {}): Promise<Ran> {
  return runCli(args, { env: settingsOf(platform, settings) });
}

export function start(platform: Platform, args: readonly string[], settings: Settings = {}): Started {
  return startCli(args, { env: settingsOf(platform, settings) });
}

/** Creates a service. Returns its ID. */
export async function addService(platform: Platform, kind: ServiceKind, environmentId: string, name: string) {
  const body = { name, ...bodies[kind](platform) };
  const { status, body: created } = await platform.request("POST", `/environment/${environmentId}/${kind}`, { body });
  if (status !== 201) throw new Error(`the platform refused ${kind} ${name}: ${JSON.stringify(created)}`);
  return created.id as string;
}

type ServiceKind = "application" | "container" | "database" | "job" | "terraform";

const repository = { url: "https://github.com/acme/shop.git", branch: "main", root_path: "/" };

const bodies: Record<ServiceKind, (platform: Platform) => Record<string, unknown>> = {
  application: () => ({
    git_repository: { ...repository, provider: "GITHUB" },
    dockerfile_path: "Dockerfile",
    healthchecks: {},
  }),
  container: ({ ids }) => ({
    registry_id: ids.registries.DOCKER_HUB,
    image_name: "library/nginx",
    tag: "1.27",
    healthchecks: {},
  }),
  database: () => ({ type: "REDIS", version: "7", mode: "CONTAINER" }),
  job: ({ ids }) => ({
    healthchecks: {},
    source: { image: { registry_id: ids.registries.DOCKER_HUB, image_name: "library/busybox", tag: "1.36" } },
    schedule: { on_start: {}, lifecycle_type: "GENERIC" },
  }),
  terraform: ({ ids }) => ({
    description: "",
    auto_deploy_config: { auto_deploy: false, terraform_action: "DEFAULT" },
    terraform_files_source: { git_repository: { ...repository, git_token_id: ids.gitToken } },
    terraform_variables_source: { tf_var_file_paths: [], tf_vars: [] },
    backend: { kubernetes: {} },
    engine: "TERRAFORM",
    provider_version: { explicit_version: "1.9.7", read_from_terraform_block: false },
    job_resources: { cpu_milli: 500, ram_mib: 512, gpu: 0, storage_gib: 10 },
  }),
};

/** A new environment, so that tests of one platform do not see each other's services. */
export async function addEnvironment(platform: Platform): Promise<string> {
  return (await platform.request("POST", "/_local/environments", { body: {} })).body.id;
}

export async function advance(platform: Platform, seconds: number): Promise<void> {
  await platform.request("POST", "/_local/clock", { body: { advanceSeconds: seconds } });
}

/** Adds one fault rule, which replaces the others. */
export async function fault(platform: Platform, ...rules: readonly object[]): Promise<void> {
  await platform.request("PUT", "/_local/faults", { body: { rules } });
}
