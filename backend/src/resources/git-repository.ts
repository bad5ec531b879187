import { z } from "zod";
import { has, rule, withRules } from "../schema/rules.js";
import { freeText, gitUrl, idOf, inAnyCase, text, timestamp, uuid } from "../schema/texts.js";
import { omittable, optional } from "../schema/values.js";

const provider = z.enum(["BITBUCKET", "GITHUB", "GITLAB"]);
type Provider = z.output<typeof provider>;

const hosts: Readonly<Record<string, Provider>> = {
  "github.com": "GITHUB",
  "gitlab.com": "GITLAB",
  "bitbucket.org": "BITBUCKET",
};

const hostPattern = `://(?:[^/?#]*@)?(?:[wW]{3}[.])?(?:${Object.keys(hosts).map(inAnyCase).join("|").replaceAll(".", "[.]")})(?::[0-9]*)?(?:[/?#]|$)`;

function wellKnownProviderOf(url: string): Provider | undefined {
  return hosts[new URL(url).hostname.toLowerCase().replace(/^www\./, "")];
}

const location = {
  url: gitUrl,
  branch: text.default("main"),
  root_path: text.default("/"),
  git_token_id: optional(idOf("gitToken")),
};

export const gitRepositoryRequest = z.object({ ...location, provider: provider }).meta({ id: "GitRepositoryRequest" });

/** The chart of a Helm service: generated clients can't send the provider. */
export const chartGitRepositoryRequest = withRules(
  z.object({ ...location, provider: omittable(provider) }),
  rule<{ url: string; provider?: Provider | undefined }>(
    ["url", "provider"],
    (specified, report) => {
      if (specified.provider === undefined && wellKnownProviderOf(specified.url) === undefined)
        report(["provider"], `is required unless the URL is at ${Object.keys(hosts).join(", ")}`);
    },
    { anyOf: [has("provider"), { properties: { url: { pattern: hostPattern } } }] },
  ),
).meta({ id: "ChartGitRepositoryRequest" });

/** A terraform service has no provider member: it is derived from the URL. */
export const terraformGitRepositoryRequest = z.object(location).meta({ id: "TerraformGitRepositoryRequest" });

export const gitRepositoryResponse = z
  .object({
    url: text,
    provider,
    owner: freeText,
    name: freeText,
    branch: text,
    root_path: text,
    has_access: z.boolean(),
    deployed_commit_id: optional(text),
    deployed_commit_date: optional(timestamp),
    deployed_commit_contributor: optional(text),
    deployed_commit_tag: optional(text),
    git_token_id: optional(uuid),
    git_token_name: optional(text),
  })
  .meta({ id: "GitRepository" });

export type GitRepositoryResponse = z.output<typeof gitRepositoryResponse>;

/** The commit of the last accepted deployment. */
export interface DeployedCommit {
  readonly id: string;
  readonly date: string;
  readonly contributor: string;
}

interface GitRepository {
  url: string;
  branch: string;
  root_path: string;
  git_token_id: string | null;
  provider?: Provider | undefined;
}

export function representGitRepository(
  repository: GitRepository,
  commit: DeployedCommit | null,
  tokenName: string | null,
): GitRepositoryResponse {
  const { owner, name } = ownerAndName(repository.url);
  return {
    url: repository.url,
    provider: repository.provider ?? providerOf(repository.url),
    owner,
    name,
    branch: repository.branch,
    root_path: repository.root_path,
    has_access: true,
    deployed_commit_id: commit?.id ?? null,
    deployed_commit_date: commit?.date ?? null,
    deployed_commit_contributor: commit?.contributor ?? null,
    deployed_commit_tag: null,
    git_token_id: repository.git_token_id,
    git_token_name: tokenName,
  };
}

function providerOf(url: string): Provider {
  const host = new URL(url).hostname;
  if (host.includes("gitlab")) return "GITLAB";
  return host.includes("bitbucket") ? "BITBUCKET" : "GITHUB";
}

function ownerAndName(url: string): { owner: string; name: string } {
  const segments = new URL(url).pathname
    .replace(/\.git\/?$/, "")
    .split("/")
    .filter((segment) => segment !== "");
  return { owner: segments.slice(0, -1).join("/"), name: segments.at(-1) ?? "" };
}
