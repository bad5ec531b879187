/**
 * The nested parameter objects of a cluster. Their members are optional at every depth, except those without which an
 * object says nothing: the kind of a metrics configuration and the id of credentials.
 */
import { z } from "zod";
import { secret } from "../schema/secrets.js";
import { gitUrl, idOf, text } from "../schema/texts.js";
import { freeJson, integer, map, optional } from "../schema/values.js";

const enabled = z.boolean().default(false);
const toggle = z.object({ enabled });

export const keda = toggle;

export const credentials = z
  .object({
    cloud_provider: optional(text),
    // Credentials are created outside this API, and their id has no fixed form: it is stored as sent.
    credentials: optional(secret(z.object({ id: text, name: optional(text) }))),
    region: optional(text),
  })
  .meta({ id: "CloudProviderCredentials" });
export type CloudProviderCredentials = z.output<typeof credentials>;

export const cloudProviderInfo = z
  .object({
    cloud_provider: text,
    region: text,
    credentials: secret(z.object({ id: text.nullable(), name: text.nullable() })),
  })
  .meta({ id: "CloudProviderInfo" });
export type CloudProviderInfo = z.output<typeof cloudProviderInfo>;

const alerting = z.object({
  enabled,
  default_rule_labels: optional(map(freeJson)),
  spec_config_secret: optional(secret(text)),
  spec_external_url: optional(text),
  config_name: optional(text),
});

export const metricsParameters = z
  .object({
    enabled,
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
        default_ssl_certificate: optional(text),
        publish_status_address: optional(text),
        annotation_metal_lb_load_balancer_ips: optional(text),
        annotation_external_dns_kubernetes_target: optional(text),
      }),
    ),
    cert_manager_parameters: optional(z.object({ kubernetes_namespace: optional(text) })),
    metal_lb_parameters: optional(z.object({ ip_address_pools: optional(z.array(text)) })),
    eks_anywhere_parameters: optional(
      z.object({
        git_repository: optional(
          z.object({
            url: optional(gitUrl),
            git_token_id: optional(idOf("gitToken")),
            branch: optional(text),
            commit_id: optional(text),
            provider: optional(z.enum(["BITBUCKET", "GITHUB", "GITLAB"])),
          }),
        ),
        yaml_file_path: optional(text),
        cluster_backup: optional(
          z.object({
            enabled: z.boolean().default(true),
            timeout_seconds: integer(1).default(300),
            certs_secret_name: optional(text),
            s3: z.object({ bucket: text, region: text, role_arn: text, key_prefix: optional(text) }),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "InfrastructureChartsParameters" });
