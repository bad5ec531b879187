/** The two nested parameter objects of a cluster. */
import {
  anything,
  array,
  boolean,
  freeText,
  idOf,
  integer,
  map,
  named,
  object,
  oneOf,
  optional,
  required,
  text,
} from "../schema/schema.js";

const toggle = object({ enabled: required(boolean()) });

const alerting = object({
  enabled: required(boolean()),
  default_rule_labels: optional(map(anything())),
  spec_config_secret: optional(freeText()),
  spec_external_url: optional(freeText()),
  config_name: optional(freeText()),
});

export const metricsParameters = named(
  "MetricsParameters",
  object({
    enabled: required(boolean()),
    configuration: optional(
      object({
        kind: required(oneOf(["MANAGED_BY_PLATFORM"])),
        resource_profile: optional(oneOf(["LOW", "NORMAL", "HIGH"])),
        cloud_watch_export_config: optional(toggle),
        high_availability: optional(boolean()),
        internal_network_monitoring: optional(toggle),
        alerting: optional(alerting),
      }),
    ),
  }),
);

export const infrastructureChartsParameters = named(
  "InfrastructureChartsParameters",
  object({
    nginx_parameters: optional(
      object({
        replica_count: optional(integer(0)),
        default_ssl_certificate: optional(freeText()),
        publish_status_address: optional(freeText()),
        annotation_metal_lb_load_balancer_ips: optional(freeText()),
        annotation_external_dns_kubernetes_target: optional(freeText()),
      }),
    ),
    cert_manager_parameters: optional(object({ kubernetes_namespace: optional(text()) })),
    metal_lb_parameters: optional(object({ ip_address_pools: optional(array(text())) })),
    eks_anywhere_parameters: optional(
      object({
        git_repository: required(
          object({
            url: required(text({ format: "gitUrl" })),
            git_token_id: optional(idOf("gitToken")),
            branch: optional(text()),
            provider: optional(oneOf(["BITBUCKET", "GITHUB", "GITLAB"])),
          }),
        ),
        yaml_file_path: required(text()),
      }),
    ),
  }),
);
