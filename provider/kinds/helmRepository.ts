import { defineResource } from "../definition/defineKind.js";
import { recordCalls } from "../platform/endpoint.js";
import { chartUrl, choice, flag, freeText } from "../schema/schemas.js";
import { changeTimes, nameUniqueIn, specifiedOrganizationId } from "./shared/common.js";
import { configOf, configRule, helmMembers } from "./shared/registryConfig.js";

const kinds = [
  "HTTPS",
  "OCI_ECR",
  "OCI_SCALEWAY_CR",
  "OCI_DOCKER_HUB",
  "OCI_PUBLIC_ECR",
  "OCI_GENERIC_CR",
  "OCI_GITHUB_CR",
  "OCI_GITLAB_CR",
] as const;

export const helmRepository = defineResource("HelmRepository", {
  description:
    "A repository of Helm charts, with its credentials. You can't delete a repository while services use it.",
  args: {
    organizationId: specifiedOrganizationId,
    name: nameUniqueIn("in the organization"),
    kind: choice("HelmRepositoryKind", kinds).meta({ description: "Kind of the repository." }),
    config: configOf("HelmRepositoryConfig", kinds, helmMembers),
    skipTlsVerification: flag.meta({
      description: "Whether the platform accepts any TLS certificate of the repository.",
    }),
    url: chartUrl.optional().meta({ description: "URL of the repository; begins with https:// or oci://." }),
    description: freeText.optional().meta({ description: "Description of the repository." }),
  },
  outputs: changeTimes,
  rules: [configRule],
  api: recordCalls("/organization/{organizationId}/helmRepository"),
  example: `const charts = new HelmRepository("charts", {
  organizationId,
  kind: "HTTPS",
  url: "https://charts.example.com",
  config: { username: "acme", password: config.requireSecret("password") },
  skipTlsVerification: false,
});
export const helmRepositoryId = charts.id;`,
});
