import type { Named } from "../../../src/dashboard/contract.js";
import type { Link } from "../parts/page.js";
import { addressOf } from "../routing/route.js";

export const allEnvironments: Link = { text: "Environments", href: addressOf.environments };

/** The way to a page of a project: several projects may have an environment of one name. */
export const trailTo = ({ id, name }: Named): readonly Link[] => [
  allEnvironments,
  { text: name, href: addressOf.project(id) },
];

interface Place {
  readonly project: Named;
  readonly environmentId: string;
  readonly environmentName: string;
}

/** The way to something in an environment. */
export const trailWithin = ({ project, environmentId, environmentName }: Place): readonly Link[] => [
  ...trailTo(project),
  { text: environmentName, href: addressOf.environment(environmentId) },
];
