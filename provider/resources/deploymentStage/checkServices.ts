import { keyAt } from "../../claims/clashes.js";
import type { Scope } from "../../definition/resourceDefinition.js";
import { refuseOtherEnvironments } from "../../deployment/otherEnvironment.js";
import { InvalidArgumentError } from "../../errors/index.js";
import type { Values } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";
import { show } from "../../schema/show.js";
import { UNKNOWN } from "../../schema/unknown.js";

/**
 * Refuses services that another stage of the program lists as well, since the one that is arranged last would have them, and those of
 * another environment.
 */
export function checkServices(scope: Scope, args: Values): InvalidArgumentError[] {
  const { platform, label } = scope;
  const { services, connection = null } = args;
  const given = (Array.isArray(services) ? services : []).map((id, index) => ({ id, path: `services[${index}]` }));
  const known = given.filter((each): each is { id: string; path: string } => typeof each.id === "string");
  const twice = known.flatMap(({ id: service, path }) => {
    if (service === UNKNOWN) return [];
    const id = normalId(service);
    const key = keyAt(platform, connection, `listed in a stage: ${id}`);
    const listing = { urn: `${label}, which lists ${id}`, key };
    const clash = platform.declarations.declared(listing);
    if (clash?.sort !== "same") return [];
    const expected = `must be listed in one stage; ${clash.other.split(", which")[0]} lists it, too`;
    return [new InvalidArgumentError(label, { path, expected, got: show(service, false) })];
  });
  return [...twice, ...refuseOtherEnvironments(scope, args, known)];
}
