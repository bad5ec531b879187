import * as pulumi from "@pulumi/pulumi";
import { sourceOption } from "../provider/definition/providerOptions.js";
import type { ResourceDefinition } from "../provider/definition/resourceDefinition.js";
import { definitions } from "../provider/resources/index.js";
import { holdsSecret, isSecretMember } from "../provider/schema/secrecy.js";
import type { Field } from "../provider/schema/view.js";
import { typeToken } from "./state.js";

/** Arguments as a program gives them. */
export type Given = Readonly<Record<string, unknown>>;

/** The arguments as the engine carries them: the name filled in, secrets marked, resources turned into what selects them. */
export function prepare(definition: ResourceDefinition, resourceName: string, args: Given): Record<string, unknown> {
  const prepared: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const field = definition.args[name];
    const inner = name === sourceOption ? idOf(value) : value;
    prepared[name] = field === undefined ? inner : carryMember(field, inner, args);
  }
  for (const [name, field] of Object.entries(definition.args)) {
    if (field.defaultsToResourceName) prepared[name] ??= resourceName;
  }
  return prepared;
}

/**
 * The names of the arguments that the program marks secret, beyond those that always are; nothing where there are none. The
 * plugin gets plain values, and would show these otherwise.
 */
export async function markedSecret(definition: ResourceDefinition, args: Given): Promise<string | undefined> {
  const marks = await Promise.all(
    Object.entries(args).map(async ([name, value]) => {
      const isMarked = definition.args[name]?.secret !== true && (await pulumi.isSecret(pulumi.output(value)));
      return isMarked ? [name] : [];
    }),
  );
  return marks.flat().sort().join(",") || undefined;
}

/** The ID of what a program passes: a resource, or the ID itself. */
function idOf(value: unknown): unknown {
  return pulumi.CustomResource.isInstance(value) ? value.id : value;
}

/** A member as the engine carries it: secret unless a sibling that decides is known to be false. */
function carryMember(field: Field, value: unknown, siblings: Given): unknown {
  const carried = carry(field, value);
  const isGiven = value !== undefined && value !== null;
  return isGiven && isSecretMember(field, siblings) ? pulumi.secret(carried) : carried;
}

/** A value as the engine carries it. */
function carry(field: Field, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  if (!isCarriedDifferently(field)) return value;
  if (pulumi.Output.isInstance(value) || value instanceof Promise) {
    return pulumi.output(value).apply((known) => carry(field, known));
  }
  if (field.type === "service") return select(value);
  if (field.type === "array" && Array.isArray(value)) return value.map((item) => carryMember(field.item, item, {}));
  if (field.type === "object" && typeof value === "object" && !Array.isArray(value)) {
    const given = value as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(given).map(([name, member]) => {
        const inner = field.members[name];
        return [name, inner === undefined ? member : carryMember(inner, member, given)];
      }),
    );
  }
  return value;
}

/** Whether anything in a field is carried in another form than the program gives it. */
function isCarriedDifferently(field: Field): boolean {
  if (field.type === "service" || holdsSecret(field)) return true;
  if (field.type === "array") return isCarriedDifferently(field.item);
  return field.type === "object" && Object.values(field.members).some(isCarriedDifferently);
}

/** What selects a service for a deployment, derived from the resource: its kind, its id, and the version it asks for. */
function select(value: unknown): unknown {
  if (pulumi.CustomResource.isInstance(value)) return selectResource(value);
  if (typeof value !== "object" || value === null || !("service" in value)) return value;
  const { service, ...versions } = value as { readonly service: unknown };
  return (pulumi.output(service) as pulumi.Output<unknown>).apply((known) => ({
    ...(select(known) as object),
    ...versions,
  }));
}

function selectResource(resource: pulumi.CustomResource): Record<string, unknown> {
  const type = (resource as unknown as { readonly __pulumiType?: string }).__pulumiType;
  const definition = definitions.find(({ kind }) => typeToken(kind) === type);
  const selection: Record<string, unknown> = { kind: definition?.kind ?? type, id: resource.id };
  for (const [version, path] of Object.entries(definition?.deployedAs?.versions ?? {})) {
    if (path === undefined) continue;
    const [first = "", ...rest] = path.split(".");
    const output = pulumi.output((resource as unknown as Record<string, unknown>)[first]) as pulumi.Output<unknown>;
    selection[version] = output.apply((known) =>
      rest.reduce<unknown>((inner, member) => (inner as Given | undefined)?.[member], known),
    );
  }
  return selection;
}
