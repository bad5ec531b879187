/** The advanced settings of services and clusters: some forty values by dotted names, each with a default and the type of that. */
import type { z } from "zod";
import { isWellFormed } from "../schema/texts.js";
import type { FurtherCheck } from "../schema/validate.js";
import { freeJson, isObject, map } from "../schema/values.js";

type Setting = boolean | number | string | { readonly [name: string]: unknown };
export type Settings = Readonly<Record<string, Setting>>;

/** The body of an update replaces all settings: what it omits returns to its default. */
export const settings = map(freeJson).meta({
  id: "AdvancedSettings",
  description: "Settings by dotted names, each a boolean, an integer, a string or an object.",
});

const deployment: Settings = {
  "deployment.termination_grace_period_seconds": 60,
  "deployment.affinity.node.required": {},
  "deployment.antiaffinity.pod": "Preferred",
  "deployment.update_strategy.type": "RollingUpdate",
  "deployment.update_strategy.rolling_update.max_unavailable_percent": 25,
  "deployment.update_strategy.rolling_update.max_surge_percent": 25,
  "deployment.lifecycle.post_start_exec_command": "",
  "deployment.lifecycle.pre_stop_exec_command": "",
  "deployment.topology_spread.max_skew": 1,
};

const build: Settings = {
  "build.timeout_max_sec": 1800,
  "build.cpu_max_in_milli": 4000,
  "build.ram_max_in_gib": 8,
  "build.ephemeral_storage_in_gib": 10,
  "build.disable_buildkit_cache": false,
};

const security: Settings = {
  "security.service_account_name": "",
  "security.read_only_root_filesystem": false,
  "security.automount_service_account_token": false,
};

const resources: Settings = {
  "resources.override.limit.cpu_in_milli": 0,
  "resources.override.limit.ram_in_mib": 0,
};

const ingress: Settings = {
  "network.ingress.proxy_body_size_mb": 100,
  "network.ingress.proxy_connect_timeout_seconds": 60,
  "network.ingress.proxy_send_timeout_seconds": 60,
  "network.ingress.proxy_read_timeout_seconds": 60,
  "network.ingress.proxy_buffer_size_kb": 4,
  "network.ingress.proxy_buffering": "on",
  "network.ingress.proxy_request_buffering": "on",
  "network.ingress.keepalive_time_seconds": 3600,
  "network.ingress.keepalive_timeout_seconds": 60,
  "network.ingress.send_timeout_seconds": 60,
  "network.ingress.add_headers": {},
  "network.ingress.proxy_set_headers": {},
  "network.ingress.extra_headers": "",
  "network.ingress.enable_cors": false,
  "network.ingress.cors_allow_origin": "*",
  "network.ingress.cors_allow_methods": "GET, PUT, POST, DELETE, PATCH, OPTIONS",
  "network.ingress.cors_allow_headers": "Authorization, Content-Type",
  "network.ingress.enable_sticky_session": false,
  "network.ingress.whitelist_source_range": "0.0.0.0/0",
  "network.ingress.denylist_source_range": "",
  "network.ingress.basic_auth_env_var": "",
  "network.ingress.grpc_send_timeout_seconds": 60,
  "network.ingress.grpc_read_timeout_seconds": 60,
};

const autoscaling: Settings = {
  "hpa.cpu.average_utilization_percent": 60,
  "hpa.memory.average_utilization_percent": 0,
};

const exposed: Settings = { ...deployment, ...ingress, ...autoscaling, ...security, ...resources };

/** Of what people build from git, and what they reach. */
export const applicationSettings: Settings = { ...build, ...exposed };
export const containerSettings: Settings = exposed;

export const jobSettings: Settings = {
  ...build,
  "deployment.termination_grace_period_seconds": 60,
  "deployment.affinity.node.required": {},
  "job.delete_ttl_seconds_after_finished": 0,
  "cronjob.concurrency_policy": "Forbid",
  "cronjob.failed_jobs_history_limit": 1,
  "cronjob.success_jobs_history_limit": 1,
  ...security,
  ...resources,
};

/** Of what a chart installs, and how it is reached. */
export const helmSettings: Settings = {
  "deployment.termination_grace_period_seconds": 60,
  "deployment.affinity.node.required": {},
  ...ingress,
  ...security,
};

export const terraformSettings: Settings = {
  ...build,
  "deployment.termination_grace_period_seconds": 60,
  "deployment.affinity.node.required": {},
  ...security,
};

export const clusterSettings: Settings = {
  "aws.vpc.enable_s3_flow_logs": false,
  "aws.vpc.flow_logs_retention_days": 365,
  "aws.eks.ec2.metadata_imds": "required",
  "cloud_provider.container_registry.tags": {},
  "loki.log_retention_in_week": 12,
  "registry.image_retention_time": 31_536_000,
  "load_balancer.size": "lb-s",
  "database.postgresql.deny_any_access": false,
  "database.postgresql.allowed_cidrs": "0.0.0.0/0",
  "nginx.vcpu.request_in_milli_cpu": 200,
  "nginx.memory.request_in_mib": 768,
};

/** An integer may also be sent as a text of digits: generated clients have every setting as text. */
function isDigits(value: unknown, byDefault: Setting | undefined): value is string {
  return typeof byDefault === "number" && typeof value === "string" && /^-?\d{1,15}$/.test(value);
}

/** The settings of a body as they are stored. */
export function typedSettings(body: z.output<typeof settings>, defaults: Settings): Settings {
  const typed = Object.entries(body).map(([name, value]) => [
    name,
    isDigits(value, defaults[name]) ? Number(value) : value,
  ]);
  return Object.fromEntries(typed);
}

/** Every name must be one of the defaults, with a value of the same type. */
export function fittingTo(defaults: Settings): FurtherCheck<z.output<typeof settings>> {
  return (body, report) => {
    for (const [name, value] of Object.entries(body)) {
      if (!Object.hasOwn(defaults, name)) report([name], "isn't a setting");
      else if (isDigits(value, defaults[name])) continue;
      else if (typeOfSetting(value) !== typeOfSetting(defaults[name]))
        report([name], `must be ${typeOfSetting(defaults[name])}`);
      else if (typeof value === "string" && !isWellFormed(value)) report([name], "must be well-formed Unicode text");
    }
  };
}

function typeOfSetting(value: unknown): string {
  if (typeof value === "boolean") return "true or false";
  if (Number.isInteger(value)) return "an integer";
  if (typeof value === "string") return "a string";
  return isObject(value) ? "an object" : "another value";
}
