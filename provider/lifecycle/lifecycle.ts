import type * as pulumi from "@pulumi/pulumi";
import { changesOf, removalsOf } from "../definition/changesOf.js";
import { identityOf } from "../definition/identity.js";
import { labelOf } from "../definition/label.js";
import type { Created, ResourceDefinition, Scope, Verbs } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { AdoptionError, InternalError, InvalidArgumentError, LookupFailedError } from "../errors/index.js";
import type { Platform } from "../platform/platform.js";
import { wrongIds } from "../schema/assignedIds.js";
import { isAbsent, sameJson, type Values } from "../schema/json.js";
import { MANAGED } from "../schema/managedInputs.js";
import type { markSecrets } from "../schema/markSecrets.js";
import { omitNulls } from "../schema/omitNulls.js";
import { newRevision } from "../schema/revision.js";
import { UNKNOWN } from "../schema/unknown.js";
import { validate } from "../schema/validate.js";
import { lookAhead, refusedByPlatform } from "./checkOnPlatform.js";
import { defaultVerbs } from "./defaultVerbs.js";
import { type EngineInput, engineInput, PROVIDER } from "./engineInput.js";
import { previewUpdate } from "./fullUpdate.js";
import { newMarkedSecrets } from "./markedSecrets.js";
import { checkOrigin, isOrigin } from "./origin.js";
import { PartialFailure } from "./partialFailure.js";
import { readElsewhere } from "./readElsewhere.js";
import { newRefreshes } from "./refreshes.js";
import { refusedAsUnsafe } from "./refusals.js";
import { newRemovalNotices, withoutRemovedOptions } from "./removalNotices.js";
import { revisionAfter, stateOf, storedAfterRead, storedAfterWrite } from "./stored.js";

/** The platform of a connection. Throws an error that a user can act on if its settings are wrong. */
export type PlatformFor = (connection: string | undefined) => Platform;

/**
 * Create, read, update and delete of one kind, as Pulumi's dynamic provider calls them.
 *
 * @param during Runs each call, so that a shutdown knows which are running, and the engine has its messages before its result.
 * @param mark Marks what is secret among the inputs and outputs that the engine gets of a program.
 */
export function lifecycleOf(
  definition: ResourceDefinition,
  platformFor: PlatformFor,
  during: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
  mark: typeof markSecrets = (_body, _names, values) => values,
): pulumi.dynamic.ResourceProvider<Values, Values> {
  const verbs: Verbs = { ...defaultVerbs, ...definition.verbs };
  const platformOf = (values: Values) =>
    platformFor(typeof values.connection === "string" ? values.connection : undefined);
  const quietly = ({ warn, info, ...platform }: Platform, { hide }: EngineInput): Platform => ({
    ...platform,
    warn: (text) => warn(hide(text)),
    info: (text) => info(hide(text)),
  });
  const scopeOf = (input: EngineInput, id?: string): Scope => {
    const { values, definition } = input;
    const platform = quietly(platformOf(values), input);
    return {
      definition,
      platform,
      verbs,
      label: labelOf(definition, values, id),
      operation: platform.client.begin(),
    };
  };

  const remembered = newMarkedSecrets(definition);
  const marked = ({ secrets }: EngineInput, values: Values) => mark(definition.body, secrets, values);

  /** Keeps every failure readable: one of ours as it is, anything else as a fault of the provider. */
  const guarded = async <T>(
    doing: string,
    given: Values,
    work: (input: EngineInput) => Promise<T>,
    before?: { readonly managed: string | undefined; revisionOf(input: EngineInput): string | undefined },
  ): Promise<T> => {
    const input = remembered.recall(given);
    const { values, text, hide } = input;
    try {
      return await during(() => work(input));
    } catch (error) {
      if (error instanceof PartialFailure) {
        const { properties } = error;
        const revision = before?.revisionOf(input) ?? newRevision(platformOf(values).clock.random);
        const kept = storedAfterWrite(definition, input, properties, revision, before?.managed);
        throw error.keeping({ ...marked(input, { ...properties, ...kept }), [PROVIDER]: text ?? null }, hide);
      }
      if (!(error instanceof AppPlatformError)) {
        if (process.env.APP_PLATFORM_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
        throw new InternalError(`${doing} ${labelOf(input.definition, values)}`, error).redacted(hide);
      }
      throw error.redacted(hide);
    }
  };

  /** Records what the stack manages from now on: when it forgets the same resource under an old name, that must not delete it. */
  const saved = ({ platform, label }: Scope, id: string, outs: Values) => {
    const known = { ...stateOf(engineInput(definition, outs)), id };
    platform.ownership.saved(identityOf(definition, id, known), label, known);
  };

  const refreshes = newRefreshes();
  const notices = newRemovalNotices();

  return {
    check: (olds, news) =>
      during(async () => {
        const { values: before } = engineInput(definition, olds);
        const given = engineInput(definition, news);
        const args = omitNulls(definition.body, given.values) as Values;
        refreshes.checked(before);
        notices.checked(before, args);
        const input = { ...given, values: args };
        const { secrets, hide } = input;
        if (secrets.length > 0) remembered.remember(args, secrets);
        const creating = Object.keys(olds).every((name) => name === PROVIDER);
        const label = labelOf(input.definition, args);
        const isClone = !isAbsent(args.cloneFrom);
        // What an adoption or a save does not contain may be on the platform already: later checks see it.
        const isNew = creating && isAbsent(args.adoptId) && definition.api.save === undefined;
        const issues = validate(input.definition, args, isClone ? "clone" : isNew ? "create" : "update");
        if (isNew) issues.push(...wrongIds(definition.body, args, undefined));
        const problems: Error[] = issues.map((issue) => new InvalidArgumentError(label, issue));
        problems.push(...readElsewhere(label, given.lookups, platformFor));
        try {
          if (args.connection !== UNKNOWN) {
            const scope = scopeOf(input);
            if (typeof given.declared === "string") scope.platform.ownership.declared(given.declared);
            const circumstances = { creating, declared: given.declared, before };
            problems.push(...refusedByPlatform(scope, args, circumstances));
            if (problems.length === 0) await guarded("Checking", news, () => lookAhead(scope, args, circumstances));
          }
        } catch (error) {
          problems.unshift(error as Error);
        }
        const failures = problems.map(({ message }) => ({ property: "", reason: hide(message) }));
        // The marks of secrets are no argument: the engine would show them as a difference.
        return { inputs: marked(input, args), failures };
      }),

    diff: (id, olds, news) =>
      guarded("Comparing", news, async (input) => {
        const { values: args, definition: hiding } = input;
        const platform = quietly(platformOf(args.connection === UNKNOWN ? olds : args), input);
        const old = engineInput(definition, olds);
        const state = stateOf(old);
        const refresh = refreshes.take(id, state);
        if (refresh !== undefined) {
          const { before, outputs, inputs } = refresh;
          const isUnchanged = outputs === before;
          // The usual case, without a comparison of each argument.
          if (isUnchanged && sameJson(args, inputs)) return { changes: false };
          if (changesOf(definition, args, before).length === 0) {
            return isUnchanged || changesOf(definition, args, state).length === 0 ? { changes: false } : {};
          }
        }
        const label = labelOf(hiding, args, id);
        const managed = notices.givenBefore(hiding.body, id, old.managed, args);
        const scope = { definition: hiding, platform, label, ...(managed === undefined ? {} : { managed }) };
        const planned = verbs.plan(scope, id, state, args);
        if (planned.replaces === undefined) notices.tell(scope, id, state, args);
        checkOrigin(scope, { id, args, planned }, notices.inputsBefore(args) ?? state);
        if (planned.changes !== false && planned.replaces === undefined) previewUpdate(scope, state, args);
        const known = { ...state, id };
        const isReplaced = planned.replaces !== undefined;
        const [refusal] = isReplaced ? refusedAsUnsafe(scope, args) : [];
        if (refusal !== undefined) throw refusal;
        const { ownership } = platform;
        const identity = identityOf(definition, id, known);
        const leaves = planned.deleteBeforeReplace ? "replaced" : "moves";
        const adopter = ownership.planned(identity, label, isReplaced ? leaves : { stays: known });
        if (adopter !== undefined) {
          throw new AdoptionError(adopter, id, `${label} of this stack already manages it.`, [], ["declare it once"]);
        }
        // The new one is the old one, seen through another connection: whichever step comes first, nothing is deleted.
        if (isReplaced && isOrigin(definition, { id, args, planned })) ownership.adoptionPlanned(identity, label);
        const { replaces, ...others } = planned;
        return replaces === undefined ? others : { ...others, replaces: [...replaces] };
      }),

    create: (inputs) =>
      guarded("Creating", inputs, async (input) => {
        const args = input.values;
        const scope = scopeOf(input);
        const { clock } = scope.platform;
        const created = await verbs.create(scope, args);
        const outs = afterwards(scope, created, () =>
          storedAfterWrite(definition, input, created.state, newRevision(clock.random)),
        );
        saved(scope, created.id, outs);
        return { id: created.id, outs: marked(input, outs) };
      }),

    read: (id, props) =>
      guarded("Reading", props ?? {}, async (input) => {
        const state = stateOf(input);
        const scope = scopeOf(input, id);
        const now = await verbs.read(scope, id, state);
        if (now === undefined) {
          if (isProgramRead(props ?? {})) throw notFound(definition, id);
          await verbs.confirmGone(scope, id, state);
          return { id: "", props: {} };
        }
        const { random } = scope.platform.clock;
        const { props: outs, known, inputs } = storedAfterRead(definition, input, state, now, random);
        // The engine knows what is secret in the state, and marks the same in what a read returns.
        if (inputs === undefined) return { id, props: outs };
        refreshes.read({ id, before: state, outputs: known, inputs });
        // The engine keeps the inputs that it has unless a read returns some.
        return known === state ? { id, props: outs } : { id, props: outs, inputs };
      }),

    update(id, olds, news) {
      const old = engineInput(definition, olds);
      const state = stateOf(old);
      const managed = notices.plannedBefore(id) ?? old.managed;
      const revisionOf = ({ values: args }: EngineInput) => {
        const changed = changesOf(definition, args, state, managed);
        return revisionAfter(definition, old.revision, changed, platformOf(args).clock.random);
      };
      const work = async (input: EngineInput) => {
        const args = input.values;
        const scope = { ...scopeOf(input, id), ...(managed === undefined ? {} : { managed }) };
        const updated = await verbs.update(scope, id, state, args);
        const now = withoutRemovedOptions(definition, updated, removalsOf(definition, args, state, managed));
        const outs = afterwards(scope, { id, state: now }, () =>
          storedAfterWrite(definition, input, now, revisionOf(input)),
        );
        saved(scope, id, outs);
        return { outs: marked(input, outs) };
      };
      return guarded("Updating", news, work, { managed, revisionOf });
    },

    delete: (id, props) =>
      guarded("Deleting", props, async (input) => {
        await verbs.delete(scopeOf(input, id), id, stateOf(input));
      }),
  };
}

/** Whether a program reads what exists (`Database.get`): the state that a refresh reads says what is managed, or that nothing is. */
function isProgramRead(props: Values): boolean {
  return !(MANAGED in props);
}

function notFound({ kind }: ResourceDefinition, id: string): LookupFailedError {
  return new LookupFailedError(`${kind}.get`, `there is no ${kind} with id ${id}`, "check the ID.");
}

/** Runs the work after a successful call: a failure in it must not lose the resource. */
function afterwards(scope: Scope, created: Created, work: () => Values): Values {
  try {
    return work();
  } catch (error) {
    throw new PartialFailure(scope.label, { id: created.id, state: {} }, "reading the response", error);
  }
}
