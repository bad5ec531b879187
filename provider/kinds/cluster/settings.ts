/** Arguments of a cluster that have no calls of their own. */
import { z } from "zod";
import type { Codec } from "../../schema/facts.js";
import { isAbsent, isObject, objectsIn, type Value, type Values } from "../../schema/json.js";
import {
  choice,
  flag,
  freeObject,
  gitUrl,
  integer,
  object,
  oneOf,
  optionalList,
  type Rule,
  rule,
  text,
  uuid,
} from "../../schema/schemas.js";
import { gitProvider, itemId, setting, toggle, unreturned } from "../shared/common.js";

const nginxParameters = object("NginxParameters", "Settings of the ingress controller.", {
  replicaCount: integer(0).optional().meta({ description: "Number of instances." }),
  defaultSslCertificate: text
    .optional()
    .meta({ description: "Certificate that's used if no other one matches, as `namespace/secret`." }),
  publishStatusAddress: text.optional().meta({ description: "Address that the ingress controller publishes." }),
  annotationMetalLbLoadBalancerIps: text
    .optional()
    .meta({ description: "Addresses that MetalLB assigns to the load balancer." }),
  annotationExternalDnsKubernetesTarget: text.optional().meta({ description: "Target that external-dns writes." }),
}).optional();

const certManagerParameters = object("CertManagerParameters", "Settings of cert-manager.", {
  kubernetesNamespace: text.optional().meta({ description: "Namespace of cert-manager." }),
}).optional();

const metalLbParameters = object("MetalLbParameters", "Settings of MetalLB.", {
  ipAddressPools: optionalList(text.meta({ description: "Address pool." })).meta({
    description: "Address pools.",
    items: { key: "pool" },
  }),
}).optional();

const eksAnywhereParameters = object("EksAnywhereParameters", "Settings of EKS Anywhere.", {
  gitRepository: object("EksAnywhereGitRepository", "Git repository with the cluster's specification.", {
    url: gitUrl.optional().meta({ description: "URL of the repository." }),
    gitTokenId: uuid
      .optional()
      .meta({ description: "Git token that gives access to the repository.", idOf: { kind: "GitToken" } }),
    branch: text.optional().meta({ description: "Branch to read." }),
    commitId: text.optional().meta({ description: "Commit to read." }),
    provider: gitProvider.optional(),
  }).optional(),
  yamlFilePath: text.optional().meta({ description: "Path of the specification in the repository." }),
  clusterBackup: object("EksAnywhereClusterBackup", "Backups of the cluster's state.", {
    enabled: flag
      .optional()
      .meta({ description: "Whether the state is backed up.", default: true, whenOmitted: { isSent: true } }),
    timeoutSeconds: integer(1)
      .optional()
      .meta({ description: "Maximum duration of a backup.", unit: "seconds", default: 300 }),
    certsSecretName: text.optional().meta({ description: "Name of the secret with the certificates." }),
    s3: object("EksAnywhereBackupBucket", "Where the backups are.", {
      bucket: text.meta({ description: "Name of the S3 bucket." }),
      region: text.meta({ description: "Region of the bucket." }),
      roleArn: text.meta({ description: "ARN of the role that writes them." }),
      keyPrefix: text.optional().meta({ description: "Prefix of the objects' keys." }),
    }),
  }).optional(),
}).optional();

/** Settings of components that the platform installs in a cluster. */
export const infrastructureChartsParameters = object(
  "InfrastructureChartsParameters",
  "Settings of the components that the platform installs into the cluster.",
  { nginxParameters, certManagerParameters, metalLbParameters, eksAnywhereParameters },
).optional();

const alerting = object("Alerting", "Alerts.", {
  enabled: toggle("Whether alerts are sent."),
  defaultRuleLabels: freeObject.optional().meta({ description: "Labels of every alert rule, sent unchanged." }),
  specConfigSecret: text.optional().meta({ description: "Configuration of the alert manager.", secret: true }),
  specExternalUrl: text.optional().meta({ description: "External URL of the alert manager." }),
  configName: text.optional().meta({ description: "Name of the alert manager's configuration." }),
}).optional();

const configuration = object("MetricsConfiguration", "Configuration of the metrics collection.", {
  kind: choice("MetricsKind", ["MANAGED_BY_PLATFORM"]).meta({ description: "Who runs the metrics collection." }),
  resourceProfile: choice("MetricsResourceProfile", ["LOW", "NORMAL", "HIGH"])
    .optional()
    .meta({ description: "Size of the metrics collection." }),
  cloudWatchExportConfig: object("CloudWatchExportConfig", "Export to CloudWatch.", {
    enabled: toggle("Whether metrics are exported to CloudWatch."),
  }).optional(),
  highAvailability: flag.optional().meta({ description: "Whether the metrics collection is highly available." }),
  internalNetworkMonitoring: object("InternalNetworkMonitoring", "Monitoring of the cluster's internal network.", {
    enabled: toggle("Whether the cluster's internal network is monitored."),
  }).optional(),
  alerting,
}).optional();

export const metricsParameters = object("MetricsParameters", "Metrics of the cluster.", {
  enabled: toggle("Whether metrics are collected."),
  configuration,
}).optional();

/** On the wire, `mode` names the member that is set, and its members are its siblings. */
const byMode: Codec = {
  encode(usual) {
    const [mode, members] = Object.entries(usual as Values).find(([, value]) => !isAbsent(value)) ?? [];
    return mode === undefined ? usual : { mode: mode.toUpperCase(), ...(members as Values) };
  },
  decode(response) {
    const { mode, ...members } = response as Values;
    return { [String(mode).toLowerCase()]: members };
  },
};

const region = setting("Region of the secret manager");

/** The schema can't require a secret: an update keeps that of an access which the program doesn't manage, and which no response has. */
const required = (member: string): Rule => ({
  reads: [member],
  description: `\`${member}\` is required.`,
  check: ({ [member]: value }) =>
    isAbsent(value) ? { path: [member], expected: "is required", got: false } : undefined,
});

const endpoint = oneOf(
  {},
  { awsSecretManager: object("AwsSecretManager", "AWS Secrets Manager.", { region }) },
  { awsParameterStore: object("AwsParameterStore", "Parameter Store of AWS Systems Manager.", { region }) },
  {
    gcpSecretManager: object("GcpSecretManager", "Secret Manager of Google Cloud.", {
      region,
      projectId: setting("Project of the secret manager"),
    }),
  },
).meta({
  typeName: "SecretManagerEndpoint",
  description: "Which secret manager it is: exactly one member.",
  codec: byMode,
});

const authentication = oneOf(
  {},
  {
    automaticallyConfigured: object(
      "AutomaticallyConfiguredAccess",
      "The identity in `externalSecretsAutomaticAuthentication` of the cluster's `infrastructureOutputs`: `{}`.",
      {},
    ),
  },
  {
    awsRoleArn: object("AwsRoleAccess", "A role of AWS that the cluster assumes.", {
      roleArn: setting("ARN of the role"),
    }),
  },
  {
    awsStaticCredentials: object("AwsStaticAccess", "An access key of AWS.", {
      region: setting("Region of the access key"),
      accessKey: setting("ID of the access key"),
      secretKey: unreturned("Secret of the access key").optional(),
    }).check(rule(required("secretKey"))),
  },
  {
    gcpJsonCredentials: object("GcpJsonAccess", "The key of a service account of Google Cloud.", {
      jsonCredentials: unreturned("The key, as JSON in Base64").optional(),
    }).check(rule(required("jsonCredentials"))),
  },
).meta({
  typeName: "SecretManagerAuthentication",
  description: "How the cluster is authenticated: exactly one member.",
  codec: byMode,
});

/** Each cloud's authentication is for its own secret managers. */
const fits: Rule = {
  reads: ["endpoint", "authentication"],
  description: "The `authentication` is `automaticallyConfigured`, or for the same cloud as the `endpoint`.",
  check({ endpoint: manager, authentication: form }) {
    const [[at], [by]] = [setIn(manager), setIn(form)];
    if (at === undefined || by === undefined || by === "automaticallyConfigured" || at.slice(0, 3) === by.slice(0, 3))
      return undefined;
    return { path: ["authentication", by], expected: `must be omitted: it isn't for \`${at}\``, got: false };
  },
};

function setIn(value: Value | undefined): string[] {
  return isObject(value) ? Object.keys(value).filter((name) => !isAbsent(value[name])) : [];
}

const access = object("SecretManagerAccess", "An access to a secret manager.", {
  id: itemId,
  name: text.meta({
    description:
      "Name of the access; case-insensitive and unique in the cluster. Another name is another access, with another ID.",
    compared: "ignoring case",
    example: { value: "shop" },
  }),
  endpoint,
  authentication,
}).check(rule(fits));

/** The secret managers that services on a cluster get external secrets from. */
export const secretManagerAccesses = optionalList(access).meta({
  description:
    "Secret managers that external secrets of variables are read from. Your program manages all of them: those that it doesn't list are removed, which the platform refuses while a variable uses one.",
  items: { key: "name", unique: ["name"] },
  extendedOnly: true,
});

/** The ID of each access: without secrets, so that what uses one isn't secret. */
export const secretManagerAccessIds = z.record(z.string(), z.string().meta({ description: "ID of the access." })).meta({
  description: "IDs of the `secretManagerAccesses` by name, for external secrets of variables (full API only).",
  response: { path: "secret_manager_accesses" },
  codec: {
    decode: (response) => Object.fromEntries(objectsIn(response).map(({ name, id }) => [String(name), String(id)])),
  },
  changesWith: ["secretManagerAccesses"],
  secret: false,
  extendedOnly: true,
});
