/** Container registries of an organization. `registry.ts` has what services show of them. */
import { z } from "zod";
import { parseUrl } from "../schema/parse-url.js";
import { has, rule, withRules } from "../schema/rules.js";
import { freeText, resourceName, text, urlOf } from "../schema/texts.js";
import { integer, optional } from "../schema/values.js";
import type { OrganizationRecord, OrganizationRecordKind } from "./organization-record.js";
import { commonMembers } from "./record.js";
import { registryKinds } from "./registry.js";
import {
  checkRegistryConfig,
  configOfKind,
  type RegistryConfig,
  registryConfigRequest,
  registryConfigResponse,
  shownConfig,
} from "./registry-config.js";

/** The kinds of registries whose URL is always the same. */
const fixedUrls: Readonly<Record<string, string>> = {
  DOCKER_HUB: "https://docker.io",
  GITHUB_CR: "https://ghcr.io",
  GITLAB_CR: "https://registry.gitlab.com",
};

const kind = z.enum(registryKinds);

const request = withRules(
  z.object({
    name: resourceName,
    kind,
    config: registryConfigRequest,
    url: optional(urlOf(["https:"])),
    description: optional(freeText),
  }),
  rule<{ kind: string; config: RegistryConfig }>(
    ["kind", "config"],
    (given, report) => checkRegistryConfig(given.kind, given.config, report),
    configOfKind(registryKinds),
  ),
  rule<{ kind: string; url: string | null }>(
    ["kind", "url"],
    (given, report) => {
      const fixed = fixedUrls[given.kind];
      if (fixed === undefined && given.url === null) report(["url"], `is required for the kind ${given.kind}`);
      if (fixed !== undefined && given.url !== null && parseUrl(given.url)?.href.replace(/\/+$/, "") !== fixed)
        report(["url"], `must be ${fixed} for the kind ${given.kind}`);
    },
    { anyOf: [has("url"), { properties: { kind: { enum: Object.keys(fixedUrls) } } }] },
  ),
).meta({ id: "ContainerRegistryRequest" });

const response = z
  .object({
    ...commonMembers,
    name: text,
    kind,
    url: text,
    description: optional(freeText),
    config: registryConfigResponse,
    associated_services_count: integer(0),
  })
  .meta({ id: "ContainerRegistry" });

interface Stored extends OrganizationRecord {
  readonly kind: z.output<typeof kind>;
  readonly url: string;
  readonly description?: string | null;
  readonly config?: RegistryConfig;
}

export const containerRegistry: OrganizationRecordKind<z.output<typeof request>, Stored, z.output<typeof response>> = {
  kind: "containerRegistry",
  item: "containerRegistry",
  noun: "container registry",
  description: "Container registries that services have images from.",
  table: "registry",
  stored: request,
  response,
  referredToBy: "registry_id",
  complete: (body) => ({ ...body, url: fixedUrls[body.kind] ?? body.url }),
  represent: ({ name, kind, url, description = null, config }, common, associatedServices) => ({
    ...common,
    name,
    kind,
    url,
    description,
    config: config === undefined ? {} : shownConfig(config),
    associated_services_count: associatedServices(),
  }),
};
