import { randomUUID } from "node:crypto";
import { exactlyOne, type Rule, rule } from "../schema/rules.js";
import {
  anything,
  array,
  boolean,
  fallback,
  integer,
  map,
  named,
  object,
  oneOf,
  optional,
  required,
  text,
  uuid,
  type Value,
} from "../schema/schema.js";

const mode = oneOf(["KEDA"]);
const role = oneOf(["PRIMARY", "SAFETY"]);

const scalerRequest = named(
  "Scaler",
  object(
    {
      scaler_type: required(text()),
      role: required(role),
      enabled: fallback(boolean(), true),
      config_json: optional(map(anything())),
      config_yaml: optional(text()),
      trigger_authentication: optional(object({ name: required(text()), config_yaml: required(text()) })),
    },
    exactlyOne(["config_json", "config_yaml"]),
  ),
);

const oneEnabledScaler = rule<{ scalers: { enabled: boolean }[] }>(["scalers"], (value, report) => {
  if (!value.scalers.some((scaler) => scaler.enabled)) report("scalers", "needs at least one enabled scaler");
});

export const autoscalingRequest = named(
  "Autoscaling",
  object(
    {
      mode: required(mode),
      scalers: required(array(scalerRequest)),
      polling_interval_seconds: fallback(integer(1), 30),
      cooldown_period_seconds: fallback(integer(0), 300),
    },
    oneEnabledScaler,
  ),
);

const triggerAuthenticationResponse = object({
  id: required(uuid()),
  created_at: required(text({ format: "timestamp" })),
  updated_at: optional(text({ format: "timestamp" })),
  organization_id: required(text()),
  name: required(text()),
  config_yaml: required(text()),
});

const scalerResponse = named(
  "Scaler",
  object({
    id: required(uuid()),
    created_at: required(text({ format: "timestamp" })),
    updated_at: optional(text({ format: "timestamp" })),
    scaler_type: required(text()),
    role: required(role),
    enabled: required(boolean()),
    config_json: optional(map(anything())),
    config_yaml: optional(text()),
    trigger_authentication: optional(triggerAuthenticationResponse),
  }),
);

export const autoscalingResponse = named(
  "Autoscaling",
  object({
    id: required(uuid()),
    created_at: required(text({ format: "timestamp" })),
    updated_at: optional(text({ format: "timestamp" })),
    service_id: required(uuid()),
    mode: required(mode),
    scalers: required(array(scalerResponse)),
    polling_interval_seconds: required(integer()),
    cooldown_period_seconds: required(integer()),
  }),
);

type AutoscalingRequest = Value<typeof autoscalingRequest>;
export type Autoscaling = Value<typeof autoscalingResponse>;

interface Instances {
  min_running_instances: number;
  max_running_instances: number;
  autoscaling: AutoscalingRequest | null;
}

/** Whether the maximum leaves room above the minimum; -1 is no limit. */
export const instanceBounds: Rule = rule<Instances>(
  ["min_running_instances", "max_running_instances", "autoscaling"],
  ({ min_running_instances: least, max_running_instances: most, autoscaling }, report) => {
    if (most === -1) return;
    if (autoscaling !== null && least >= most) {
      report("min_running_instances", "must be less than max_running_instances with autoscaling");
    } else if (least > most) {
      report("min_running_instances", "must be at most max_running_instances");
    }
  },
);

/** What a policy belongs to, and what it keeps of the one it replaces. */
export interface PolicyOwner {
  readonly serviceId: string;
  readonly organizationId: string;
  readonly now: string;
  readonly previous: Autoscaling | null;
}

export function autoscalingPolicy(request: AutoscalingRequest | null, owner: PolicyOwner): Autoscaling | null {
  if (request === null) return null;
  const { previous, now } = owner;
  const stamps = (earlier: { id: string; created_at: string } | null | undefined) => ({
    id: earlier?.id ?? randomUUID(),
    created_at: earlier?.created_at ?? now,
    updated_at: earlier ? now : null,
  });
  return {
    ...request,
    ...stamps(previous),
    service_id: owner.serviceId,
    scalers: request.scalers.map((scaler, index) => {
      const earlier = previous?.scalers[index];
      const authentication = scaler.trigger_authentication;
      return {
        ...scaler,
        ...stamps(earlier),
        trigger_authentication: authentication && {
          ...authentication,
          ...stamps(earlier?.trigger_authentication),
          organization_id: owner.organizationId,
        },
      };
    }),
  };
}
