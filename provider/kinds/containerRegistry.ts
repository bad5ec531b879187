import { defineResource } from "../definition/defineKind.js";
import { recordCalls } from "../platform/endpoint.js";
import { textFormats } from "../schema/formats.js";
import { isAbsent } from "../schema/json.js";
import { choice, freeText, httpsUrl, type Rule } from "../schema/schemas.js";
import { changeTimes, nameUniqueIn, specifiedOrganizationId } from "./shared/common.js";
import { configOf, configRule, registryMembers } from "./shared/registryConfig.js";

const kinds = [
  "ECR",
  "SCALEWAY_CR",
  "DOCKER_HUB",
  "GITHUB_CR",
  "GITHUB_ENTERPRISE_CR",
  "GITLAB_CR",
  "PUBLIC_ECR",
  "GENERIC_CR",
  "GCP_ARTIFACT_REGISTRY",
  "AZURE_CR",
] as const;

const fixedUrls: Readonly<Record<string, string>> = {
  DOCKER_HUB: "https://docker.io",
  GITHUB_CR: "https://ghcr.io",
  GITLAB_CR: "https://registry.gitlab.com",
};

const urlRule: Rule = {
  reads: ["kind", "url"],
  description: `\`url\` is required, unless the \`kind\` has a fixed one: ${Object.keys(fixedUrls).join(", ")}.`,
  check({ kind, url }) {
    if (typeof kind !== "string") return undefined;
    const fixed = fixedUrls[kind];
    if (fixed === undefined)
      return isAbsent(url) ? { path: ["url"], expected: `is required, since kind is ${kind}` } : undefined;
    return isAbsent(url) || textFormats.httpsUrl.normalForm(String(url)) === fixed
      ? undefined
      : { path: ["url"], expected: `must be ${fixed} or omitted, since kind is ${kind}` };
  },
};

export const containerRegistry = defineResource("ContainerRegistry", {
  description:
    "A container registry, with its credentials. Services refer to it by `registryId`. You can't delete a registry while services use it.",
  args: {
    organizationId: specifiedOrganizationId,
    name: nameUniqueIn("in the organization"),
    kind: choice("RegistryKind", kinds).meta({ description: "Kind of the registry." }),
    config: configOf("RegistryConfig", kinds, registryMembers),
    url: httpsUrl.optional().meta({
      description: "URL of the registry; begins with https://.",
      whenOmitted: { by: { sibling: "kind", values: fixedUrls } },
    }),
    description: freeText.optional().meta({ description: "Description of the registry." }),
  },
  outputs: changeTimes,
  rules: [configRule, urlRule],
  api: recordCalls("/organization/{organizationId}/containerRegistry"),
  example: `const images = new ContainerRegistry("images", {
  organizationId,
  kind: "GITHUB_CR",
  config: { username: "acme", password: config.requireSecret("password") },
});
export const registryId = images.id;`,
});
