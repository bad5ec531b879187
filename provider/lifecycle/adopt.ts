import { earlierHolder, holdersInState, ownerInProgram } from "../claims/clashes.js";
import { identityOf } from "../claims/identity.js";
import { type Comparison, compare } from "../definition/comparison.js";
import { forcesReplacement } from "../definition/reference.js";
import type { Call, Created, Reading } from "../definition/resourceDefinition.js";
import { AdoptionError, InvalidArgumentError } from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import { pathTo } from "../schema/field.js";
import type { Values } from "../schema/json.js";
import type { Change } from "../values/diff.js";
import { revealSecrets } from "../values/secrets.js";
import { wrongIds } from "../values/validate.js";
import { namesOwned, readOwned } from "./ownedChildren.js";
import { withNamedParts } from "./parts.js";
import { findListedByName, isReadable } from "./read.js";
import { PartialFailure } from "./stored.js";
import { localOf } from "./update.js";

/** What adopting an existing resource would change, found by reading it. */
interface Adoption {
  readonly comparison: Comparison;
  readonly changes: readonly Change[];
  /** Paths of values that no response shows, so that they can't be compared. */
  readonly masked: readonly string[];
  /** Why it can't be adopted as it is: differences that no update can remove. */
  readonly refusal?: AdoptionError;
}

type Differences = Pick<Adoption, "changes" | "masked">;

/**
 * Adopts an existing resource whose name a new one has, updates it to the arguments, and reports that.
 *
 * @param why For the message: `since its name was taken,`.
 */
export async function adoptByName(call: Call, id: string, args: Values, why: string): Promise<Created> {
  const { created, adoption } = await adoptAndUpdate(call, id, args);
  report(call, adoption, `adopted the existing resource with id ${id}, ${why}`, "changed");
  return created;
}

/** Adopts an existing resource and updates it to the arguments. */
export async function adopt(call: Call, id: string, args: Values): Promise<Created> {
  return (await adoptAndUpdate(call, id, args)).created;
}

async function adoptAndUpdate(
  call: Call,
  id: string,
  args: Values,
): Promise<{ readonly created: Created; readonly adoption: Adoption }> {
  const { holdings } = call.platform;
  const identity = identityOf(call.definition, id);
  if (!holdings.adopted(identity, call)) {
    throw new AdoptionError(call.label, id, "another new resource of this stack already adopts or created it.", [
      "declare it once",
      "set another name or another `adoptId` on this one",
    ]);
  }
  try {
    const adoption = await examine(call, id, args, { isFresh: true });
    const { changes, comparison } = adoption;
    const state =
      changes.length === 0
        ? { ...comparison.state, ...localOf(call.definition, args) }
        : await call.verbs.update(call, comparison);
    return { created: { id, state }, adoption };
  } catch (error) {
    // After a partial failure, the resource is in the state and stays adopted.
    if (!(error instanceof PartialFailure)) holdings.notAdopted(identity, call);
    throw error;
  }
}

/**
 * Reports at preview what adopting an existing resource will change. Throws if it can't be adopted.
 *
 * @param urn The resource of the program that adopts it.
 */
export async function previewAdoption(call: Call, id: string, args: Values, urn: string | undefined): Promise<void> {
  // With `--replace`, Pulumi checks a resource as a new one and doesn't plan it.
  const isSeen = call.platform.holdings.holderOf(identityOf(call.definition, id)) !== undefined;
  if (!isSeen && (await holdersInState(call, id)).some((holder) => holder === urn)) {
    throw new AdoptionError(call.label, id, "it already manages that resource, and a replacement creates a new one.", [
      "remove `adoptId`",
      "run `pulumi up` without `--replace`",
    ]);
  }
  const adoption = await examine(call, id, args);
  const { dropper } = ownerInProgram(call, { ...adoption.comparison.state, connection: args.connection });
  if (dropper !== undefined) {
    throw new AdoptionError(
      call.label,
      id,
      `the update of ${dropper} deletes it first, since its arguments no longer contain it.`,
      ["remove `adoptId`: a new one is created, with the value in the program"],
    );
  }
  tellAdoption(call, id, adoption);
}

export function tellAdoption(call: Call, id: string, adoption: Differences): void {
  report(call, adoption, `adopts the existing resource with id ${id}`, "changes");
}

/**
 * The same for a resource whose name a new one has. Doesn't reserve it: if another resource of the stack manages it, that one
 * may be renamed, replaced or deleted before the create, which then adopts nothing.
 */
export async function previewAdoptionByName(call: Call, args: Values): Promise<void> {
  const existing = await findListedByName(call, args);
  if (typeof existing?.id !== "string") return;
  const earlier = await earlierHolder(call, existing.id);
  const holder = call.platform.holdings.holderOf(identityOf(call.definition, existing.id));
  if (earlier === "other" || (earlier === undefined && holder !== undefined)) return;
  const adoption = await compareExisting(call, existing.id, args);
  if (adoption === undefined) return;
  if (adoption.refusal !== undefined) throw adoption.refusal;
  report(call, adoption, `adopts the existing resource with id ${existing.id}, since its name is taken,`, "changes");
}

/** Warns only if the adoption changes something. */
function report({ log, label }: Call, adoption: Differences, what: string, verb: string): void {
  const tell = adoption.changes.length > 0 ? log.warn : log.info;
  tell(`${label} ${what} ${withChanges(verb, adoption)}.`);
}

function withChanges(verb: string, { changes, masked }: Differences): string {
  if (changes.length > 0) return `and ${verb} ${changes.map(({ text }) => text).join(", ")}`;
  const kept = masked.length === 0 ? "" : `; the platform masks ${masked.join(", ")} and keeps its value`;
  return `without changes${kept}`;
}

/** Reserves an existing resource for adoption, and compares it with the arguments. */
async function examine(call: Call, id: string, args: Values, reading?: Reading): Promise<Adoption> {
  const holder = call.platform.holdings.adoptionPlanned(identityOf(call.definition, id), call);
  if (holder !== undefined) {
    throw new AdoptionError(call.label, id, `${holder} of this stack already manages it.`, [
      "declare it once",
      "remove the other resource from the program and the state first (pulumi state delete)",
      "remove `adoptId`, if this resource has already adopted it",
    ]);
  }
  const adoption = await compareExisting(call, id, args, reading);
  if (adoption === undefined)
    throw new AdoptionError(call.label, id, "it doesn't exist.", ["check the ID and the environment"]);
  if (adoption.refusal !== undefined) throw adoption.refusal;
  return adoption;
}

/** What adopting an existing resource changes; nothing if the resource doesn't exist. Throws if it can't be compared. */
export async function compareExisting(
  call: Call,
  id: string,
  args: Values,
  reading?: Reading,
): Promise<Adoption | undefined> {
  const { definition, platform, label } = call;
  if (!isReadable(call)) {
    throw new AdoptionError(
      label,
      id,
      "the platform's endpoints can't read this kind, so there is nothing to compare with.",
      ["use the extended endpoints, if your platform serves them: pulumi config set app-platform:endpoints extended"],
    );
  }
  const existing = await call.verbs.read(call, id, placeOf(call, args), { ...reading, isElsewhere: true });
  if (existing === undefined) return undefined;
  const revealed = revealSecrets(definition.body, existing, args);
  const form = await call.verbs.compareForm(call, args, revealed.state);
  const own = await withNamedParts(call, id, form.state, args);
  // The platform returns only whether an owned secret exists, so its value can't be compared.
  const owned = await readOwned(call, id, args, args);
  const ownedSecrets = Object.entries(owned).filter(([arg]) => definition.args[arg]?.apart === "secret");
  const state = { ...own, ...owned };
  const [wrongId] = wrongIds(definition.body, args, state);
  if (wrongId !== undefined) throw new InvalidArgumentError(call.label, wrongId);
  const comparison = compare(definition, { id, state, args });
  const found = comparison.changes.filter(({ arg }) => !definition.args[arg]?.local);
  const isApplicable = ({ arg }: Change) =>
    namesOwned(definition, arg) ||
    (isServed(definition.api.update, platform.endpoints)
      ? !forcesReplacement(definition, arg)
      : definition.args[arg]?.onUpdate === "deploy");
  const refused = [...form.differences, ...found.filter((change) => !isApplicable(change)).map(({ text }) => text)];
  const todo =
    form.differences.length > 0
      ? ["change the program to match it", "delete it in the platform's console, so that a new one is created"]
      : ["set its current values", "omit the arguments that the platform should choose"];
  const why = "it differs in arguments that can't be updated.";
  const refusal = refused.length === 0 ? {} : { refusal: new AdoptionError(label, id, why, todo, refused) };
  const keys = ownedSecrets.flatMap(([arg, values]) => Object.keys(values ?? {}).map((key) => pathTo(arg, key)));
  return { comparison, changes: found, masked: [...revealed.paths, ...keys], ...refusal };
}

/** The path parameters: all that a read needs. Other arguments could be mistaken for values of a response. */
export function placeOf({ definition }: Call, args: Values): Values {
  return Object.fromEntries(definition.pathArgs.map((name) => [name, args[name]]));
}
