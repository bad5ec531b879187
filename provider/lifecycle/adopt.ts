import { changesOf } from "../definition/changesOf.js";
import { forcesReplacement } from "../definition/identity.js";
import type { Created, Scope } from "../definition/resourceDefinition.js";
import { AdoptionError } from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import type { Change } from "../schema/diff.js";
import type { Values } from "../schema/json.js";
import { isReadable } from "./read.js";
import { localOf } from "./updateContent.js";

/** What adopting an existing resource would change, found by reading it. */
interface Adoption {
  readonly state: Values;
  readonly changes: readonly Change[];
}

/** Adopts an existing resource and updates it to the arguments. */
export async function adopt(scope: Scope, id: string, args: Values): Promise<Created> {
  if (!scope.platform.ownership.adopted(id, scope.label)) {
    throw new AdoptionError(
      scope.label,
      id,
      "another new resource of this stack already adopts or created it.",
      [],
      ["declare it once", "give this one another name or another `adoptId`"],
    );
  }
  const adoption = await examine(scope, id, args);
  const state =
    adoption.changes.length === 0
      ? { ...adoption.state, ...localOf(scope.definition, args) }
      : await scope.verbs.update(scope, id, adoption.state, args);
  return { id, state };
}

/** Reports at preview what adopting an existing resource will change. Throws if it cannot be adopted. */
export async function previewAdoption(scope: Scope, id: string, args: Values): Promise<void> {
  const { changes: found } = await examine(scope, id, args);
  const what = found.length === 0 ? "without changes" : `and changes ${found.map(({ text }) => text).join(", ")}`;
  scope.platform.warn(`${scope.label} adopts the existing resource with id ${id} ${what}.`);
}

async function examine(scope: Scope, id: string, args: Values): Promise<Adoption> {
  const { definition, platform, label } = scope;
  const refuse = (why: string, details: readonly string[], todo: readonly string[]) =>
    new AdoptionError(label, id, why, details, todo);
  const holder = platform.ownership.adoptionPlanned(id, label);
  if (holder !== undefined) {
    throw refuse(
      `${holder} of this stack already manages it.`,
      [],
      [
        "declare it once",
        "remove the other resource from the program and the state first (pulumi state delete)",
        "remove `adoptId`, if this resource has already adopted it",
      ],
    );
  }
  if (!isReadable(scope)) {
    throw refuse(
      "the platform's endpoints cannot read this kind, so there is nothing to compare with.",
      [],
      ["use the extended endpoints, if your platform serves them: pulumi config set app-platform:endpoints extended"],
    );
  }
  const state = await scope.verbs.read(scope, id, placeOf(scope, args));
  if (state === undefined) throw refuse("it does not exist.", [], ["check the ID and the environment"]);
  const found = changesOf(definition, args, state).filter(({ arg }) => !definition.args[arg]?.local);
  const isApplicable = ({ arg }: Change) =>
    isServed(definition.api.update, platform.endpoints)
      ? !forcesReplacement(definition, arg)
      : definition.args[arg]?.appliedByDeployment === true;
  const refused = found.filter((change) => !isApplicable(change));
  if (refused.length > 0) {
    throw refuse(
      "it differs in arguments that cannot be updated.",
      refused.map(({ text }) => text),
      ["give its current values", "omit the arguments that the platform should decide"],
    );
  }
  return { state, changes: found };
}

/** What a read needs: where the resource is, and nothing that could be mistaken for a response. */
function placeOf({ definition }: Scope, args: Values): Values {
  return Object.fromEntries(definition.pathArgs.map((name) => [name, args[name]]));
}
