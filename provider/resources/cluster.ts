import { defineResource } from "../definition/defineResource.js";
import { endpoint, extended } from "../platform/endpoint.js";
import { boolean, choice, integer, json, list, object, optional, text, uuid } from "../schema/fields.js";
import { labelsGroups } from "./shared/groups.js";

const providers = [
  "AWS",
  "SCW",
  "GCP",
  "DO",
  "AZURE",
  "OVH",
  "CIVO",
  "HETZNER",
  "ORACLE",
  "IBM",
  "ON_PREMISE",
] as const;

const toggle = (name: string, description: string, what: string) =>
  optional(object(name, description, { enabled: optional(boolean(what)) }));

const metricsParameters = () =>
  optional(
    object("MetricsParameters", "Metrics of the cluster.", {
      enabled: optional(boolean("Whether metrics are collected.")),
      configuration: optional(
        object("MetricsConfiguration", "How metrics are collected.", {
          kind: choice("MetricsKind", "Who runs the collection.", ["MANAGED_BY_PLATFORM"]),
          resourceProfile: optional(
            choice("MetricsResourceProfile", "Size of the collection.", ["LOW", "NORMAL", "HIGH"]),
          ),
          cloudWatchExportConfig: toggle(
            "CloudWatchExportConfig",
            "Export to CloudWatch.",
            "Whether metrics are exported to CloudWatch.",
          ),
          highAvailability: optional(boolean("Whether the collection runs more than once.")),
          internalNetworkMonitoring: toggle(
            "InternalNetworkMonitoring",
            "Monitoring of the cluster's own network.",
            "Whether the cluster's own network is monitored.",
          ),
          alerting: optional(
            object("Alerting", "Alerts.", {
              enabled: optional(boolean("Whether alerts are sent.")),
              defaultRuleLabels: optional(json("Labels put on every alert rule; travel untouched.")),
              specConfigSecret: optional(text("Configuration of the alert manager.", { secret: true })),
              specExternalUrl: optional(text("Address of the alert manager, as seen from outside.")),
              configName: optional(text("Name of the alert manager's configuration.")),
            }),
          ),
        }),
      ),
    }),
  );

const infrastructureChartsParameters = () =>
  optional(
    object("InfrastructureChartsParameters", "Settings of what the platform installs into the cluster.", {
      nginxParameters: optional(
        object("NginxParameters", "Settings of the ingress controller.", {
          replicaCount: optional(integer("Number of instances.", { min: 0 })),
          defaultSslCertificate: optional(text("Certificate used where no other fits, `namespace/secret`.")),
          publishStatusAddress: optional(text("Address that the ingress controller publishes.")),
          annotationMetalLbLoadBalancerIps: optional(text("Addresses that MetalLB gives to the load balancer.")),
          annotationExternalDnsKubernetesTarget: optional(text("Target that external-dns writes.")),
        }),
      ),
      certManagerParameters: optional(
        object("CertManagerParameters", "Settings of cert-manager.", {
          kubernetesNamespace: optional(text("Namespace that cert-manager runs in.")),
        }),
      ),
      metalLbParameters: optional(
        object("MetalLbParameters", "Settings of MetalLB.", {
          ipAddressPools: optional(list("Pools of addresses.", text("Pool of addresses."))),
        }),
      ),
      eksAnywhereParameters: optional(
        object("EksAnywhereParameters", "Settings of EKS Anywhere.", {
          gitRepository: optional(
            object("EksAnywhereGitRepository", "Git repository that holds the cluster's description.", {
              url: text("Address of the repository.", { format: "gitUrl" }),
              gitTokenId: optional(uuid("Git token that gives access to the repository.")),
              branch: optional(text("Branch to read.")),
              provider: optional(
                choice("GitProvider", "Company that hosts the repository.", ["BITBUCKET", "GITHUB", "GITLAB"]),
              ),
            }),
          ),
          yamlFilePath: optional(text("Path of the description in the repository.")),
        }),
      ),
    }),
  );

/** A cluster that exists already: it is taken over and edited, never made or deleted. */
export const cluster = defineResource("Cluster", {
  description:
    "A cluster that exists already. The first `pulumi up` takes it over and edits it; it is never made and never deleted. The edit replaces: what is left out and not known from an earlier edit returns to its default.",
  args: {
    organizationId: uuid("Organization that holds the cluster.", { answeredAt: "organization.id" }),
    clusterId: uuid("Cluster to take over.", { answeredAt: "id" }),
    name: text("Name of the cluster. Letter case does not matter; outer blanks are removed.", {
      minLength: 1,
      maxLength: 128,
      ignoresCase: true,
    }),
    region: text("Region of the cluster, as it is; the platform never changes it.", { minLength: 1, fixed: true }),
    cloudProvider: choice(
      "CloudProvider",
      "Company that runs the cluster, as it is; the platform never changes it.",
      providers,
      {
        fixed: true,
      },
    ),
    description: optional(text("What the cluster is for.")),
    cloudProviderCredentials: optional(
      object("CloudProviderCredentials", "Credentials of the cloud provider, by reference.", {
        cloudProvider: optional(text("Company that the credentials are for.")),
        credentials: optional(
          object("CredentialsReference", "The credentials, by reference.", {
            id: text("Identifier of the credentials."),
            name: optional(text("Name of the credentials.")),
          }),
        ),
        region: optional(text("Region that the credentials are for.")),
      }),
    ),
    minRunningNodes: optional(integer("Least number of nodes.", { default: 1, min: 0 })),
    maxRunningNodes: optional(integer("Greatest number of nodes.", { default: 1, min: 0 })),
    diskSize: optional(integer("Disk of a node.", { unit: "GB", default: 40, min: 1 })),
    diskIops: optional(
      integer("Operations of a node's disk.", { unit: "operations per second", min: 3000, max: 16000 }),
    ),
    diskThroughput: optional(integer("Throughput of a node's disk.", { unit: "MB/s", min: 125, max: 1000 })),
    instanceType: optional(text("Instance type of the nodes, from the cloud provider's list.")),
    kubernetes: optional(
      choice("KubernetesMode", "Who manages Kubernetes.", ["MANAGED", "SELF_MANAGED", "PARTIALLY_MANAGED"], {
        default: "MANAGED",
      }),
    ),
    production: optional(boolean("Whether it is a production cluster.")),
    sshKeys: optional(list("Public keys for remote access to the nodes.", text("Public key."))),
    features: optional(
      list(
        "Features of the cluster.",
        object(
          "ClusterFeature",
          "A feature of the cluster.",
          {
            id: uuid("Identifier of the feature."),
            value: text("Value of the feature.", { answeredAt: "value_object.value" }),
          },
          {
            answered: {
              title: optional(text("Title of the feature.")),
              description: optional(text("What the feature does.")),
              costPerMonthInCents: optional(integer("Cost per month, in cents.")),
              costPerMonth: optional(integer("Cost per month.")),
              currencyCode: optional(text("Currency of the cost.")),
              isCloudProviderPayingFeature: optional(boolean("Whether the cloud provider asks for money.")),
              cloudProviderFeatureDocumentation: optional(text("Where the cloud provider describes it.")),
              isPlatformPayingFeature: optional(boolean("Whether the platform asks for money.")),
              platformFeatureDocumentation: optional(text("Where the platform describes it.")),
              valueType: optional(text("Type of the value, for example BOOLEAN.")),
              valueObject: optional(
                object("ClusterFeatureValue", "The value with its type.", {
                  type: optional(text("Type of the value, for example STRING.")),
                  value: optional(text("The value.")),
                }),
              ),
              isValueUpdatable: optional(boolean("Whether the value can be changed.")),
              acceptedValues: optional(list("Values that are accepted.", text("An accepted value."))),
            },
          },
        ),
        { key: "id", unique: ["id"], partial: true },
      ),
    ),
    metricsParameters: metricsParameters(),
    infrastructureChartsParameters: infrastructureChartsParameters(),
    keda: toggle("Keda", "Event-driven autoscaling of the cluster's workloads.", "Whether KEDA is installed."),
    labelsGroups: labelsGroups(),
  },
  outputs: {
    createdAt: optional(text("When it was made, ISO 8601.")),
    updatedAt: optional(text("When it was changed last, ISO 8601.")),
    organization: optional(
      object("OrganizationReference", "Organization that holds the cluster.", {
        id: uuid("Identifier of the organization."),
      }),
    ),
    cpu: optional(integer("Processor of the cluster, in millicores.")),
    memory: optional(integer("Memory of the cluster, in MB.")),
    estimatedCloudProviderCost: optional(integer("What the cloud provider is expected to ask for.")),
    status: optional(text("State of the cluster.")),
    hasAccess: optional(boolean("Whether the platform can reach the cluster.")),
    version: optional(text("Version of Kubernetes.")),
    isDefault: optional(boolean("Whether it is the organization's default cluster.")),
    isDemo: optional(boolean("Whether it is a demonstration cluster.")),
    deploymentStatus: optional(text("NEVER_DEPLOYED, UP_TO_DATE or OUT_OF_DATE.")),
    infrastructureOutputs: optional(
      object("InfrastructureOutputs", "What the cloud provider tells of the cluster.", {
        kind: optional(text("AKS, EKS, GKE or SCW_KAPSULE.")),
        clusterName: optional(text("Name of the cluster at the cloud provider.")),
        clusterOidcIssuer: optional(text("Issuer of the cluster's OIDC tokens.")),
      }),
    ),
  },
  rules: [
    {
      reads: ["minRunningNodes", "maxRunningNodes"],
      says: "`minRunningNodes` is at most `maxRunningNodes`.",
      check: ({ minRunningNodes: min, maxRunningNodes: max }) =>
        typeof min === "number" && typeof max === "number" && min > max
          ? {
              at: "minRunningNodes",
              found: `${min} with maxRunningNodes ${max}`,
              allowed: `at most maxRunningNodes (${max})`,
            }
          : undefined,
    },
  ],
  api: {
    create: endpoint(20, "PUT /organization/{organizationId}/cluster/{clusterId}"),
    update: endpoint(20, "PUT /organization/{organizationId}/cluster/{clusterId}"),
    list: extended("GET /organization/{organizationId}/cluster"),
  },
  leftOnDestroy: "a cluster is never deleted by this provider",
  example: `new Cluster("main", {
  organizationId,
  clusterId,
  name: "main",
  region: "eu-west-3",
  cloudProvider: "AWS",
  maxRunningNodes: 5,
});`,
});
