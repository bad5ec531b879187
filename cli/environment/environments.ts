import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { oneLine } from "../../provider/errors/appPlatformError.js";
import { LookupFailedError } from "../../provider/errors/index.js";
import { environment } from "../../provider/kinds/environment.js";
import { project } from "../../provider/kinds/project.js";
import { isSameName, nameInResponse } from "../../provider/ownership/identity.js";
import type { Platform } from "../../provider/platform/platform.js";
import { listAll } from "../../provider/resource/read.js";
import type { Value, Values } from "../../provider/schema/json.js";
import { nearestName } from "../../provider/values/nearestName.js";
import { callFor, requireServed } from "../deployment/call.js";

export interface NamedEnvironment {
  readonly id: string;
  readonly name: string;
  readonly mode: string | null;
  readonly projectId: string;
  /** Name of its project. */
  readonly project: string;
  readonly clusterName: string | null;
}

/**
 * @param what For messages: what needs the environments of an organization.
 * @throws ConfigurationError if the platform's endpoints can't list them.
 */
export function requireEnvironments(platform: Platform, what: string): void {
  requireServed(platform, project.api.list, what, "pass the ID of the environment, which the platform's console shows");
}

/** All environments of an organization, by project and name: one request for the projects, and one for each project. */
export async function environmentsOf(platform: Platform, organizationId: string): Promise<NamedEnvironment[]> {
  const projects = await listed(platform, project, { organizationId }, `organization ${organizationId}`);
  const lists = projects.map(async (each) => {
    const [projectId, name] = [String(each.id), nameOf(project, each)];
    const found = await listed(platform, environment, { projectId }, `project ${projectId}`);
    return found.map((item) => ({
      id: String(item.id),
      name: nameOf(environment, item),
      mode: textOf(item.mode),
      projectId,
      project: name,
      clusterName: textOf(item.cluster_name),
    }));
  });
  const all = (await Promise.all(lists)).flat();
  return all.sort((one, other) => fullName(one).localeCompare(fullName(other)));
}

/** The name after that of the project, which is unique: `shop/production`. */
export function fullName({ project: projectName, name }: NamedEnvironment): string {
  return `${projectName}/${name}`;
}

/**
 * The environment with this name, or with this project and name.
 *
 * @param subject For messages: `app-platform status`.
 * @throws LookupFailedError if there is none, or if several have the name.
 */
export function selectEnvironment(all: readonly NamedEnvironment[], text: string, subject: string): NamedEnvironment {
  const names = (each: NamedEnvironment) => [each.name, fullName(each)];
  const found = all.filter((each) => names(each).some((name) => isSameName(environment, name, text)));
  const [first, second] = found;
  if (first === undefined) throw notFound(all, text, subject);
  if (second === undefined) return first;
  throw new LookupFailedError(
    subject,
    `several environments are named "${text}": ${found.map((each) => `${fullName(each)} (${each.id})`).join(", ")}`,
    "name the project, too, as in project/environment, or pass the ID.",
  );
}

function notFound(all: readonly NamedEnvironment[], text: string, subject: string): LookupFailedError {
  const names = all.map(fullName);
  const nearest = ofAddress(all, text) ?? nearestName(text, [...all.map(({ name }) => name), ...names]);
  const some = `${names.slice(0, 20).join(", ")}${names.length > 20 ? ", …" : ""}`;
  const existing = names.length === 0 ? "none exists" : `existing: ${some}`;
  return new LookupFailedError(
    subject,
    `there is no environment "${text}"; ${existing}`,
    nearest === undefined
      ? "check the name; `app-platform environments` lists all of the organization."
      : `check the name; did you mean ${oneLine(nearest)}?`,
  );
}

/** The ID that an address of the console contains, or that a text is the beginning of. */
function ofAddress(all: readonly NamedEnvironment[], text: string): string | undefined {
  const found = all.filter(({ id }) => text.includes(id) || (text.length > 3 && id.startsWith(text)));
  return found.length === 1 ? found[0]?.id : undefined;
}

function listed(platform: Platform, definition: ResourceDefinition, parent: Values, label: string): Promise<Values[]> {
  const { kind, api } = definition;
  const call = callFor(platform, definition, label);
  return api.list === undefined
    ? Promise.resolve([])
    : listAll(call, api.list, parent, { purpose: `Listing the ${kind}s of ${label}` });
}

function nameOf(definition: ResourceDefinition, item: Values): string {
  return nameInResponse(definition, item) ?? String(item.id);
}

function textOf(value: Value | undefined): string | null {
  return typeof value === "string" ? value : null;
}
