import { kinds } from "../resources/service.js";

/** The tags of the OpenAPI document. A path belongs to the first of its segments that has a tag. */

export interface Tag {
  readonly name: string;
  readonly description: string;
}

const tagDescriptions: Readonly<Record<string, string>> = {
  application: "Applications, built from a git repository.",
  container: "Containers, run from a registry image.",
  job: "Lifecycle jobs and cron jobs.",
  database: "Databases, run as a container or managed by a cloud provider.",
  terraform: "Infrastructure as code.",
  cluster: "Clusters and their GitOps configuration.",
  environment: "Environments, and deployments of their services.",
};

/** Operations on an environment as a whole. */
const environmentActions = ["service", "cancelDeployment", "status", "statuses", "stop", "redeploy", "clone", "link"];

/** Throws for a path whose kind has no tag, so that no operation gets a wrong tag. */
export function tagOf(path: string): Tag {
  const [parent, ...segments] = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  const candidates = parent === "environment" ? segments : [parent ?? "", ...segments];
  const ofKind = candidates.find((segment) => Object.hasOwn(tagDescriptions, segment));
  const isWhole = segments.length === 0 || environmentActions.includes(segments[0] ?? "");
  const name = ofKind ?? (parent === "environment" && isWhole ? "environment" : undefined);
  const description = name === undefined ? undefined : tagDescriptions[name];
  if (name !== undefined && description !== undefined) return { name, description };
  throw new Error(`The route ${path} has no OpenAPI tag: describe its kind in tagDescriptions (routes/tags.ts).`);
}

/** Whether the operations of a tag are those of a kind of service. */
export function isServiceTag(tag: string | undefined): boolean {
  return (kinds as readonly (string | undefined)[]).includes(tag);
}
