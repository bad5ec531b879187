import { keyAt } from "../../claims/clashes.js";
import type { Scope } from "../../definition/resourceDefinition.js";
import { InvalidArgumentError } from "../../errors/index.js";
import type { Values } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";
import { show } from "../../schema/show.js";
import { UNKNOWN } from "../../schema/unknown.js";

/** Refuses services that another stage of the program lists as well: the one that is arranged last would have them. */
export function checkServices({ platform, label }: Scope, args: Values): InvalidArgumentError[] {
  const { services, connection = null } = args;
  return (Array.isArray(services) ? services : []).flatMap((service, index) => {
    if (typeof service !== "string" || service === UNKNOWN) return [];
    const id = normalId(service);
    const key = keyAt(platform, connection, `listed in a stage: ${id}`);
    const listing = { urn: `${label}, which lists ${id}`, key };
    const clash = platform.declarations.declared(listing);
    if (clash?.sort !== "same") return [];
    const expected = `must be listed in one stage; ${clash.other.split(", which")[0]} lists it, too`;
    return [new InvalidArgumentError(label, { path: `services[${index}]`, expected, got: show(service, false) })];
  });
}
