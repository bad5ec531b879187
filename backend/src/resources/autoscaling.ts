import { randomUUID } from "node:crypto";
import { z } from "zod";
import { exactlyOne, rule, withRules } from "../schema/rules.js";
import { secret } from "../schema/secrets.js";
import { text, timestamp, uuid } from "../schema/texts.js";
import { freeJson, integer, map, optional } from "../schema/values.js";

const mode = z.enum(["KEDA"]);
const role = z.enum(["PRIMARY", "SAFETY"]);

const scalerRequest = withRules(
  z.object({
    scaler_type: text,
    role,
    enabled: z.boolean().default(true),
    config_json: optional(map(freeJson)),
    config_yaml: optional(text),
    trigger_authentication: optional(z.object({ name: text, config_yaml: optional(secret(text)) })),
  }),
  exactlyOne("config_json", "config_yaml"),
).meta({ id: "ScalerRequest" });

const oneEnabledScaler = rule<{ scalers: { enabled: boolean }[] }>(
  ["scalers"],
  (value, report) => {
    if (!value.scalers.some((scaler) => scaler.enabled)) report(["scalers"], "must have at least one enabled scaler");
  },
  { properties: { scalers: { contains: { properties: { enabled: { const: true } } } } } },
);

export const autoscalingRequest = withRules(
  z.object({
    mode,
    scalers: z.array(scalerRequest),
    polling_interval_seconds: integer(1).default(30),
    cooldown_period_seconds: integer(0).default(300),
  }),
  oneEnabledScaler,
).meta({ id: "AutoscalingRequest" });

const triggerAuthenticationResponse = z.object({
  id: uuid,
  created_at: timestamp,
  updated_at: optional(timestamp),
  organization_id: text,
  name: text,
  config_yaml: optional(secret(text)),
});

const scalerResponse = z
  .object({
    id: uuid,
    created_at: timestamp,
    updated_at: optional(timestamp),
    scaler_type: text,
    role,
    enabled: z.boolean(),
    config_json: optional(map(freeJson)),
    config_yaml: optional(text),
    trigger_authentication: optional(triggerAuthenticationResponse),
  })
  .meta({ id: "Scaler" });

export const autoscalingResponse = z
  .object({
    id: uuid,
    created_at: timestamp,
    updated_at: optional(timestamp),
    service_id: uuid,
    mode,
    scalers: z.array(scalerResponse),
    polling_interval_seconds: integer(),
    cooldown_period_seconds: integer(),
  })
  .meta({ id: "Autoscaling" });

type AutoscalingRequest = z.output<typeof autoscalingRequest>;
export type Autoscaling = z.output<typeof autoscalingResponse>;

export interface Instances {
  min_running_instances: number;
  max_running_instances: number;
  autoscaling: AutoscalingRequest | null;
}

/** The minimum must not exceed the maximum, and must be less with autoscaling; -1 means no limit. */
export const instanceBounds = rule<Instances>(
  ["min_running_instances", "max_running_instances", "autoscaling"],
  ({ min_running_instances: minimum, max_running_instances: maximum, autoscaling }, report) => {
    if (maximum === -1) return;
    if (autoscaling !== null && minimum >= maximum) {
      report(["min_running_instances"], "must be less than max_running_instances with autoscaling");
    } else if (minimum > maximum) {
      report(["min_running_instances"], "must be at most max_running_instances");
    }
  },
);

/** The owner of a policy, and the policy that it replaces. */
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
