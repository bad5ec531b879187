/**
 * Request bodies written by hand from the API document: for every kind one with all members, and one with only the required ones.
 */
import * as shared from "../../kinds/shared/objects.js";
import type { SeededIds } from "./platform.js";

export type Body = Record<string, unknown>;

export interface KindBodies {
  full(ids: SeededIds): Body;
  minimal(ids: SeededIds): Body;
}

const groups = (ids: SeededIds) => ({
  annotations_groups: [{ id: ids.annotationsGroup }],
  labels_groups: [{ id: ids.labelsGroup }],
});

const workload = (ids: SeededIds): Body => ({
  healthchecks: shared.healthchecks,
  storage: shared.storage.request,
  ports: [shared.publicPort],
  cpu: 750,
  memory: 1024,
  gpu: 1,
  min_running_instances: 2,
  max_running_instances: 5,
  auto_preview: false,
  arguments: ["serve", "--verbose"],
  entrypoint: "/bin/start",
  auto_deploy: true,
  ...groups(ids),
  icon_uri: "https://example.com/icon.svg",
  autoscaling: shared.autoscaling.request,
});

const gitRepository = ({ gitToken }: SeededIds): Body => ({ ...shared.gitRepository.request, git_token_id: gitToken });

/** The services of the document: of others, the test records have requests (`services.ts`). */
export const bodies = bodiesOf({
  application: {
    full: (ids) => ({
      ...workload(ids),
      name: "shop",
      git_repository: gitRepository(ids),
      description: "The shop",
      build_mode: "DOCKER",
      dockerfile_path: "Dockerfile",
      docker_target_build_stage: "release",
    }),
    minimal: () => ({
      name: "shop",
      git_repository: { url: "https://gitlab.com/acme/shop", provider: "GITLAB" },
      healthchecks: {},
      dockerfile_path: "Dockerfile",
    }),
  },
  container: {
    full: (ids) => ({
      ...workload(ids),
      name: "web",
      registry_id: ids.registries.DOCKER_HUB,
      image_name: "library/nginx",
      tag: "1.27",
      description: "The front",
    }),
    minimal: (ids) => ({
      name: "web",
      registry_id: ids.registries.ECR,
      image_name: "nginx",
      tag: "1.27",
      healthchecks: {},
    }),
  },
  job: {
    full: (ids) => ({
      name: "migrate",
      healthchecks: shared.healthchecks,
      description: "Migrates the schema",
      cpu: 250,
      memory: 256,
      gpu: 0,
      max_nb_restart: 2,
      max_duration_seconds: 600,
      auto_preview: true,
      port: 8080,
      source: {
        docker: {
          git_repository: gitRepository(ids),
          dockerfile_path: "Dockerfile",
          docker_target_build_stage: "migrations",
        },
      },
      schedule: {
        on_start: { arguments: ["up"], entrypoint: "/migrate" },
        on_stop: { arguments: ["down"], entrypoint: "/migrate" },
        on_delete: { arguments: ["drop"], entrypoint: "/migrate" },
        lifecycle_type: "TERRAFORM",
      },
      auto_deploy: true,
      ...groups(ids),
      icon_uri: "app://icons/job",
    }),
    minimal: (ids) => ({
      name: "migrate",
      healthchecks: {},
      source: { image: { image_name: "migrate", tag: "1", registry_id: ids.registries.ECR } },
      schedule: { cronjob: { scheduled_at: "*/5 8-18 * jan,feb MON-FRI" } },
    }),
  },
  database: {
    full: (ids) => ({
      name: "orders",
      type: "MYSQL",
      version: "8.4",
      mode: "CONTAINER",
      description: "The orders",
      accessibility: "PUBLIC",
      cpu: 500,
      memory: 1024,
      storage: 20,
      ...groups(ids),
      icon_uri: "https://example.com/db.svg",
    }),
    minimal: () => ({ name: "orders", type: "POSTGRESQL", version: "16", mode: "CONTAINER" }),
  },
  terraform: {
    full: (ids) => ({
      name: "network",
      description: "The network",
      auto_deploy_config: { auto_deploy: true, terraform_action: "DEFAULT" },
      terraform_files_source: {
        git_repository: {
          url: "https://bitbucket.org/acme/network.git",
          branch: "stable",
          root_path: "/infra",
          git_token_id: ids.gitToken,
        },
      },
      terraform_variables_source: {
        tf_var_file_paths: ["prod.tfvars"],
        tf_vars: [
          { key: "region", value: "eu-west-3", secret: false },
          { key: "password", value: "hunter2", secret: true },
        ],
      },
      backend: { kubernetes: {} },
      engine: "OPEN_TOFU",
      provider_version: { explicit_version: "1.9.0", read_from_terraform_block: true },
      job_resources: { cpu_milli: 500, ram_mib: 512, gpu: 0, storage_gib: 10 },
      timeout_sec: 1200,
      icon_uri: "app://icons/terraform",
      use_cluster_credentials: true,
      action_extra_arguments: { plan: ["-lock=false"], apply_all: ["-parallelism=2", "-lock=false"] },
      dockerfile_fragment: { type: "file", path: "fragment.Dockerfile" },
    }),
    minimal: () => ({
      name: "network",
      description: "",
      auto_deploy_config: { auto_deploy: false, terraform_action: "PLAN" },
      terraform_files_source: { git_repository: { url: "https://github.com/acme/network" } },
      terraform_variables_source: { tf_var_file_paths: [], tf_vars: [] },
      backend: { user_provided: {} },
      engine: "TERRAFORM",
      provider_version: { explicit_version: "1.9.0" },
      job_resources: { cpu_milli: 500, ram_mib: 512, gpu: 0, storage_gib: 10 },
    }),
  },
});

function bodiesOf<Kind extends string>(bodies: Record<Kind, KindBodies>): Record<Kind, KindBodies> {
  return bodies;
}

export type KindName = keyof typeof bodies;
export const kindNames = Object.keys(bodies) as KindName[];

/** A body that deploys one service of a kind, from its repository if it has one. */
export const deployBodies: Record<KindName, (id: string) => Body> = {
  application: (id) => ({ applications: [{ application_id: id, git_commit_id: "abc" }] }),
  container: (id) => ({ containers: [{ id, image_tag: "2" }] }),
  job: (id) => ({ jobs: [{ id, git_commit_id: "abc" }] }),
  database: (id) => ({ databases: [id] }),
  terraform: (id) => ({ terraforms: [{ id, git_commit_id: "abc" }] }),
};

export const clusterBody = (ids: SeededIds): Body => ({
  name: "production",
  region: "eu-west-3",
  cloud_provider: "AWS",
  description: "The production cluster",
  cloud_provider_credentials: {
    cloud_provider: "AWS",
    credentials: { id: "00000000-0000-4000-8000-000000000011", name: "main" },
    region: "eu-west-3",
  },
  min_running_nodes: 3,
  max_running_nodes: 9,
  disk_size: 60,
  disk_iops: 4000,
  disk_throughput: 1000,
  instance_type: "t3.large",
  kubernetes: "PARTIALLY_MANAGED",
  production: true,
  ssh_keys: ["ssh-ed25519 AAAA"],
  metrics_parameters: {
    enabled: true,
    configuration: {
      kind: "MANAGED_BY_PLATFORM",
      resource_profile: "LOW",
      cloud_watch_export_config: { enabled: true },
      high_availability: true,
      internal_network_monitoring: { enabled: false },
      alerting: {
        enabled: true,
        default_rule_labels: { severity_level: "high", camelCased: "kept" },
        spec_config_secret: "alert: hunter2",
        spec_external_url: "https://alerts.example.com",
        config_name: "main",
      },
    },
  },
  infrastructure_charts_parameters: {
    nginx_parameters: {
      replica_count: 2,
      default_ssl_certificate: "default/certificate",
      publish_status_address: "203.0.113.7",
      annotation_metal_lb_load_balancer_ips: "203.0.113.8",
      annotation_external_dns_kubernetes_target: "target.example.com",
    },
    cert_manager_parameters: { kubernetes_namespace: "cert-manager" },
    metal_lb_parameters: { ip_address_pools: ["203.0.113.0/28"] },
    eks_anywhere_parameters: {
      git_repository: {
        url: "https://github.com/acme/eks",
        git_token_id: ids.gitToken,
        branch: "main",
        commit_id: "0123456789abcdef0123456789abcdef01234567",
        provider: "GITHUB",
      },
      yaml_file_path: "cluster.yaml",
      cluster_backup: {
        enabled: false,
        timeout_seconds: 60,
        certs_secret_name: "certs",
        s3: { bucket: "backups", region: "eu-west-3", role_arn: "arn:aws:iam::1:role/backups", key_prefix: "eks/" },
      },
    },
  },
  keda: { enabled: true },
  labels_groups: [{ id: ids.labelsGroup }],
});
