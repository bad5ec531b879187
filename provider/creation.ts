import { adopt } from "./adoption.js";
import { changes } from "./difference.js";
import { AppPlatformError } from "./errors/appPlatformError.js";
import { AdoptionError, NameTakenError, OutcomeUnknownError, UnexpectedAnswerError } from "./errors/index.js";
import { lookForMade, sendOnce } from "./firstArrival.js";
import { explainConflict } from "./naming.js";
import { PartialFailure } from "./partialFailure.js";
import { send } from "./sending.js";
import { isAbsent, isObject, type Value, type Values } from "./values.js";
import type { Made, Scope } from "./verbs.js";
import { membersFromWire, membersToWire } from "./wire.js";

/** Makes a resource: a new one, a clone that is then edited, or one that exists and is taken over. */
export async function create(scope: Scope, args: Values): Promise<Made> {
  if (typeof args.adoptId === "string") return adopt(scope, args.adoptId, args);
  try {
    return typeof args.cloneFrom === "string" ? await clone(scope, args.cloneFrom, args) : await make(scope, args);
  } catch (error) {
    if (error instanceof NameTakenError && scope.platform.onExisting === "adopt" && error.existing !== undefined) {
      return adopt(scope, error.existing.id, args);
    }
    throw error;
  }
}

async function make(scope: Scope, args: Values): Promise<Made> {
  const { definition } = scope;
  const call = definition.api.create;
  const body = membersToWire(definition.args, args, [...definition.pathArgs, ...definition.editOnly]);
  const doing = call.method === "PUT" ? "Taking over" : "Creating";
  // A call that saves, rather than makes, may be repeated: the edit is the same call.
  const isSaving = call.path === definition.api.update?.path;
  const once = (calling: Scope) => send(calling, call, args, doing, body, isSaving || undefined);
  const answer = await (isSaving
    ? once(scope).catch((error) => explainLostSave(scope, error))
    : sendOnce(
        scope,
        lookForMade(scope, args, () => withoutEditOnly(scope, args)),
        withId(scope, doing, once),
      )
  ).catch((error) => explainConflict(scope, args, error));
  const made = identified(scope, args, answer);
  return definition.editOnly.some((name) => !isAbsent(args[name])) ? edited(scope, made, args) : made;
}

async function clone(scope: Scope, source: string, args: Values): Promise<Made> {
  const { definition } = scope;
  const call = definition.api.clone;
  if (call === undefined) throw new TypeError(`${definition.kind} cannot be cloned`);
  const body = { name: args.name, environment_id: args.environmentId };
  const place = { name: args.name, environmentId: args.environmentId };
  const doing = `Cloning ${source} to make`;
  const once = (calling: Scope) => send(calling, call, { id: source }, doing, body);
  // Before it is edited, a clone shows what its source has: so is it told from what others make under the same name. A source
  // that neither the stack knows nor this environment lists leaves name, place and time to tell it.
  const shown = async () => {
    const here = await scope.verbs.read(scope, source, { environmentId: args.environmentId });
    return { ...(here ?? scope.platform.claims.knownOf(source)), ...place };
  };
  const answer = await sendOnce(scope, lookForMade(scope, args, shown), withId(scope, doing, once)).catch((error) =>
    explainConflict(scope, args, error),
  );
  const made = identified(scope, place, answer);
  const isDifferent = changes(definition.body, args, made.state).some(({ arg }) => !definition.args[arg]?.local);
  const state = {
    ...made.state,
    ...Object.fromEntries(Object.entries(args).filter(([name]) => definition.args[name]?.local)),
  };
  return isDifferent ? edited(scope, { id: made.id, state }, args) : { id: made.id, state };
}

/** What the create's body says: the rest follows by an edit. */
function withoutEditOnly({ definition }: Scope, args: Values): Values {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !definition.editOnly.includes(name)));
}

/** The resource after the edit that its making needs; a failure keeps it in the state, so that the next update goes on. */
async function edited(scope: Scope, made: Made, args: Values): Promise<Made> {
  try {
    return { id: made.id, state: await scope.verbs.update(scope, made.id, made.state, args) };
  } catch (error) {
    throw new PartialFailure(scope.subject, made, "editing it afterwards", error);
  }
}

/** A call that makes something, whose answer counts as lost where it does not say what was made. */
function withId({ platform, subject }: Scope, doing: string, call: (calling: Scope) => Promise<Value | undefined>) {
  return async (calling: Scope): Promise<Value | undefined> => {
    const answer = await call(calling);
    const id = idIn(answer);
    if (id !== undefined) {
      // A resource of the same name and content, whose own answer was lost, must not take this for its own; or it has.
      const holder = platform.claims.claim(id, subject, false);
      if (holder === undefined) return answer;
      throw new AdoptionError(subject, id, `${holder} of this stack holds it already.`, [], ["declare it once"]);
    }
    throw new UnexpectedAnswerError(
      `${doing} ${subject}`,
      "the answer names no id",
      "look for it in the platform's console before you run again: it may have been made.",
    );
  };
}

function idIn(answer: Value | undefined): string | undefined {
  return isObject(answer) && typeof answer.id === "string" && answer.id !== "" ? answer.id : undefined;
}

/** What a save whose answers were all lost means: it may be done, but to do it once more does no harm. */
function explainLostSave({ subject }: Scope, error: unknown): never {
  if (!(error instanceof AppPlatformError) || !error.mayBeDone) throw error;
  throw new OutcomeUnknownError(subject, error.message, [
    "run `pulumi up` again: it saves the same once more, and nothing is made twice",
    "if it is not wanted any more, look for it in the platform's console",
  ]);
}

/** The resource that an answer to a create describes. What is saved in its place is known by it, whatever the answer says. */
function identified({ definition, platform }: Scope, args: Values, answer: Value | undefined): Made {
  const [place = ""] = definition.pathArgs.slice(-1);
  const id = idIn(answer) ?? String(args[place]);
  platform.claims.take(id);
  return { id, state: membersFromWire(definition.body, isObject(answer) ? answer : {}, args) };
}
