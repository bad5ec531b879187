import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { definitions } from "../../provider/kinds/index.js";
import { wireName } from "../../provider/schema/field.js";
import { counterparts } from "./counterparts.js";
import type { StateInstance } from "./stateFile.js";

/** The type of a resource without the prefix of the platform's provider; nothing for that of another provider. */
export type TypeOf = (instance: Pick<StateInstance, "provider" | "type">) => string | undefined;

/**
 * Finds out which provider is the platform's, whatever its name: its resources have the parents that the platform's have. Other
 * providers have types of the same name, such as `docker_container`, with other parents.
 *
 * @param prefix The prefix of its types, if the user sets it.
 */
export function platformTypes(instances: readonly StateInstance[], prefix?: string): TypeOf {
  if (prefix !== undefined) {
    const start = `${prefix.replace(/_$/, "")}_`;
    return ({ type }) => (type.startsWith(start) ? type.slice(start.length) : undefined);
  }
  const sources = new Map<string, { fitting: number; others: number; hasServices: boolean }>();
  for (const instance of instances) {
    const candidates = candidatesOf(typeIn(instance));
    if (candidates === undefined) continue;
    const source = sourceOf(instance);
    const { fitting, others, hasServices } = sources.get(source) ?? { fitting: 0, others: 0, hasServices: false };
    const isFitting = candidates.every((name) => typeof instance.attributes[name] === "string");
    sources.set(source, {
      fitting: fitting + Number(isFitting),
      others: others + Number(!isFitting),
      hasServices: hasServices || (isFitting && candidates.includes("environment_id")),
    });
  }
  const own = [...sources].filter(([, { fitting, others }]) => fitting > others);
  const surest = own.filter(([, { hasServices }]) => hasServices);
  const chosen = new Set((surest.length === 0 ? own : surest).map(([source]) => source));
  return (instance) => (chosen.has(sourceOf(instance)) ? typeIn(instance) : undefined);
}

function sourceOf({ provider, type }: Pick<StateInstance, "provider" | "type">): string {
  return provider === "" ? (type.split("_")[0] as string) : provider;
}

function typeIn({ provider, type }: Pick<StateInstance, "provider" | "type">): string {
  const start = `${provider.split("/").at(-1)}_`;
  return type.startsWith(start) ? type.slice(start.length) : type.slice(type.indexOf("_") + 1);
}

/** The argument that is the ID of the resource itself, of a kind that has one in each place. */
function idArgument({ identity, pathArgs }: ResourceDefinition): string | undefined {
  return identity === "place" && pathArgs.length > 1 ? pathArgs.at(-1) : undefined;
}

/** The attributes that say where a resource of the type is; nothing if the type has no counterpart. */
function candidatesOf(type: string): string[] | undefined {
  const kind = counterparts[type]?.kind;
  const definition = definitions.find((each) => each.kind === kind);
  const isNamed = (name: string) => definition?.args[name]?.required && name !== idArgument(definition);
  const candidates = definition?.pathArgs.filter(isNamed);
  return candidates?.map((name) => wireName(name, {}));
}
