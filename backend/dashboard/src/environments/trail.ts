import type { Link } from "../parts/page.js";
import { addressOf } from "../routing/route.js";

const all: Link = { text: "Environments", href: addressOf.environments };

/** The way to a page of a project: several projects may have an environment of one name. */
export const trailTo = (project: string): readonly Link[] => [all, { text: project, href: addressOf.project(project) }];

interface Place {
  readonly project: string;
  readonly environmentId: string;
  readonly environmentName: string;
}

/** The way to something in an environment. */
export const trailWithin = ({ project, environmentId, environmentName }: Place): readonly Link[] => [
  ...trailTo(project),
  { text: environmentName, href: addressOf.environment(environmentId) },
];
