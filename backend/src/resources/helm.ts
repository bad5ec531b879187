import { z } from "zod";
import { exactlyOne, unique, withRules } from "../schema/rules.js";
import { absoluteUri, freeText, idOf, resourceName, text, uuid } from "../schema/texts.js";
import { integer, omittable, optional } from "../schema/values.js";
import { helmSettings } from "./advanced-settings.js";
import {
  chartGitRepositoryRequest,
  gitRepositoryRequest,
  gitRepositoryResponse,
  representGitRepository,
} from "./git-repository.js";
import { type HelmPort, helmPortRequest, helmPortResponse, portTypeOf } from "./helm-ports.js";
import { checkItemIds, withNewIds, withPreservedIds } from "./items.js";
import { atMostOneDefaultPort } from "./ports.js";
import { type RelatedRecords, representService, type Service, type ServiceKind, serviceMembers } from "./service.js";

const chart = { chart_name: text, chart_version: text };
const formOfResponses = "The form of responses.";

/** A response shows the source in another form; that form is accepted too, so that a response can be sent back. */
const sourceRequest = withRules(
  z.object({
    git_repository: omittable(chartGitRepositoryRequest),
    helm_repository: omittable(z.object({ repository: idOf("helmRepository"), ...chart })),
    git: omittable(z.object({ git_repository: chartGitRepositoryRequest })).meta({ description: formOfResponses }),
    repository: omittable(z.object({ repository: z.object({ id: idOf("helmRepository") }), ...chart })).meta({
      description: formOfResponses,
    }),
  }),
  exactlyOne("git_repository", "helm_repository", "git", "repository"),
).meta({ id: "HelmSourceRequest" });

const sourceResponse = z
  .object({
    git: z.object({ git_repository: gitRepositoryResponse }).optional(),
    repository: z
      .object({
        ...chart,
        repository: z.object({
          id: uuid,
          name: text,
          url: freeText.meta({ description: "Empty if the repository has no URL." }),
        }),
      })
      .optional(),
  })
  .meta({ id: "HelmSource" });

/** Keys and values. */
const pairs = z.array(z.tuple([text, freeText])).default([]);
const overrides = { set: pairs, set_string: pairs, set_json: pairs };
const raw = z.object({ values: z.array(z.object({ name: text, content: freeText })) });

const valuesRequest = z
  .object({
    ...overrides,
    file: optional(
      withRules(
        z.object({
          git: omittable(z.object({ git_repository: gitRepositoryRequest, paths: z.array(text) })),
          raw: omittable(raw),
        }),
        exactlyOne("git", "raw"),
      ),
    ),
  })
  .meta({ id: "HelmValuesOverrideRequest" });

const valuesResponse = z
  .object({
    ...overrides,
    file: optional(
      z.object({
        git: z.object({ git_repository: gitRepositoryResponse, paths: z.array(text) }).optional(),
        raw: raw.optional(),
      }),
    ),
  })
  .meta({ id: "HelmValuesOverride" });

const shared = {
  auto_deploy: z.boolean(),
  arguments: z.array(freeText),
  description: optional(freeText),
  timeout_sec: integer(0).default(600),
  allow_cluster_wide_resources: z.boolean().default(false),
};

const request = withRules(
  z.object({
    ...shared,
    name: resourceName,
    source: sourceRequest,
    values_override: valuesRequest,
    auto_preview: optional(z.boolean()),
    ports: z.array(helmPortRequest).default([]),
    icon_uri: optional(absoluteUri),
  }),
  unique("ports", "internal_port"),
  unique("ports", "name"),
  atMostOneDefaultPort,
).meta({ id: "HelmRequest" });

const response = z
  .object({
    ...serviceMembers,
    ...shared,
    name: text,
    source: sourceResponse,
    values_override: valuesResponse,
    auto_preview: z.boolean(),
    ports: z.array(helmPortResponse),
  })
  .meta({ id: "Helm" });

type Request = z.output<typeof request>;
type GitRepository = z.output<typeof chartGitRepositoryRequest>;
/** Exactly one of them is there. */
interface Source {
  git_repository?: GitRepository | undefined;
  helm_repository?: { repository: string; chart_name: string; chart_version: string } | undefined;
}
type Config = Omit<Request, "source" | "auto_preview" | "ports"> & {
  source: Source;
  auto_preview: boolean;
  ports: HelmPort[];
};

function sourceOf({ git_repository, helm_repository, git, repository }: Request["source"]): Source {
  const inGit = git_repository ?? git?.git_repository;
  if (inGit !== undefined) return { git_repository: inGit };
  if (repository === undefined) return { helm_repository };
  return { helm_repository: { ...repository, repository: repository.repository.id } };
}

function representSource(
  { config, deployedCommit }: Service<Config>,
  related: RelatedRecords,
): z.output<typeof sourceResponse> {
  const { git_repository: git, helm_repository: repository } = config.source;
  return {
    git: git && {
      git_repository: representGitRepository(git, deployedCommit, related.gitTokenName(git.git_token_id)),
    },
    repository: repository && { ...repository, repository: related.helmRepository(repository.repository) },
  };
}

function representValues(
  { config: { values_override: values }, deployedValuesCommit }: Service<Config>,
  related: RelatedRecords,
): z.output<typeof valuesResponse> {
  const git = values.file?.git;
  if (git === undefined) return { ...values, file: values.file && { raw: values.file.raw } };
  const tokenName = related.gitTokenName(git.git_repository.git_token_id);
  const git_repository = representGitRepository(git.git_repository, deployedValuesCommit ?? null, tokenName);
  return { ...values, file: { git: { ...git, git_repository } } };
}

/** A Helm chart: of a repository of charts, or of a git repository. */
export const helm: ServiceKind<Request, Config, z.output<typeof response>> = {
  kind: "helm",
  noun: "Helm service",
  description: "Helm charts.",
  numbers: {},
  request,
  response,
  hasVariables: true,
  mayBeFromGit: true,
  isExposed: true,
  advancedSettings: helmSettings,
  stop: "once",
  deploymentQuery: { forceEvent: ["DIFF"] },
  selection: z.object({
    id: uuid,
    chart_version: optional(text),
    git_commit_id: optional(text),
    values_override_git_commit_id: optional(text),
  }),
  configure(body, { previous, environment }) {
    const identify = previous === null ? withNewIds : withPreservedIds;
    // Every port of a Helm service is public.
    const ports = body.ports.map((port) => ({ ...port, external_port: port.external_port ?? 443 }));
    return {
      ...body,
      source: sourceOf(body.source),
      auto_preview: body.auto_preview ?? environment.autoPreview,
      ports: identify(ports),
    };
  },
  edit(read, previous, context) {
    const body = read(request, (specified, report) => checkItemIds("ports", specified.ports, previous.ports, report));
    return this.configure(body, { ...context, previous });
  },
  copy: (config) => ({ ...config, ports: withNewIds(config.ports) }),
  represent: (service, related) =>
    representService(service, {
      source: representSource(service, related),
      values_override: representValues(service, related),
      ports: service.config.ports.map((port) => ({ ...port, port_type: portTypeOf(port) })),
    }),
  source: ({ source }) => (source.git_repository === undefined ? "chart" : "git"),
  tag: ({ source }) => source.helm_repository?.chart_version ?? null,
  withTag: ({ source: { helm_repository: repository }, ...config }, chart_version) => ({
    ...config,
    source: { helm_repository: repository && { ...repository, chart_version } },
  }),
  hasValuesInGit: ({ values_override: { file } }) => file?.git !== undefined,
};
