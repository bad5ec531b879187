/** Repositories of an organization that have Helm charts. */
import { z } from "zod";
import { rule, withRules } from "../../schema/rules.js";
import { freeText, resourceName, text, urlOf } from "../../schema/texts.js";
import { integer, optional } from "../../schema/values.js";
import { nameKey } from "../name.js";
import { commonMembers, type RecordKind, representCommon } from "../record.js";
import {
  checkRegistryConfig,
  configOfKind,
  type RegistryConfig,
  registryConfigRequest,
  registryConfigResponse,
  shownConfig,
} from "../registry-config.js";

const settings = {
  kind: z.enum([
    "HTTPS",
    "OCI_ECR",
    "OCI_SCALEWAY_CR",
    "OCI_DOCKER_HUB",
    "OCI_PUBLIC_ECR",
    "OCI_GENERIC_CR",
    "OCI_GITHUB_CR",
    "OCI_GITLAB_CR",
  ]),
  url: optional(urlOf(["https:", "oci:"])),
  description: optional(freeText),
  skip_tls_verification: z.boolean(),
};

const request = withRules(
  z.object({ name: resourceName, ...settings, config: registryConfigRequest }),
  rule<{ kind: string; config: RegistryConfig }>(
    ["kind", "config"],
    (specified, report) => checkRegistryConfig(specified.kind, specified.config, report),
    configOfKind(settings.kind.options),
  ),
).meta({ id: "HelmRepositoryRequest" });

const response = z
  .object({
    ...commonMembers,
    name: text,
    ...settings,
    config: registryConfigResponse,
    associated_services_count: integer(0),
  })
  .meta({ id: "HelmRepository" });

export type HelmRepositoryConfig = z.output<typeof request>;

export const helmRepository: RecordKind<HelmRepositoryConfig, z.output<typeof response>> = {
  kind: "helmRepository",
  noun: "Helm repository",
  description: "Repositories that have Helm charts.",
  parents: ["organization"],
  stored: request,
  response,
  referredToBy: "repository",
  uniqueBy: ({ name }) => nameKey(name),
  represent: (record, countUsers) => ({
    ...representCommon(record),
    ...record.config,
    config: shownConfig(record.config.config),
    associated_services_count: countUsers(),
  }),
};
