import { z } from "zod";

const alerting = z
  .strictObject({
    enabled: z.boolean().optional().meta({ description: "Whether alerts are sent." }),
    defaultRuleLabels: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "Labels of every alert rule, sent unchanged." }),
    specConfigSecret: z.string().optional().meta({ description: "Configuration of the alert manager.", secret: true }),
    specExternalUrl: z.string().optional().meta({ description: "External URL of the alert manager." }),
    configName: z.string().optional().meta({ description: "Name of the alert manager's configuration." }),
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
        enabled: z.boolean().optional().meta({ description: "Whether metrics are exported to CloudWatch." }),
      })
      .optional()
      .meta({ typeName: "CloudWatchExportConfig", description: "Export to CloudWatch." }),
    highAvailability: z
      .boolean()
      .optional()
      .meta({ description: "Whether the metrics collection is highly available." }),
    internalNetworkMonitoring: z
      .strictObject({
        enabled: z.boolean().optional().meta({ description: "Whether the cluster's internal network is monitored." }),
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
    enabled: z.boolean().optional().meta({ description: "Whether metrics are collected." }),
    configuration,
  })
  .optional()
  .meta({ typeName: "MetricsParameters", description: "Metrics of the cluster." });
