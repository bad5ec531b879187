import * as pulumi from "@pulumi/pulumi";
import { InvalidArgumentError } from "../provider/errors/plan.js";
import { isObject } from "../provider/schema/json.js";
import { pathText } from "../provider/schema/normalForm.js";
import type { GivenArgs } from "./given.js";
import { outlineOfType } from "./kinds.js";
import type { Outline, ValueOutline } from "./outline.js";
import { programError } from "./programError.js";

type Path = readonly (string | number)[];

/**
 * The arguments with the ID of each resource that the program gives in its place: `registryId` for `registry`, and `{ id }` for a
 * resource that is an item of a list.
 *
 * @param label The resource for messages: `Container "web"`.
 * @throws pulumi.RunError for another kind of resource, and for an ID beside it that isn't its own. What is only known later is
 *   checked when it is known.
 */
export function resourcesAsIds(label: string, { args: outlines }: Outline, args: GivenArgs): GivenArgs {
  const refuse = (path: Path, expected: string, got: string): never => {
    throw programError(new InvalidArgumentError(label, { path: pathText(path), expected, got }));
  };
  const idOf = (kind: string, value: unknown, path: Path): unknown => {
    if (isLater(value)) return output(value).apply((known) => idOf(kind, known, path));
    if (isNothing(value)) return undefined;
    // A resource in an output of another one.
    if (isObject(value) && !pulumi.Resource.isInstance(value) && "id" in value) return value.id;
    const given = kindOf(value);
    return given === kind
      ? (value as pulumi.CustomResource).id
      : refuse(path, `must be a resource of the kind ${kind}`, given ?? "something else");
  };
  const onlyId = (resource: unknown, id: unknown, kind: string, path: Path): unknown => {
    const own = idOf(kind, resource, path);
    if (isNothing(id)) return own;
    return pulumi
      .all([own, id])
      .apply(([named, given]) =>
        isNothing(named) || isNothing(given) || isSameId(named, given)
          ? (given ?? named)
          : refuse(path, `must be the ${kind} that ${path.at(-1)}Id names, or be omitted`, String(named)),
      );
  };
  const membersOf = (members: Readonly<Record<string, ValueOutline>>, given: GivenArgs, path: Path): GivenArgs => {
    const result = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, convert(members[name], value, [...path, name])]),
    );
    for (const [name, { idOf: kind }] of Object.entries(members)) {
      const beside = name.replace(/Id$/, "");
      if (kind === undefined || beside === name || !(beside in given)) continue;
      delete result[beside];
      const id = onlyId(given[beside], given[name], kind, [...path, beside]);
      if (id !== undefined) result[name] = id;
    }
    return result;
  };
  const convert = (field: ValueOutline | undefined, value: unknown, path: Path): unknown => {
    if (field === undefined || isNothing(value) || !holdsIds(field)) return value;
    if (isLater(value)) return output(value).apply((known) => convert(field, known, path));
    const { item, members = {} } = field;
    if (Array.isArray(value)) return value.map((each, index) => convert(item, each, [...path, index]));
    const kind = members.id?.idOf;
    if (kind !== undefined && pulumi.Resource.isInstance(value)) return { id: idOf(kind, value, path) };
    return typeof value === "object" ? membersOf(members, value as GivenArgs, path) : value;
  };
  return membersOf(outlines, args, []);
}

function holdsIds({ idOf, item, members }: ValueOutline): boolean {
  return idOf !== undefined || (item !== undefined && holdsIds(item)) || Object.values(members ?? {}).some(holdsIds);
}

function isLater(value: unknown): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

const output = (value: unknown): pulumi.Output<unknown> => pulumi.output(value) as pulumi.Output<unknown>;

function isNothing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** The kind of a resource of this package; for others, their type. Nothing for what isn't a resource. */
function kindOf(value: unknown): string | undefined {
  if (!pulumi.CustomResource.isInstance(value)) return undefined;
  const type = (value as unknown as { readonly __pulumiType?: string }).__pulumiType;
  return outlineOfType(type)?.kind ?? type;
}

function isSameId(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}
