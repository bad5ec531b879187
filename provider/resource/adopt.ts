import type { Call, Created, Reading, ResourceDefinition } from "../definition/kind.js";
import { forcesReplacement } from "../definition/references.js";
import { useExtended } from "../errors/appPlatformError.js";
import {
  AdoptionError,
  EditNotPossibleError,
  InvalidArgumentError,
  NotFoundError,
  ReplacementNameTakenError,
} from "../errors/index.js";
import { identityKey, identityOf, idInResponse } from "../ownership/identity.js";
import { earlierOwner, ownerInProgram, ownersInState } from "../ownership/run.js";
import type { StackResource } from "../ownership/stackOwners.js";
import { isServed } from "../platform/endpoint.js";
import { isChildren, pathTo } from "../schema/field.js";
import { omit, type Values } from "../schema/json.js";
import { type Change, type Comparison, compare } from "../values/compare.js";
import { revealSecrets } from "../values/secrets.js";
import { wrongIds } from "../values/validate.js";
import { readOwned, withNamedSubresources } from "./children.js";
import { PartialFailure } from "./partialFailure.js";
import { findByName, isReadable, rememberedIn } from "./read.js";
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

type AdoptionChanges = Pick<Adoption, "changes" | "masked">;

/** Adopts an existing resource whose name a new one has, updates it to the arguments, and reports why: `since its name was taken,`. */
export async function adoptByName(call: Call, id: string, args: Values, why: string): Promise<Created> {
  const { created, adoption } = await adoptAndUpdate(call, id, args);
  report(call, adoption, `adopted the existing resource with id ${id}, ${why}`, "changed");
  return created;
}

/** Adopts an existing resource and updates it to the arguments. */
export async function adopt(call: Call, id: string, args: Values): Promise<Created> {
  return (await adoptAndUpdate(call, id, args)).created;
}

/** The old resource of a replacement that hasn't ended, which can have these arguments. */
interface Former {
  readonly id: string;
  readonly adoption: Adoption;
  /** What an update sends. */
  readonly comparison: Comparison;
}

/**
 * Manages the old resource of a replacement again instead of creating a new one. Nothing if there is none that can have these arguments:
 * then they aren't those of before.
 */
export async function takeBack(call: Call, args: Values): Promise<Created | undefined> {
  const former = isReplacing(call) ? await findFormer(call, args, { isFresh: true }) : undefined;
  if (former === undefined) return undefined;
  const { id, comparison } = former;
  const changes = comparison.changes.filter(({ arg }) => !call.definition.args[arg]?.local);
  const { created } = await adoptAndUpdate(call, id, args, async () => ({ comparison, changes, masked: [] }));
  reportFormer(call, former);
  return created;
}

/** Reports the same at preview. Throws if an old resource still has the name of the new one. */
export async function previewTakeBack(call: Call, args: Values): Promise<boolean> {
  if (!isReplacing(call)) return false;
  const former = await findFormer(call, args);
  if (former !== undefined) {
    reportFormer(call, former);
    return true;
  }
  await refuseNameOfReplaced(call, args);
  return false;
}

/** Whether the run has planned the resource, so that it's not new. Otherwise, the state needn't be read. */
function isReplacing({ run, urn }: Call): boolean {
  return urn !== undefined && run.ownership.isPlanned(urn);
}

function reportFormer(call: Call, { id, adoption: { changes } }: Former): void {
  const what = `is the resource with id ${id} again, which an earlier run has replaced,`;
  report(call, { changes, masked: [] }, what, "changes");
}

/** The old resource that can have these arguments, and is now reserved for this one. */
export async function findFormer(call: Call, args: Values, reading?: Reading): Promise<Former | undefined> {
  const { definition, verbs, run } = call;
  const key = identityKey(definition, args);
  for (const { id, values, awaits } of await replacedBy(call)) {
    if (identityKey(definition, values) !== key) continue;
    const identity = identityOf(definition, id, values);
    const adoption = await compareExisting(call, id, args, reading, values).catch(ifDifferent);
    if (adoption === undefined || adoption.refusal !== undefined) continue;
    const plan = async () => verbs.plan(call, adoption.comparison);
    const planned = await plan().catch(ifDifferent);
    if (planned === undefined || planned.replaces !== undefined) continue;
    // It may be retained by this very run, since the option `replaceOnChanges` forbids an update. One without a name may be any.
    const mustBeSame = awaits === "replacement" || key === undefined;
    if (mustBeSame && adoption.changes.length > 0) continue;
    if (run.ownership.adoptionPlanned(identity, call) !== undefined) continue;
    return { id, adoption, comparison: withMasked(definition, adoption) };
  }
  return undefined;
}

/** The comparison with the arguments of which the platform masks something as changes: they may differ. */
function withMasked(definition: ResourceDefinition, { comparison, masked }: Adoption): Comparison {
  const { id, state, args } = comparison;
  if (masked.length === 0) return comparison;
  const names = masked.map((path) => path.split(/[.[]/)[0] as string);
  const uncertain = names.filter((name) => !forcesReplacement(definition, name));
  return compare(definition, { id, state: omit(state, uncertain), args });
}

function ifDifferent(error: unknown): undefined {
  const errors = [AdoptionError, EditNotPossibleError, InvalidArgumentError, NotFoundError];
  if (!errors.some((each) => error instanceof each)) throw error;
}

/** The old resources of this one's replacements that haven't ended. They're free to be adopted, even if this run has planned one. */
async function replacedBy(call: Call): Promise<readonly StackResource[]> {
  const { definition, run, urn } = call;
  if (urn === undefined) return [];
  const replaced = (await run.owners.replaced(urn).catch(() => [])).filter(({ kind }) => kind === definition.kind);
  for (const { id, values } of replaced) run.ownership.planned(identityOf(definition, id, values), call, "moves");
  return replaced;
}

/** Rejects a name that an old resource of this one still has: the run deletes that one only at its end, or never. */
export async function refuseNameOfReplaced(call: Call, args: Values): Promise<void> {
  const { definition, label } = call;
  const key = identityKey(definition, args);
  if (key === undefined) return;
  const replaced = await replacedBy(call);
  const owner = replaced.find(({ values }) => identityKey(definition, values) === key);
  if (owner === undefined) return;
  const { id, values, awaits, keeps } = owner;
  const existing = await call.verbs.read(call, id, values, { isElsewhere: true }).catch(ifDifferent);
  if (existing === undefined) return;
  const why = keeps === "retainOnDelete" || awaits === "replacement" ? "retained" : "deleted later";
  throw new ReplacementNameTakenError(label, definition.nameArg as string, [], { why, id });
}

async function adoptAndUpdate(
  call: Call,
  id: string,
  args: Values,
  compared = () => examine(call, id, args, { isFresh: true }),
): Promise<{ readonly created: Created; readonly adoption: Adoption }> {
  const { ownership } = call.run;
  const identity = identityOf(call.definition, id, args);
  if (!ownership.adopted(identity, call)) {
    throw new AdoptionError(call.label, id, "another new resource of this stack already adopts or created it.", [
      "declare it once",
      "set another name or another `adoptId` on this one",
    ]);
  }
  try {
    const adoption = await compared();
    const { changes, comparison } = adoption;
    const state =
      changes.length === 0
        ? { ...comparison.state, ...localOf(call.definition, args) }
        : await call.verbs.update(call, comparison);
    return { created: { id, state }, adoption };
  } catch (error) {
    // After a partial failure, the resource is in the state and stays adopted.
    if (!(error instanceof PartialFailure)) ownership.notAdopted(identity, call);
    throw error;
  }
}

/** Reports at preview what adopting an existing resource will change for the one with this URN. Throws if it can't be adopted. */
export async function previewAdoption(call: Call, id: string, args: Values, urn: string | undefined): Promise<void> {
  // With `--replace`, Pulumi checks a resource as a new one and doesn't plan it.
  const isSeen = call.run.ownership.ownerOf(identityOf(call.definition, id, args)) !== undefined;
  if (!isSeen && (await ownersInState(call, id, args)).some((owner) => owner.urn === urn)) {
    throw new AdoptionError(call.label, id, "it already manages that resource, and a replacement creates a new one.", [
      "remove `adoptId`",
      "run `pulumi up` without `--replace`",
    ]);
  }
  if (isReplacing(call)) await replacedBy(call);
  const adoption = await examine(call, id, args);
  const { dropper } = ownerInProgram(call, { ...adoption.comparison.state, connection: args.connection });
  if (dropper !== undefined) {
    const why = `the update of ${dropper} deletes it first, since its arguments no longer contain it.`;
    const todo = ["remove `adoptId`: a new one is created, with the value in the program"];
    throw new AdoptionError(call.label, id, why, todo);
  }
  reportAdoption(call, id, adoption);
}

export function reportAdoption(call: Call, id: string, adoption: AdoptionChanges): void {
  report(call, adoption, `adopts the existing resource with id ${id}`, "changes");
}

/**
 * The same for a resource whose name a new one has. Doesn't reserve it: if another resource of the stack manages it, that one
 * may be renamed, replaced or deleted before the create, which then adopts nothing.
 */
export async function previewAdoptionByName(call: Call, args: Values): Promise<void> {
  const existing = await findByName(call, args, { evenOutdated: true });
  const id = existing && idInResponse(call.definition, existing);
  if (id === undefined) return;
  const earlier = await earlierOwner(call, id, args);
  const owner = call.run.ownership.ownerOf(identityOf(call.definition, id, args));
  if (earlier === undefined ? owner !== undefined : earlier !== "itself") return;
  const adoption = await compareExisting(call, id, args);
  if (adoption === undefined) return;
  if (adoption.refusal !== undefined) throw adoption.refusal;
  report(call, adoption, `adopts the existing resource with id ${id}, since its name is taken,`, "changes");
}

/** Warns only if the adoption changes something. */
function report({ log, label }: Call, { changes, masked }: AdoptionChanges, what: string, verb: string): void {
  const preserved = masked.length === 0 ? "" : `; the platform masks ${masked.join(", ")} and keeps its value`;
  if (changes.length > 0) log.warn(`${label} ${what} and ${verb} ${changes.map(({ text }) => text).join(", ")}.`);
  else log.info(`${label} ${what} without changes${preserved}.`);
}

/** Reserves an existing resource for adoption, and compares it with the arguments. */
async function examine(call: Call, id: string, args: Values, reading?: Reading): Promise<Adoption> {
  const owner = call.run.ownership.adoptionPlanned(identityOf(call.definition, id, args), call);
  if (owner !== undefined) {
    throw new AdoptionError(call.label, id, `${owner} of this stack already manages it.`, [
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

/**
 * What adopting an existing resource changes; nothing if it doesn't exist. Throws if it can't be compared. What is known of it, if
 * anything, is from the state.
 */
export async function compareExisting(
  call: Call,
  id: string,
  args: Values,
  reading?: Reading,
  known?: Values,
): Promise<Adoption | undefined> {
  const { definition, platform, label } = call;
  if (!isReadable(call) && known === undefined) {
    const why = "the platform's endpoints can't read this kind, so there is nothing to compare with.";
    throw new AdoptionError(label, id, why, [useExtended]);
  }
  // What can't be read is as in the state.
  const parent = isReadable(call)
    ? { ...parentOf(call, args), ...rememberedIn(definition, known ?? {}) }
    : (known as Values);
  const existing = await call.verbs.read(call, id, parent, { ...reading, isElsewhere: true });
  if (existing === undefined) return undefined;
  const revealed = revealSecrets(definition.body, existing, args);
  const form = await call.verbs.compareForm(call, args, revealed.state);
  const own = await withNamedSubresources(call, id, form.state, args);
  // The platform returns only whether an owned secret exists, so its value can't be compared.
  const owned = await readOwned(call, id, args);
  const ownedSecrets = Object.entries(owned).filter(([arg]) => definition.args[arg]?.separate === "secret");
  const state = { ...own, ...owned };
  const [wrongId] = wrongIds(definition.body, args, state);
  if (wrongId !== undefined) throw new InvalidArgumentError(call.label, wrongId);
  const comparison = compare(definition, { id, state, args });
  const found = comparison.changes.filter(({ arg }) => !definition.args[arg]?.local);
  const isApplicable = ({ arg }: Change) =>
    isChildren(definition.args[arg]) ||
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
export function parentOf({ definition }: Call, args: Values): Values {
  return Object.fromEntries(definition.pathArgs.map((name) => [name, args[name]]));
}
