/** An environment of the initial content. */
export interface SeedEnvironment {
  /** UUID of the environment. */
  id: string;
  /** Name of the environment. */
  name: string;
  /** Whether the environment has auto preview. Default: true. */
  auto_preview?: boolean | undefined;
}

/** A container registry of the initial content. */
export interface SeedRegistry {
  /** UUID of the registry. */
  id: string;
  /** Name of the registry. */
  name: string;
  /** Address of the registry. */
  url: string;
  /** Kind of the registry; it decides which image names are valid. */
  kind:
    | "ECR"
    | "SCALEWAY_CR"
    | "DOCKER_HUB"
    | "PUBLIC_ECR"
    | "GENERIC_CR"
    | "GITHUB_CR"
    | "GITHUB_ENTERPRISE_CR"
    | "GITLAB_CR"
    | "GCP_ARTIFACT_REGISTRY"
    | "AZURE_CR";
}

/** A git token of the initial content. */
export interface SeedGitToken {
  /** UUID of the token. */
  id: string;
  /** Name of the token. */
  name: string;
}

/** A group of annotations of the initial content. */
export interface SeedAnnotationsGroup {
  /** UUID of the group. */
  id: string;
  /** ISO 8601 date-time. */
  created_at: string;
  /** ISO 8601 date-time; null if the group was never updated. Default: null. */
  updated_at?: string | null | undefined;
  /** Name of the group. */
  name: string;
  /** The annotations. */
  annotations: { key: string; value: string }[];
  /** What the annotations are set on, for example `DEPLOYMENTS`. */
  scopes: string[];
}

/** A group of labels of the initial content. */
export interface SeedLabelsGroup {
  /** UUID of the group. */
  id: string;
  /** ISO 8601 date-time. */
  created_at: string;
  /** ISO 8601 date-time; null if the group was never updated. Default: null. */
  updated_at?: string | null | undefined;
  /** Name of the group. */
  name: string;
  /** The labels. */
  labels: { key: string; value: string; propagate_to_cloud_provider: boolean }[];
}

/** A feature that the cluster offers. */
export interface SeedFeature {
  /** UUID of the feature. */
  id: string;
  /** Title of the feature. */
  title: string;
  /** Default value; null if it has none. Default: null. */
  value?: string | boolean | null | undefined;
  /** Whether an update of the cluster may change the value. Default: true. */
  is_value_updatable?: boolean | undefined;
  /** The values that an update may set; any if empty. Default: empty. */
  accepted_values?: string[] | undefined;
}

/**
 * Records to add to the initial content of a platform, in the form of a seed file. A record replaces the one that has
 * the same `id`.
 *
 * @example
 * ```ts
 * const seed: Seed = { environments: [{ id: "3b0c0a6e-6d0c-4c2e-9d1a-0f6f6f3c2a10", name: "staging" }] };
 * ```
 */
export interface Seed {
  /** Environments of the seeded cluster. */
  environments?: SeedEnvironment[] | undefined;
  /** Container registries. */
  registries?: SeedRegistry[] | undefined;
  /** Git tokens. */
  git_tokens?: SeedGitToken[] | undefined;
  /** Groups of annotations. */
  annotations_groups?: SeedAnnotationsGroup[] | undefined;
  /** Groups of labels. */
  labels_groups?: SeedLabelsGroup[] | undefined;
  /** Features of the cluster. */
  features?: SeedFeature[] | undefined;
}
