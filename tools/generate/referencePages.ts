/** Which page of the reference has a kind. */
import { kebab } from "./anchors.js";
import { fileName } from "./declaration.js";

/** Small kinds that are used together share a page, which has the name of the first. Every other kind has its own. */
const shared: readonly (readonly string[])[] = [
  ["Environment", "Project", "DeploymentStage"],
  ["Variable", "CustomDomain"],
  ["DeploymentTrigger", "StoppedEnvironment"],
  ["Cluster", "ArgoCdConfig", "ArgoCdDestinationCluster"],
  ["ContainerRegistry", "HelmRepository", "GitToken"],
  ["AnnotationsGroup", "LabelsGroup"],
  ["CustomRole", "ApiToken", "OrganizationMember"],
];

/** The kinds on the page of a kind, in order. */
export function kindsOfPage(kind: string): readonly string[] {
  return shared.find((kinds) => kinds.includes(kind)) ?? [kind];
}

/** The name of the page, without its extension. */
export function pageName(kind: string): string {
  return fileName(kindsOfPage(kind)[0] ?? kind);
}

/** Where the anchors of a kind begin: only the first kind of a page has them as they are. */
export function anchorPrefix(kind: string): string {
  return kindsOfPage(kind)[0] === kind ? "" : `${kebab(kind)}-`;
}

/** The address of a kind below `docs/reference`, with its section on a shared page. */
export function kindAddress(kind: string, extension = ".md"): string {
  return `${pageName(kind)}${extension}${anchorPrefix(kind) === "" ? "" : `#${kebab(kind)}`}`;
}
