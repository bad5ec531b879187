import { z } from "zod";
import { oneOf } from "../../schema/argumentSchemas.js";
import { listRule, type Rule } from "../../schema/checks.js";
import { freeObject, integer, text, verbatim } from "../../schema/texts.js";
import { timestamps } from "./common.js";

const triggerAuthentication = z
  .strictObject({
    name: text.meta({ description: "Name of the credentials." }),
    configYaml: text.optional().meta({ description: "The credentials (YAML).", secret: true }),
  })
  .optional()
  .meta({
    typeName: "TriggerAuthentication",
    description: "Credentials for the scaler's source of events.",
    response: {
      only: {
        id: z.string().optional().meta({ description: "ID of the credentials." }),
        ...timestamps,
        organizationId: z.string().optional().meta({ description: "Organization of the credentials." }),
      },
    },
  });

const scaler = oneOf(
  {
    scalerType: text.meta({ description: "Type of the scaler, as KEDA names it, for example `cpu`." }),
    role: z
      .enum(["PRIMARY", "SAFETY"])
      .meta({ typeName: "ScalerRole", description: "Whether the scaler decides or is only a safeguard." }),
    enabled: z.boolean().optional().meta({ description: "Whether the scaler is enabled.", default: true }),
    triggerAuthentication,
  },
  {
    configJson: freeObject.meta({ description: "Configuration of the scaler (JSON), sent unchanged." }),
  },
  { configYaml: verbatim.meta({ description: "Configuration of the scaler (YAML)." }) },
).meta({
  typeName: "Scaler",
  description: "A metric or event source that scales the service.",
  response: { only: { id: z.string().optional().meta({ description: "ID of the scaler." }), ...timestamps } },
});

const oneEnabled = listRule({
  says: "One or more must be enabled.",
  check: (items) =>
    items.length > 0 && items.every((item) => (item as { enabled?: boolean }).enabled === false)
      ? { path: [], expected: "must have at least one enabled scaler", got: "none" }
      : undefined,
});

/** Autoscaling of an application or container. */
export const autoscaling = z
  .strictObject({
    mode: z.enum(["KEDA"]).meta({ typeName: "AutoscalingMode", description: "Autoscaler." }),
    scalers: z
      .array(scaler)
      .min(1)
      .check(oneEnabled)
      .meta({ description: "Scalers.", items: { matchBy: "scalerType" } }),
    pollingIntervalSeconds: integer(1)
      .optional()
      .meta({ description: "Time between two measurements.", unit: "seconds", default: 30 }),
    cooldownPeriodSeconds: integer(0)
      .optional()
      .meta({ description: "Time between the last event and scaling down.", unit: "seconds", default: 300 }),
  })
  .nullable()
  .optional()
  .meta({
    typeName: "Autoscaling",
    description:
      "Scales the number of instances by events. Requires the minimum number of instances to be less than the maximum.",
    response: {
      only: {
        id: z.string().optional().meta({ description: "ID of the policy." }),
        ...timestamps,
        serviceId: z.string().optional().meta({ description: "Service that the policy scales." }),
      },
    },
  });

/** Number of instances of an application or container. */
export const instances = {
  minRunningInstances: integer(0)
    .optional()
    .meta({ description: "Minimum number of running instances (0 = none).", default: 1 }),
  maxRunningInstances: integer(-1)
    .optional()
    .meta({ description: "Maximum number of running instances (-1 = unlimited).", default: 1 }),
};

/** Rule over the minimum and maximum number of instances. */
export const instancesRule: Rule = {
  reads: ["minRunningInstances", "maxRunningInstances", "autoscaling"],
  says: "`minRunningInstances` is at most `maxRunningInstances`, and less than it with `autoscaling`; a maximum of -1 is unlimited.",
  check: ({ minRunningInstances: min, maxRunningInstances: max, autoscaling: scaled }) => {
    if (typeof min !== "number" || typeof max !== "number" || max === -1) return undefined;
    const scales = scaled !== undefined && scaled !== null;
    if (scales ? min < max : min <= max) return undefined;
    return {
      path: ["minRunningInstances"],
      expected: scales
        ? `must be less than maxRunningInstances (${max}), since autoscaling is given, or maxRunningInstances must be -1`
        : `must be at most maxRunningInstances (${max}), or maxRunningInstances must be -1`,
      got: `${min}`,
    };
  },
};
