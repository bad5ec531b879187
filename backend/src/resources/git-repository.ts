import {
  boolean,
  fallback,
  freeText,
  idOf,
  named,
  object,
  oneOf,
  optional,
  required,
  text,
  uuid,
  type Value,
} from "../schema/schema.js";

const provider = oneOf(["BITBUCKET", "GITHUB", "GITLAB"]);
type Provider = Value<typeof provider>;

const location = {
  url: required(text({ format: "gitUrl" })),
  branch: fallback(text(), "main"),
  root_path: fallback(text(), "/"),
  git_token_id: optional(idOf("gitToken")),
};

export const gitRepositoryRequest = named("GitRepository", object({ ...location, provider: required(provider) }));

/** A terraform service names no provider: it is derived from the URL. */
export const terraformGitRepositoryRequest = named("TerraformGitRepository", object(location));

export const gitRepositoryResponse = named(
  "GitRepository",
  object({
    url: required(text()),
    provider: required(provider),
    owner: required(freeText()),
    name: required(freeText()),
    branch: required(text()),
    root_path: required(text()),
    has_access: required(boolean()),
    deployed_commit_id: optional(text()),
    deployed_commit_date: optional(text({ format: "timestamp" })),
    deployed_commit_contributor: optional(text()),
    deployed_commit_tag: optional(text()),
    git_token_id: optional(uuid()),
    git_token_name: optional(text()),
  }),
);

export type GitRepositoryResponse = Value<typeof gitRepositoryResponse>;

/** The commit that the last accepted deployment named. */
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
  provider?: Provider;
}

export function gitRepositoryAnswer(
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
