/** The two nested parameter objects of a cluster. */
import { z } from "zod";
import { freeText, gitUrl, idOf, text } from "../schema/texts.js";
import { freeJson, integer, map, optional } from "../schema/values.js";

const toggle = z.object({ enabled: z.boolean() });

const alerting = z.object({
  enabled: z.boolean(),
  default_rule_labels: optional(map(freeJson)),
  spec_config_secret: optional(freeText),
  spec_external_url: optional(freeText),
  config_name: optional(freeText),
});

export const metricsParameters = z
  .object({
    enabled: z.boolean(),
    configuration: optional(
      z.object({
        kind: z.enum(["MANAGED_BY_PLATFORM"]),
        resource_profile: optional(z.enum(["LOW", "NORMAL", "HIGH"])),
        cloud_watch_export_config: optional(toggle),
        high_availability: optional(z.boolean()),
        internal_network_monitoring: optional(toggle),
        alerting: optional(alerting),
      }),
    ),
  })
  .meta({ id: "MetricsParameters" });

export const infrastructureChartsParameters = z
  .object({
    nginx_parameters: optional(
      z.object({
        replica_count: optional(integer(0)),
        default_ssl_certificate: optional(freeText),
        publish_status_address: optional(freeText),
        annotation_metal_lb_load_balancer_ips: optional(freeText),
        annotation_external_dns_kubernetes_target: optional(freeText),
      }),
    ),
    cert_manager_parameters: optional(z.object({ kubernetes_namespace: optional(text) })),
    metal_lb_parameters: optional(z.object({ ip_address_pools: optional(z.array(text)) })),
    eks_anywhere_parameters: optional(
      z.object({
        git_repository: z.object({
          url: gitUrl,
          git_token_id: optional(idOf("gitToken")),
          branch: optional(text),
          provider: optional(z.enum(["BITBUCKET", "GITHUB", "GITLAB"])),
        }),
        yaml_file_path: text,
      }),
    ),
  })
  .meta({ id: "InfrastructureChartsParameters" });
