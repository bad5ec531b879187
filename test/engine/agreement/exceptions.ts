/** Where preview and the platform may differ, each with its reason. Anything else is a finding. */
import { exampleIds } from "../../../backend/src/seed.js";
import { NotFoundError } from "../../../provider/errors/index.js";

/** The arguments that name records of the platform, as violations write them. */
const referring = Object.entries(exampleIds).map(([name, { argument = name }]) =>
  argument.replaceAll(".", "\\.").replaceAll("[]", "\\[\\d+\\]"),
);

/** What only the platform can know, by the field of a violation and its message. */
export const onlyThePlatformKnows: readonly { readonly field: RegExp; readonly message: RegExp }[] = [
  {
    // Which records exist.
    field: new RegExp(`(${referring.join("|")}|agentClusterId)$`),
    message: /^doesn't exist in this organization$/,
  },
  {
    // Which clusters and projects the organization has.
    field: /^(clusterPermissions|projectPermissions)\[\d+\]$/,
    message: /^must be one of the organization's (clusters|projects)$/,
  },
  {
    // Which features there are, and what their values are.
    field: /^features\[\d+\]\./,
    message: /^(isn't a feature of clusters|must be (one of|true or false|a string|an object))/,
  },
  {
    // The kind of the registry.
    field: /(^|\.)imageName$/,
    message: /^must have the form .+ in a registry of kind (SCALEWAY_CR|DOCKER_HUB|PUBLIC_ECR)$/,
  },
  {
    // Where the cluster is. A first save finds out.
    field: /^(region|cloudProvider)$/,
    message: /^can't change; it is (eu-west-3|AWS)$/,
  },
  {
    // Whether a job is built from git or run from an image, and where a chart and its values are.
    field: /^(jobs\[\d+\]\.(imageTag|gitCommitId)|helms\[\d+\]\.(chartVersion|gitCommitId|valuesOverrideGitCommitId))$/,
    message: /^isn't allowed for a service with(out values in git|( an? (image|git) source| a chart of a repository))$/,
  },
  {
    // Which accesses the environment's cluster has.
    field: /^secretManagerAccessId$/,
    message: /^must be the id of one of the secret_manager_accesses of the environment's cluster$/,
  },
  {
    // Which credentials there are for which cloud.
    field: /^cloudProviderCredentials\.(credentials\.id|cloudProvider)$/,
    message: /^(doesn't exist among the credentials for|must be) AWS/,
  },
];

/** What only the provider refuses: the sentence after the name of the resource, and why the platform accepts it. */
export const onlyTheProviderRefuses: readonly { readonly reason: RegExp; readonly why: string }[] = [
  {
    reason: / isn't an argument[;:]/,
    why: "The platform ignores members that it does not know; here they are misspelled.",
  },
  {
    reason: /^(environmentId|projectId|organizationId|clusterId|on) (is required|must be a (UUID|reference))/,
    why: "It is in the path: the platform responds 404.",
  },
  {
    reason: /^(after|services(\[\d+\])?) must be /,
    why: "Calls of their own have it in their paths: the platform responds 404.",
  },
  {
    reason: /^(deploy|eksAnywhereKubeconfig|routingTable|dnsProvider|clusterPermissions|projectPermissions)\b/,
    why: "The create and the update have none of these: calls of their own send them.",
  },
  {
    reason: /^((the arguments)? ?must have exactly one of aws|(aws|gcp|scaleway|onPremise|cloud)\b)/,
    why: "The path names one cloud, and the platform ignores members of the others.",
  },
  {
    reason:
      /^features\[\d+\](\.(awsUserProvidedNetwork|gcpUserProvidedNetwork|natGateway|karpenter)\b| must have exactly one of)/,
    why: "Requests have one member for all of these, and the last one that is given.",
  },
  {
    reason: /\bautomaticallyConfigured must be an object/,
    why: "A request has only its name, as the mode.",
  },
  {
    reason: /^valuesOverride\.set(String|Json)? must be an object/,
    why: "A request has a list of pairs, and the harness sends the list as it is.",
  },
  {
    reason: /^(ports|storage|secretManagerAccesses)\[\d+\]\.id must be (omitted|a UUID)/,
    why: "The platform replaces the IDs of new items, which would differ from then on.",
  },
  {
    reason:
      /^(annotationsGroups|labelsGroups|features|ports\[\d+\]\.serviceSelectors|terraformVariablesSource\.tfVars)\[\d+\]\.(id|key) must be unique/,
    why: "Items are identified by this member; two of them could not be compared.",
  },
  {
    reason: /^terraformVariablesSource\.tfVars\[\d+\]\.secret is required/,
    why: "Without it, the platform treats the value as public, and the provider as secret.",
  },
  {
    reason: /^roleId is required/,
    why: "Without a role, the platform invites a viewer; programs name the role.",
  },
  {
    reason: /^source\.gitRepository\.provider is required/,
    why: "The platform knows the provider of a chart by its URL; programs name it.",
  },
  {
    reason: /^diskType must be (one of|omitted)/,
    why: "The create call has no such member. The update that follows has it, and would be refused too late.",
  },
];

/**
 * Which environments, clusters, stages, services and variables exist: an ID in a path or a deployment that does not exist is a 404,
 * and a variable that is named is looked up.
 */
export function isMissing(error: Error): boolean {
  // After a partial failure, it is the cause.
  const isUnknown = new RegExp(`^${NotFoundError.code}\\b|\\bmust name a variable that\\b`, "m").test(error.message);
  return error instanceof NotFoundError || isUnknown;
}

export function isKnownOnlyToThePlatform(detail: string): boolean {
  const [, field = "", message = ""] = /^(\S+): (.*)$/.exec(detail) ?? [];
  return onlyThePlatformKnows.some((each) => each.field.test(field) && each.message.test(message));
}

export function isRefusedOnlyByTheProvider(reason: string): boolean {
  return onlyTheProviderRefuses.some((each) => each.reason.test(reason));
}
