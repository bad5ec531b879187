import { placeOptions } from "../definition/optionNames.js";
import type { Plan, PlanScope, ResourceDefinition } from "../definition/resourceDefinition.js";
import { AdoptionError } from "../errors/index.js";
import type { Values } from "../schema/json.js";
import { normalId } from "../schema/normalForm.js";
import { UNKNOWN } from "../schema/unknown.js";

/** A resource of the state, and what its program wants of it. */
interface Planned {
  readonly id: string;
  readonly args: Values;
  readonly planned: Plan;
}

/** Whether a replacement with these arguments creates or adopts the same resource again. */
export function isOrigin({ identity, pathArgs }: ResourceDefinition, { id, args, planned }: Planned): boolean {
  if (identity === "place") return !pathArgs.some((arg) => planned.replaces?.includes(arg));
  return given(args.adoptId) === normalId(id);
}

/**
 * What a resource is created from counts only at creation. Refuses an `adoptId` that an existing resource would ignore, or that its
 * replacement could not adopt; warns of another `cloneFrom`, since its source may have been replaced meanwhile.
 *
 * @param before The arguments before.
 */
export function checkOrigin({ log, label }: PlanScope, { id, args, planned }: Planned, before: Values): void {
  const adoptId = given(args.adoptId);
  const isSame = adoptId === normalId(id);
  const replaced = planned.replaces?.filter((arg) => !placeOptions.includes(arg) && args[arg] !== UNKNOWN) ?? [];
  if (adoptId !== undefined && isSame && replaced.length > 0) {
    const why = `${replaced.map((arg) => `\`${arg}\``).join(", ")} replaces it with a new resource.`;
    throw new AdoptionError(label, id, why, [], ["remove `adoptId`", "undo the change"]);
  }
  if (planned.replaces !== undefined) return;
  if (adoptId !== undefined && !isSame) {
    throw new AdoptionError(
      label,
      adoptId,
      `it already manages the one with id ${id}.`,
      [],
      [
        `remove \`adoptId\`, to keep the one with id ${id}`,
        "declare another resource with this `adoptId`",
        `to manage the other one instead and leave ${id} on the platform, remove this resource from the state first (pulumi state delete)`,
      ],
    );
  }
  const source = given(args.cloneFrom);
  if (source === undefined || source === given(before.cloneFrom)) return;
  log.warn(
    `${label}: \`cloneFrom\` is used only at creation, so it does not become a clone of ${source}. To clone that one, replace it: pulumi up --replace <URN>.`,
  );
}

/** An ID as responses contain it, if it is given and known. */
function given(id: unknown): string | undefined {
  return typeof id === "string" && id !== UNKNOWN ? normalId(id) : undefined;
}
