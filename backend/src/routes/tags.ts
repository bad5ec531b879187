/** The tags of the OpenAPI document, of all routes that do not have one of their own. */
import { kinds } from "../resources/services.js";

export interface Tag {
  readonly name: string;
  readonly description: string;
}

const cluster = { name: "cluster", description: "Clusters and their GitOps configuration." };
const environment = { name: "environment", description: "Environments, and deployments of their services." };

/** Operations on an environment as a whole. */
const environmentActions = [
  ...["service", "deploy", "cancelDeployment", "status", "statuses", "stop", "redeploy", "clone", "link"],
  ...["deploymentStatus", "deploymentHistoryV2"],
];

/** Throws for a path of something else, so that no operation gets a wrong tag. */
export function tagOf(path: string): Tag {
  const [parent, ...segments] = path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));
  if (parent === "cluster" || ["cluster", "clusterFeature"].includes(segments[0] ?? "")) return cluster;
  const isWhole = segments[0] === undefined || environmentActions.includes(segments[0]);
  if ((parent === "environment" && isWhole) || segments[0] === "environment") return environment;
  throw new Error(`The route ${path} has no OpenAPI tag: give it one.`);
}

/** Whether the operations of a tag are those of a kind of service. */
export function isServiceTag(tag: string | undefined): boolean {
  return (kinds as readonly (string | undefined)[]).includes(tag);
}
