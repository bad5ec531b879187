import {
  boolean,
  choice,
  integer,
  json,
  list,
  nullable,
  object,
  optional,
  type Rule,
  text,
} from "../../schema/fields.js";
import { created } from "./timestamps.js";

export const autoscaling = () =>
  optional(
    nullable(
      object(
        "Autoscaling",
        "Scales the number of instances by events. The minimum number of instances must then be less than the maximum.",
        {
          mode: choice("AutoscalingMode", "What does the scaling.", ["KEDA"]),
          scalers: list(
            "What is measured; at least one enabled scaler.",
            object(
              "Scaler",
              "One thing to measure.",
              {
                scalerType: text("Type of the scaler, as KEDA names it, for example `cpu`.", { minLength: 1 }),
                role: choice("ScalerRole", "Whether the scaler leads or only guards.", ["PRIMARY", "SAFETY"]),
                enabled: optional(boolean("Whether the scaler counts.", { default: true })),
                configJson: json("Configuration of the scaler, as JSON; travels untouched."),
                configYaml: text("Configuration of the scaler, as YAML."),
                triggerAuthentication: optional(
                  object(
                    "TriggerAuthentication",
                    "Credentials for what is measured.",
                    {
                      name: text("Name of the credentials.", { minLength: 1 }),
                      configYaml: text("The credentials, as YAML.", { secret: true }),
                    },
                    {
                      answered: {
                        id: optional(text("Identifier of the credentials.")),
                        ...created,
                        organizationId: optional(text("Organization that holds the credentials.")),
                      },
                    },
                  ),
                ),
              },
              {
                alternatives: [["configJson"], ["configYaml"]],
                answered: { id: optional(text("Identifier of the scaler.")), ...created },
              },
            ),
            {
              minItems: 1,
              rules: [
                {
                  says: "At least one scaler is enabled.",
                  check: (items) =>
                    items.length > 0 && items.every((item) => (item as { enabled?: boolean }).enabled === false)
                      ? { at: "", found: "no enabled scaler", allowed: "at least one enabled scaler" }
                      : undefined,
                },
              ],
            },
          ),
          pollingIntervalSeconds: optional(
            integer("Pause between two measurements.", { unit: "seconds", default: 30, min: 1 }),
          ),
          cooldownPeriodSeconds: optional(
            integer("Pause between the last event and scaling down.", { unit: "seconds", default: 300, min: 0 }),
          ),
        },
        {
          answered: {
            id: optional(text("Identifier of the policy.")),
            ...created,
            serviceId: optional(text("Service that the policy scales.")),
          },
        },
      ),
    ),
  );

/** Number of instances of an application or container. */
export const instances = () => ({
  minRunningInstances: optional(
    integer("Least number of running instances; 0 means that none runs.", { default: 1, min: 0 }),
  ),
  maxRunningInstances: optional(
    integer("Greatest number of running instances; -1 means no limit.", { default: 1, min: -1 }),
  ),
});

/** How the numbers of instances go together. */
export const instancesRule: Rule = {
  reads: ["minRunningInstances", "maxRunningInstances", "autoscaling"],
  says: "`minRunningInstances` is at most `maxRunningInstances`, and less than it with `autoscaling`; a maximum of -1 is no limit.",
  check: ({ minRunningInstances: min, maxRunningInstances: max, autoscaling: scaled }) => {
    if (typeof min !== "number" || typeof max !== "number" || max === -1) return undefined;
    const scales = scaled !== undefined && scaled !== null;
    if (scales ? min < max : min <= max) return undefined;
    return {
      at: "minRunningInstances",
      found: `${min} with maxRunningInstances ${max}`,
      allowed: scales
        ? `less than maxRunningInstances (${max}), since autoscaling is given; or a maxRunningInstances of -1`
        : `at most maxRunningInstances (${max}); or a maxRunningInstances of -1`,
    };
  },
};
