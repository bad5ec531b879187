import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { isSameName } from "../../provider/ownership/identity.js";
import { sameJson, type Value } from "../../provider/schema/json.js";
import { environmentArg, livesInEnvironment } from "../environment/services.js";
import { ownerArgument, type Service } from "./services.js";

export interface Selection {
  /** The kinds whose lists must be read. */
  readonly kinds: readonly ResourceDefinition[];
  /** The chosen services, and the names that none of them has. */
  choose(services: readonly Service[]): { readonly chosen: readonly Service[]; readonly unknown: readonly string[] };
}

/** @param only Kinds and names of services; everything if there are none. */
export function selectionOf(only: readonly string[], definitions: readonly ResourceDefinition[]): Selection {
  const kinds = definitions.filter((each) => livesInEnvironment(each) || ownerArgument(each) !== undefined);
  const isKind = (text: string, { kind }: ResourceDefinition) => text.toLowerCase() === kind.toLowerCase();
  const names = only.filter((text) => !kinds.some((definition) => isKind(text, definition)));
  // What a service owns is selected with it.
  const isNamed = ({ definition, name, owner }: Service, text: string) =>
    isSameName(definition, name, text) || (owner !== undefined && isSameName(owner.definition, owner.name, text));
  return {
    kinds:
      only.length === 0 || names.length > 0 ? kinds : kinds.filter((each) => only.some((text) => isKind(text, each))),
    choose: (services) => ({
      chosen: services.filter(
        (service) =>
          only.length === 0 || only.some((text) => isKind(text, service.definition) || isNamed(service, text)),
      ),
      unknown: names.filter((text) => !services.some((service) => isNamed(service, text))),
    }),
  };
}

/** Arguments whose default is a setting of the environment, which no endpoint returns. */
const settingsOfEnvironment = ["autoPreview"];

/** Those with one value in all services: services that omit the argument have it anyway. */
export function environmentDefaults(services: readonly Service[]): string[] {
  const names = new Set<string>();
  const values = new Map<string, Value>();
  const differing = new Set<string>();
  for (const { definition, values: own } of services) {
    for (const name of settingsOfEnvironment) {
      const value = own[name];
      if (definition.args[name] === undefined || value === undefined) continue;
      const here = `${name} ${own[environmentArg]}`;
      if (values.has(here) && !sameJson(values.get(here), value)) differing.add(name);
      values.set(here, value);
      names.add(name);
    }
  }
  return [...names].filter((name) => !differing.has(name));
}
