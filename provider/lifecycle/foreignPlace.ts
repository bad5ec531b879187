import type { StackResource } from "../claims/holders.js";
import { referenceName } from "../definition/reference.js";
import type { ResourceDefinition, Scope } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { RejectedError } from "../errors/index.js";
import { contents, kindOfPlace } from "../generated/contents.js";
import { type Endpoint, isServed, pathMembers } from "../platform/endpoint.js";
import { sameJson } from "../schema/json.js";
import { isReadable, readById } from "./read.js";

/** What a resource belongs to, as references name it. */
export interface Place {
  readonly kind: string;
  readonly id: string;
}

/**
 * Whether a place that the stack does not manage is gone, where no list can tell: its own address says so (404), and the platform is
 * the right one. Of other causes of a 404:
 *
 * - A missing permission is a 403, or hides what the token must not see. Only what is a mere part of its place, such as a variable,
 *   counts as gone without a list: to forget a service or an environment would be too much.
 * - At a wrong base URL, or on another platform, nothing else of the stack is found either. If the stack has only parts, the API must
 *   at least be there.
 */
export async function isForeignPlaceGone(scope: Scope, place: Place): Promise<boolean> {
  const found = scope.kindNamed?.(kindOfPlace[place.kind] ?? "");
  const read = found?.definition.api.read;
  if (!isPart(scope.definition) || found === undefined || !isServed(read, scope.platform.endpoints)) return false;
  const label = `${found.definition.kind} ${place.id}`;
  if ((await readById({ ...scope, ...found, label }, place.id, {}, read, { isElsewhere: true })) !== undefined)
    return false;
  return isRightPlatform(scope, place);
}

/** Whether nothing is inside of it, and nothing runs in it. */
function isPart(definition: ResourceDefinition): boolean {
  return definition.deployedAs === undefined && contents[referenceName(definition) ?? ""] === undefined;
}

async function isRightPlatform(scope: Scope, place: Place): Promise<boolean> {
  const { holders } = scope.platform;
  const connection = await holders.matching(scope.urn, ({ urn }) => urn === scope.urn).catch(() => undefined);
  if (connection === undefined) return false;
  const isBeside = ({ kind, values }: StackResource) => {
    const definition = scope.kindNamed?.(kind)?.definition;
    return (
      definition !== undefined && !isPart(definition) && sameJson(values.connection, connection[0]?.values.connection)
    );
  };
  const others = await holders.matching(scope.urn, isBeside).catch(() => []);
  for (const other of others) if (await isThere(scope, other)) return true;
  return others.length === 0 && (await isApiThere(scope, place));
}

async function isThere(scope: Scope, { kind, id, values }: StackResource): Promise<boolean> {
  const other = { ...scope, ...scope.kindNamed?.(kind), label: `${kind} ${id}` };
  return isReadable(other) && (await other.verbs.read(other, id, values).catch(ifRefused)) !== undefined;
}

/** Whether the API rejects a list that is asked for nowhere: it is of the kinds inside the place, and names the place in its query. */
async function isApiThere({ platform, operation, kindNamed, label }: Scope, { kind }: Place): Promise<boolean> {
  const lists = (contents[kind] ?? []).map(([inside]) => kindNamed?.(inside)?.definition.api.list);
  const list = lists.find((each): each is Endpoint => each?.place !== undefined);
  if (list === undefined) return false;
  const members = Object.fromEntries(pathMembers(list).map((member) => [member, `${kind}/-`]));
  const purpose = `Looking whether the API is there for ${label}`;
  return platform.client.send({ call: list, members, purpose }, operation).then(
    () => false,
    (error) => error instanceof RejectedError,
  );
}

function ifRefused(error: unknown): undefined {
  if (!(error instanceof AppPlatformError) || error.repeat !== "never") throw error;
}
