import { defineResource } from "../../definition/defineKind.js";
import { type Call, type Created, type Plan, type PlanCall, saveOf } from "../../definition/kind.js";
import { usersOf } from "../../deletion/contents.js";
import { EditNotPossibleError } from "../../errors/index.js";
import { endpoint, extended } from "../../platform/endpoint.js";
import { settingsSubresource } from "../../resource/advancedSettings.js";
import { createAs, createNew } from "../../resource/create.js";
import { plan } from "../../resource/plan.js";
import type { Values } from "../../schema/json.js";
import {
  choice,
  flag,
  freeText,
  integer,
  object,
  optionalList,
  type Rule,
  responseNumber,
  responseText,
  text,
  trimmedLength,
  uuid,
} from "../../schema/schemas.js";
import type { Change, Comparison } from "../../values/compare.js";
import { organization, organizationId, replacedBy, timeout, timestamps, toggle } from "../shared/common.js";
import { labelsGroups } from "../shared/service.js";
import { advancedSettings } from "../shared/serviceSubresources.js";
import { CREATED, DEPLOYMENT, deploy, deploySubresource, state } from "./deployment.js";
import { diskSpeed, features, featuresRule, isFixedFeature } from "./features.js";
import {
  infrastructureChartsParameters,
  metricsParameters,
  secretManagerAccesses,
  secretManagerAccessIds,
} from "./settings.js";
import {
  dnsProvider,
  dnsSubresource,
  eksAnywhereKubeconfig,
  kubeconfig,
  kubeconfigOutput,
  kubeconfigSubresource,
  OWN_DOMAIN,
  readKubeconfig,
  routingSubresource,
  routingTable,
} from "./subresources.js";

const cloudProvider = choice("CloudProvider", [
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
]).meta({ description: "Cloud provider of the cluster. The platform never changes it." });

const cloudProviderCredentials = object(
  "CloudProviderCredentials",
  "Credentials of the cloud provider, by reference. If the platform doesn't return them, changes outside Pulumi aren't detected.",
  {
    cloudProvider: text.optional().meta({ description: "Cloud provider that the credentials are for." }),
    credentials: object("CredentialsReference", "The credentials, by reference.", {
      id: text.meta({ description: "ID of the credentials.", idOf: { kind: "CloudCredentials" } }),
      name: text.optional().meta({ description: "Name of the credentials." }),
    })
      .optional()
      .meta({ returned: "sometimes" }),
    region: text.optional().meta({ description: "Region that the credentials are for." }),
  },
)
  .optional()
  .meta({ returned: "sometimes" });

const keda = object("Keda", "Event-driven autoscaling of the cluster's workloads.", {
  enabled: toggle("Whether KEDA is installed."),
}).optional();

const infrastructureOutputs = object("InfrastructureOutputs", "Details from the cloud provider.", {
  kind: responseText.meta({ description: "AKS, EKS, GKE or SCW_KAPSULE." }),
  clusterName: responseText.meta({ description: "Name of the cluster at the cloud provider." }),
  clusterOidcIssuer: responseText.meta({ description: "Issuer of the cluster's OIDC tokens." }),
  clusterArn: responseText.meta({ description: "ARN of the cluster, for EKS." }),
  vpcId: responseText.meta({ description: "ID of the cluster's VPC, for EKS." }),
  clusterSelfLink: responseText.meta({ description: "URL of the cluster, for GKE." }),
  externalSecretsAutomaticAuthentication: object(
    "ExternalSecretsAuthentication",
    "Identity with which `automaticallyConfigured` secret manager accesses read secrets (full API only).",
    {
      eksRoleArn: responseText.meta({ description: "ARN of the role, for EKS." }),
      gkeServiceAccount: responseText.meta({ description: "Service account, for GKE." }),
    },
  ).optional(),
}).optional();

const nodesRule: Rule = {
  reads: ["minRunningNodes", "maxRunningNodes"],
  description: "`minRunningNodes` is at most `maxRunningNodes`.",
  check: ({ minRunningNodes: min, maxRunningNodes: max }) =>
    typeof min === "number" && typeof max === "number" && min > max
      ? {
          path: ["minRunningNodes"],
          expected: `is ${min}, more than maxRunningNodes (${max})`,
          got: false,
          advice: "raise `maxRunningNodes`",
        }
      : undefined,
};

/** A cluster that the program creates, or an existing one that it adopts. */
export const cluster = defineResource("Cluster", {
  description:
    "A cluster: an existing one if you set its `clusterId`, and otherwise a new one (full API only). The first `pulumi up` adopts and updates an existing cluster, and destroying it changes nothing. With the full API, the first update keeps the settings that you omit. With the basic API, which can't read them, the preview lists the settings that return to their defaults, and fails unless `acceptDefaults` is true. A new cluster runs nothing until it is deployed (`deploy`). Destroying it deletes it at the cloud provider, once it has no environments. If a run was killed before the state had it, `app-platform:onExisting: adopt` finds it by its name.",
  args: {
    organizationId,
    clusterId: uuid.optional().meta({
      description: "Cluster to adopt.",
      response: { path: "id" },
      whenOmitted: { description: "a new cluster is created (full API only)" },
    }),
    name: freeText.check(trimmedLength(1, 128)).meta({
      description: "Name of the cluster. Case-insensitive; surrounding whitespace is removed.",
      compared: "ignoring case",
      identifies: true,
    }),
    region: text.meta({ description: "Region of the cluster. The platform never changes it." }),
    cloudProvider,
    description: freeText.optional().meta({ description: "Description of the cluster." }),
    cloudProviderCredentials,
    minRunningNodes: integer(0).optional().meta({ description: "Minimum number of nodes.", default: 1 }),
    maxRunningNodes: integer(0).optional().meta({ description: "Maximum number of nodes.", default: 1 }),
    diskSize: integer(1).optional().meta({ description: "Disk of a node.", unit: "GB", default: 40 }),
    ...diskSpeed,
    instanceType: text.optional().meta({ description: "Instance type of the nodes, from the cloud provider's list." }),
    kubernetes: choice("KubernetesMode", ["MANAGED", "SELF_MANAGED", "PARTIALLY_MANAGED"])
      .optional()
      .meta({ description: "Who manages Kubernetes.", default: "MANAGED" }),
    production: flag.optional().meta({ description: "Whether it is a production cluster." }),
    sshKeys: optionalList(text.meta({ description: "Public key." })).meta({
      description: "Public keys for SSH access to the nodes.",
      items: { key: "key" },
    }),
    features,
    metricsParameters,
    infrastructureChartsParameters,
    keda,
    labelsGroups,
    advancedSettings,
    routingTable,
    secretManagerAccesses,
    dnsProvider,
    eksAnywhereKubeconfig,
    deploy,
    state,
    timeoutSeconds: timeout(
      "Maximum time to wait for a deployment or a stop, and for the deletion of a cluster. `customTimeouts` applies if you omit this.",
      3600,
    ),
  },
  outputs: {
    ...timestamps,
    organization,
    cpu: responseNumber.meta({ description: "CPU of the cluster.", unit: "millicores" }),
    memory: responseNumber.meta({ description: "Memory of the cluster.", unit: "MB" }),
    estimatedCloudProviderCost: responseNumber.meta({ description: "Estimated cost of the cloud provider." }),
    status: responseText.meta({ description: "State of the cluster." }),
    hasAccess: flag.optional().meta({ description: "Whether the platform can reach the cluster." }),
    version: responseText.meta({ description: "Version of Kubernetes." }),
    isDefault: flag.optional().meta({ description: "Whether it is the organization's default cluster." }),
    isDemo: flag.optional().meta({ description: "Whether it is a demo cluster." }),
    deploymentStatus: responseText.meta({ description: "NEVER_DEPLOYED, UP_TO_DATE or OUT_OF_DATE." }),
    infrastructureOutputs,
    secretManagerAccessIds,
    kubeconfig,
  },
  rules: [nodesRule, featuresRule],
  identity: "place",
  subresources: [
    settingsSubresource,
    routingSubresource,
    dnsSubresource,
    kubeconfigSubresource,
    deploySubresource,
    kubeconfigOutput,
  ],
  remembered: [CREATED, OWN_DOMAIN, DEPLOYMENT],
  lookups: {
    documents: {
      Kubeconfig: {
        description:
          "The kubeconfig of a cluster that is deployed, as YAML. It is secret: it gives access to the cluster.",
        read: readKubeconfig,
        mediaType: "application/x-yaml",
      },
    },
  },
  api: {
    create: extended("POST /organization/{organizationId}/cluster"),
    save: endpoint(20, "PUT /organization/{organizationId}/cluster/{clusterId}"),
    list: extended("GET /organization/{organizationId}/cluster"),
    // Other modes delete environments, or leave something at the cloud provider.
    delete: extended("DELETE /organization/{organizationId}/cluster/{id}?deleteMode=DEFAULT"),
  },
  onDestroy: "deletes a cluster that the stack created, even if a killed run did; an adopted one stays as it is",
  isDeletable: (state) => state[CREATED] === true,
  verbs: { plan: planCluster, create: createCluster },
  example: `new Cluster("main", {
  organizationId,
  clusterId,
  name: "main",
  region: "eu-west-3",
  cloudProvider: "AWS",
  maxRunningNodes: 5,
  acceptDefaults: true,
});`,
});

/**
 * Creates a cluster, or adopts the one with its name. Records whether it's the stack's own: an adopted one is if it's as the program
 * declares it and has no environments. Then a run that was killed before the state had it has created it, whatever that run left behind.
 */
async function createCluster(call: Call, args: Values): Promise<Created> {
  let [isNew, isSame] = [false, true];
  const update: Call["verbs"]["update"] = (...requested) => {
    isSame = false;
    return call.verbs.update(...requested);
  };
  const create = createAs(async (creating, desired) => {
    const created = await createNew(creating, desired);
    isNew = true;
    return created;
  });
  const created = await create({ ...call, verbs: { ...call.verbs, update } }, args);
  const { id, state } = created;
  if (saveOf(call.definition, args) !== undefined) return created;
  const isOwn = isNew || (isSame && (await usersOf(call, id, state)).names.length === 0);
  if (isOwn && !isNew)
    call.log.warn(
      `${call.label} is the stack's own again, since it has no environments and is as the program declares it: a destroy deletes it. To leave it, set \`clusterId\`.`,
    );
  return isOwn ? { id, state: { ...state, [CREATED]: true } } : created;
}

/** Arguments that the platform never changes: they replace a cluster that the stack has created; an adopted one isn't replaced. */
const constant: readonly string[] = ["region", "cloudProvider"];

/** Rejects for an adopted cluster what would replace one of the stack's own. */
function planCluster(call: PlanCall, comparison: Comparison): Plan {
  const isRefused = ({ arg, steps }: Change) => constant.includes(arg) || isFixedFeature(steps, comparison.state);
  const refused = comparison.changes.filter(isRefused);
  if (comparison.state[CREATED] === true) {
    const definition = replacedBy([...constant, ...refused.map(({ arg }) => arg)], call.definition);
    return plan({ ...call, definition }, comparison);
  }
  const planned = plan(call, comparison);
  if (planned.replaces === undefined && refused.length > 0) {
    const texts = refused.map(({ text }) => text);
    throw new EditNotPossibleError(call.label, texts, "the platform never changes these arguments.", [
      "undo the change",
      "to manage another cluster instead, change `clusterId`",
    ]);
  }
  return planned;
}
