/**
 * The types of a Terraform provider for such a platform, by their names without the provider's prefix, with their counterparts here.
 * Attributes are listed only if they have another name here than in camelCase; `docs/how-to/terraform.md` shows all.
 */

import { isAbsent, isObject, type Value, type Values } from "../../provider/schema/json.js";

/** Paths of attributes with another name or place here; `[]` is each item of a list. */
export type Renamed = Readonly<Record<string, string>>;

export interface Counterpart {
  readonly kind: string;
  readonly renamed?: Renamed;
  /** The attributes in the form that has the names here, if another name isn't all. */
  readonly read?: (attributes: Values) => Values;
  /** The kinds by `desired_state`, if the kind depends on it. A resource with another state has no counterpart. */
  readonly byState?: Readonly<Record<string, string>>;
}

const common: Renamed = {
  annotations_group_ids: "annotations_groups",
  labels_group_ids: "labels_groups",
  advanced_settings_json: "advanced_settings",
};

/** Attributes that are the members of an object here. */
function within(object: string, ...names: readonly string[]): Renamed {
  return Object.fromEntries(names.map((name) => [name, `${object}.${name}`]));
}

/** The same, of attributes whose names begin with that of the object. */
function prefixed(object: string, ...names: readonly string[]): Renamed {
  return Object.fromEntries(names.map((name) => [`${object}_${name}`, `${object}.${name}`]));
}

/** The features of a cluster: their names here, the members with their values, and the only clouds that have them. */
const clusterFeatures: Readonly<Record<string, readonly [id: string, member: string, ...clouds: string[]]>> = {
  static_ip: ["STATIC_IP", "value"],
  vpc_subnet: ["VPC_SUBNET", "value", "AWS", "SCW", "AZURE"],
  existing_vpc: ["EXISTING_VPC", "aws_user_provided_network", "AWS"],
  gcp_existing_vpc: ["EXISTING_VPC", "gcp_user_provided_network", "GCP"],
  karpenter: ["KARPENTER", "karpenter", "AWS"],
  nat_gateways: ["NAT_GATEWAY", "nat_gateway", "GCP", "SCW"],
  gke_kms_key: ["GKE_KMS_KEY", "value", "GCP"],
};

/** What a state has for features that aren't set. */
const unsetFeature: readonly Value[] = [false, "", "10.0.0.0/16"];

/** Terraform has the features of a cluster as the members of an object. */
function withFeatures(attributes: Values): Values {
  const { features, cloud_provider: cloud } = attributes;
  if (!isObject(features)) return attributes;
  const items = Object.entries(features).flatMap(([name, value]): Value[] => {
    const [id, member, ...clouds] = clusterFeatures[name] ?? [name, "value"];
    const isElsewhere = clouds.length > 0 && !clouds.includes(String(cloud));
    if (isAbsent(value) || unsetFeature.includes(value) || isElsewhere) return [];
    return [{ id, [member]: isObject(value) ? withNodePools(value) : value }];
  });
  return { ...attributes, features: items.length === 0 ? null : items };
}

/** Of most clusters, only the platform sets the kubeconfig, and a cluster that isn't stopped is in one of many states. */
function withState({ state = null, kubeconfig = null, ...others }: Values): Values {
  const isSet = others.kubernetes_mode === "PARTIALLY_MANAGED";
  return { ...others, state: state === "STOPPED" ? state : null, kubeconfig: isSet ? kubeconfig : null };
}

function withNodePools({ platform_node_pools: pools, ...others }: Values): Values {
  return pools === undefined ? others : { ...others, node_pools: pools };
}

export const stoppedKind = "StoppedEnvironment";

/** In the order in which programs declare them, unless references require another one. */
export const counterparts: Readonly<Record<string, Counterpart>> = {
  project: { kind: "Project" },
  environment: { kind: "Environment" },
  aws_credentials: {
    kind: "CloudCredentials",
    renamed: within("aws", "access_key_id", "secret_access_key", "role_arn"),
  },
  eks_anywhere_vsphere_credentials: {
    kind: "CloudCredentials",
    renamed: {
      vsphere_user: "aws.vsphere.user",
      vsphere_password: "aws.vsphere.password",
      ...within("aws", "access_key_id", "secret_access_key", "role_arn"),
    },
  },
  gcp_credentials: {
    kind: "CloudCredentials",
    renamed: {
      gcp_credentials: "gcp.service_account_key",
      ...within("gcp", "service_account_email", "workload_identity_provider_resource"),
    },
  },
  scaleway_credentials: {
    kind: "CloudCredentials",
    renamed: prefixed("scaleway", "access_key", "secret_key", "project_id", "organization_id"),
  },
  azure_credentials: { kind: "CloudCredentials", renamed: prefixed("azure", "subscription_id", "tenant_id") },
  cluster: {
    kind: "Cluster",
    read: (attributes) => withFeatures(withState(attributes)),
    renamed: {
      ...common,
      id: "cluster_id",
      kubeconfig: "eks_anywhere_kubeconfig",
      credentials_id: "cloud_provider_credentials.credentials.id",
      kubernetes_mode: "kubernetes",
    },
  },
  container_registry: { kind: "ContainerRegistry" },
  helm_repository: { kind: "HelmRepository" },
  git_token: { kind: "GitToken", renamed: { bitbucket_workspace: "workspace" } },
  annotations_group: { kind: "AnnotationsGroup" },
  labels_group: { kind: "LabelsGroup" },
  container: { kind: "Container", renamed: common },
  application: { kind: "Application", renamed: common },
  job: {
    kind: "Job",
    renamed: {
      ...common,
      "source.image.name": "source.image.image_name",
      "schedule.cronjob.schedule": "schedule.cronjob.scheduled_at",
      "schedule.cronjob.command.entrypoint": "schedule.cronjob.entrypoint",
      "schedule.cronjob.command.arguments": "schedule.cronjob.arguments",
    },
  },
  database: { kind: "Database", renamed: { ...common, login: "username" } },
  helm: {
    kind: "HelmService",
    renamed: {
      ...common,
      "source.helm_repository.helm_repository_id": "source.helm_repository.repository_id",
      "values_override.file.raw": "values_override.file.raw.values",
      "values_override.file.git_repository.paths": "values_override.file.git.paths",
      "values_override.file.git_repository": "values_override.file.git.git_repository",
    },
  },
  terraform_service: {
    kind: "TerraformService",
    renamed: {
      ...common,
      git_repository: "terraform_files_source.git_repository",
      tfvars_files: "terraform_variables_source.tf_var_file_paths",
      "variables[].is_secret": "variables[].secret",
      variables: "terraform_variables_source.tf_vars",
      auto_deploy: "auto_deploy_config.auto_deploy",
      terraform_action: "auto_deploy_config.terraform_action",
      engine_version: "provider_version",
      timeout_seconds: "timeout_sec",
    },
  },
  deployment_stage: { kind: "DeploymentStage", renamed: { is_after: "after" } },
  deployment: {
    kind: "DeploymentTrigger",
    byState: { RUNNING: "DeploymentTrigger", RESTARTED: "DeploymentTrigger", STOPPED: stoppedKind },
  },
  argocd_credentials: { kind: "ArgoCdConfig" },
  argocd_destination_cluster_mapping: { kind: "ArgoCdDestinationCluster" },
  custom_role: { kind: "CustomRole" },
  organization_member: { kind: "OrganizationMember" },
  api_token: { kind: "ApiToken" },
};

/** Types that are an argument here: of the resource of another type, which an attribute names by its ID. */
export interface Part {
  readonly of: string;
  readonly by: string;
  readonly argument: string;
  readonly read: (attributes: Values) => Values;
}

const inRoute53: Renamed = {
  aws_access_key_id: "access_key_id",
  aws_secret_access_key: "secret_access_key",
  aws_region: "region",
};

function dnsProviderOf({ domain = null, cloudflare = null, route53 }: Values): Values {
  if (!isObject(route53)) return { domain, cloudflare };
  const { credentials, type: _, ...others } = route53;
  const members = Object.entries({ ...others, ...(isObject(credentials) ? credentials : {}) });
  const named = members.filter(([name]) => name !== "type").map(([name, value]) => [inRoute53[name] ?? name, value]);
  return { domain, route53: Object.fromEntries(named) };
}

export const parts: Readonly<Record<string, Part>> = {
  cluster_dns_provider: { of: "cluster", by: "cluster_id", argument: "dns_provider", read: dnsProviderOf },
};

/** Kinds that nobody can use without credentials, unless what they lead to is public. */
export const kindsWithCredentials = ["ContainerRegistry", "HelmRepository"];

/** A list of variables that belong to what has it. */
export interface VariableList {
  readonly secret: boolean;
  /** What each of them is: a value, or something that only a `Variable` can be. */
  readonly form: "VALUE" | "ALIAS" | "OVERRIDE" | "FILE" | "EXTERNAL";
}

/** The attributes with variables. The value of an alias is the key of the variable that it is another key for. */
export const variableLists: Readonly<Record<string, VariableList>> = {
  ...Object.fromEntries([false, true].flatMap(listsOf)),
  external_secrets: { secret: false, form: "EXTERNAL" },
  external_secret_files: { secret: false, form: "EXTERNAL" },
};

function listsOf(secret: boolean) {
  const name = secret ? "secret" : "environment_variable";
  return [
    [`${name}s`, { secret, form: "VALUE" }],
    [`${name}_aliases`, { secret, form: "ALIAS" }],
    [`${name}_overrides`, { secret, form: "OVERRIDE" }],
    [`${name}_files`, { secret, form: "FILE" }],
  ] as const;
}

export const variableKind = "Variable";

/** Attributes that become something of their own, whatever type has them: see `migration.ts`. */
export const domains = "custom_domains";
export const domainKind = "CustomDomain";
export const stageOf = "deployment_stage_id";
export const skippedIn = "is_skipped";
export const beforeStage = "is_before";
export const builtInVariables = "built_in_environment_variables";

/** Attributes that the platform or the provider sets, so a program doesn't. */
export const computed: readonly string[] = [
  ...["id", "created_at", "updated_at", "external_host", "internal_host", builtInVariables],
  ...["blueprint_id", "desired_state", "version", "deployment_restrictions[].type"],
];

/** What users need to know who miss one of these attributes. */
export const withoutCounterpart: Readonly<Record<string, string>> = {};

/** Types without a counterpart, and what to do. */
const read = "keep it in Terraform, and pass its ID to the program";
export const asObject = "keep it in Terraform, or manage it as an ApiObject";
export const typesWithoutCounterpart: Readonly<Record<string, string>> = {
  organization: read,
};
