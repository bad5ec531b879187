/** Container registries of an organization. `registry.ts` has what services show of them. */
import { z } from "zod";
import { parseUrl } from "../../schema/parse-url.js";
import { has, rule, withRules } from "../../schema/rules.js";
import { freeText, resourceName, text, urlOf } from "../../schema/texts.js";
import { integer, optional } from "../../schema/values.js";
import { nameKey } from "../name.js";
import { commonMembers, type RecordKind, representCommon } from "../record.js";
import { registryKinds } from "../registry.js";
import {
  checkRegistryConfig,
  configOfKind,
  type RegistryConfig,
  registryConfigRequest,
  registryConfigResponse,
  shownConfig,
} from "../registry-config.js";

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
    (specified, report) => checkRegistryConfig(specified.kind, specified.config, report),
    configOfKind(registryKinds),
  ),
  rule<{ kind: string; url: string | null }>(
    ["kind", "url"],
    (specified, report) => {
      const fixed = fixedUrls[specified.kind];
      if (fixed === undefined && specified.url === null) report(["url"], `is required for the kind ${specified.kind}`);
      if (fixed !== undefined && specified.url !== null && parseUrl(specified.url)?.href.replace(/\/+$/, "") !== fixed)
        report(["url"], `must be ${fixed} for the kind ${specified.kind}`);
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

/** Those of the initial content have no credentials. */
const stored = z.object({
  name: text,
  kind,
  config: registryConfigRequest,
  url: text,
  description: optional(freeText),
});
export type ContainerRegistryConfig = z.output<typeof stored>;

export const containerRegistry: RecordKind<
  ContainerRegistryConfig,
  z.output<typeof response>,
  z.output<typeof request>
> = {
  kind: "containerRegistry",
  noun: "container registry",
  description: "Container registries that services have images from.",
  parents: ["organization"],
  request,
  stored,
  response,
  referredToBy: "registry_id",
  uniqueBy: ({ name }) => nameKey(name),
  // Without a fixed URL, the body has one.
  configOf: ({ url, ...body }) => ({ ...body, url: fixedUrls[body.kind] ?? url ?? "" }),
  represent: (record, countUsers) => ({
    ...representCommon(record),
    ...record.config,
    config: shownConfig(record.config.config),
    associated_services_count: countUsers(),
  }),
};
