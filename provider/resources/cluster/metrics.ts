import { z } from "zod";
import { freeObject } from "../../schema/freeJson.js";
import { text } from "../../schema/texts.js";

const alerting = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .meta({ description: "Whether alerts are sent.", default: false, whenOmitted: { isSent: true } }),
    defaultRuleLabels: freeObject.optional().meta({ description: "Labels of every alert rule, sent unchanged." }),
    specConfigSecret: text.optional().meta({ description: "Configuration of the alert manager.", secret: true }),
    specExternalUrl: text.optional().meta({ description: "External URL of the alert manager." }),
    configName: text.optional().meta({ description: "Name of the alert manager's configuration." }),
  })
  .optional()
  .meta({ typeName: "Alerting", description: "Alerts." });

const configuration = z
  .strictObject({
    kind: z
      .enum(["MANAGED_BY_PLATFORM"])
      .meta({ typeName: "MetricsKind", description: "Who runs the metrics collection." }),
    resourceProfile: z
      .enum(["LOW", "NORMAL", "HIGH"])
      .optional()
      .meta({ typeName: "MetricsResourceProfile", description: "Size of the metrics collection." }),
    cloudWatchExportConfig: z
      .strictObject({
        enabled: z
          .boolean()
          .optional()
          .meta({
            description: "Whether metrics are exported to CloudWatch.",
            default: false,
            whenOmitted: { isSent: true },
          }),
      })
      .optional()
      .meta({ typeName: "CloudWatchExportConfig", description: "Export to CloudWatch." }),
    highAvailability: z
      .boolean()
      .optional()
      .meta({ description: "Whether the metrics collection is highly available." }),
    internalNetworkMonitoring: z
      .strictObject({
        enabled: z
          .boolean()
          .optional()
          .meta({
            description: "Whether the cluster's internal network is monitored.",
            default: false,
            whenOmitted: { isSent: true },
          }),
      })
      .optional()
      .meta({ typeName: "InternalNetworkMonitoring", description: "Monitoring of the cluster's internal network." }),
    alerting,
  })
  .optional()
  .meta({ typeName: "MetricsConfiguration", description: "Configuration of the metrics collection." });

/** Metrics of a cluster. */
export const metricsParameters = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .meta({ description: "Whether metrics are collected.", default: false, whenOmitted: { isSent: true } }),
    configuration,
  })
  .optional()
  .meta({ typeName: "MetricsParameters", description: "Metrics of the cluster." });
