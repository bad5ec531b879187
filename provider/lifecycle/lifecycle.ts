import type * as pulumi from "@pulumi/pulumi";
import { identityOf } from "../definition/identity.js";
import { subjectOf } from "../definition/label.js";
import type { Made, ResourceDefinition, Scope, Verbs } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { AdoptionError, InternalError, InvalidArgumentError } from "../errors/index.js";
import type { Platform } from "../platform/platform.js";
import { changes } from "../schema/diff.js";
import { clean, isAbsent, isObject, type Value, type Values } from "../schema/json.js";
import { describeManaged, MANAGED, managedInputs, withoutForeignSecrets } from "../schema/managedInputs.js";
import { omitNulls } from "../schema/omitNulls.js";
import { SECRETS } from "../schema/redact.js";
import { UNKNOWN } from "../schema/unknown.js";
import { validate } from "../schema/validate.js";
import type { Field } from "../schema/view.js";
import { previewAdoption } from "./adopt.js";
import { defaultVerbs } from "./defaultVerbs.js";
import { type Handed, PROVIDER, take } from "./engineInput.js";
import { PartialFailure } from "./partialFailure.js";
import { planOf, refusedForClone } from "./plan.js";

/** The platform of a connection. Throws an error a user can act on where its settings are wrong. */
export type PlatformFor = (connection: string | undefined) => Platform;

/**
 * Create, read, update and delete of one kind, as Pulumi's dynamic provider calls them.
 *
 * @param during Runs each of them, so that what ends the process knows which are under way.
 */
export function lifecycleOf(
  definition: ResourceDefinition,
  platformFor: PlatformFor,
  during: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): pulumi.dynamic.ResourceProvider<Values, Values> {
  const verbs: Verbs = { ...defaultVerbs, ...definition.verbs };
  const platformOf = (values: Values) =>
    platformFor(typeof values.connection === "string" ? values.connection : undefined);
  const scopeOf = ({ values, seen, hide }: Handed, id?: string): Scope => {
    const { warn, info, ...platform } = platformOf(values);
    return {
      definition: seen,
      platform: { ...platform, warn: (text) => warn(hide(text)), info: (text) => info(hide(text)) },
      verbs,
      subject: subjectOf(seen, values, id),
      operation: platform.client.begin(),
    };
  };

  const remember = (state: Values, args: Values): Values => {
    const managed = describeManaged(definition.body, args);
    return { ...withoutForeignSecrets(definition.body, managed, clean(state) as Values), [MANAGED]: managed };
  };

  /** Keeps every failure readable: one of ours as it is, anything else as a fault of the provider. */
  const guarded = async <T>(doing: string, given: Values, work: (handed: Handed) => Promise<T>): Promise<T> => {
    const handed = take(definition, given);
    const { values, seen, text, hide } = handed;
    try {
      return await during(() => work(handed));
    } catch (error) {
      if (error instanceof PartialFailure) {
        const { properties } = error;
        throw error.keeping({ ...properties, ...remember(properties, values), [PROVIDER]: text ?? null }, hide);
      }
      if (!(error instanceof AppPlatformError)) {
        if (process.env.APP_PLATFORM_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
        throw new InternalError(`${doing} ${subjectOf(seen, values)}`, error).redacted(hide);
      }
      throw error.redacted(hide);
    }
  };

  /** Notes what the stack has from now on: forgetting it under an old name must not delete it. */
  const hold = ({ platform, subject }: Scope, id: string, outs: Values) => {
    const known = { ...take(definition, outs).values, id };
    platform.claims.hold(identityOf(definition, id, known), subject, known);
  };

  /** What was known of a resource before it was read: a refresh then compares what it reads with the state's own inputs, where nothing is to be refused. */
  const refreshed = new Map<string, Values>();

  return {
    async check(olds, news) {
      refreshed.clear();
      const given = take(definition, news);
      const args = omitNulls(definition.body, given.values) as Values;
      const handed = { ...given, values: args };
      const { seen, secrets, hide } = handed;
      const creating = Object.keys(olds).every((name) => name === PROVIDER);
      const subject = subjectOf(seen, args);
      const isClone = !isAbsent(args.cloneFrom);
      const issues = validate(seen, args, isClone ? "clone" : creating ? "create" : "update");
      const problems: Error[] = issues.map((issue) => new InvalidArgumentError(subject, issue));
      try {
        if (args.connection !== UNKNOWN) {
          const scope = scopeOf(handed);
          problems.push(...verbs.check(scope, args));
          if (creating && isClone) problems.push(...refusedForClone(scope, args));
          // The one request that a preview sends: what taking over means can only be told by looking.
          const { adoptId } = args;
          const isLocated = ![adoptId, ...definition.pathArgs.map((name) => args[name])].includes(UNKNOWN);
          if (creating && typeof adoptId === "string" && isLocated && problems.length === 0) {
            await guarded("Taking over", news, () => previewAdoption(scope, adoptId, args));
          }
        }
      } catch (error) {
        problems.unshift(error as Error);
      }
      const failures = problems.map(({ message }) => ({ property: "", reason: hide(message) }));
      return { inputs: { ...args, ...(secrets === undefined ? {} : { [SECRETS]: secrets }) }, failures };
    },

    diff: (id, olds, news) =>
      guarded("Comparing", news, async ({ values: args, seen }) => {
        const platform = platformOf(args.connection === UNKNOWN ? olds : args);
        const before = refreshed.get(id);
        refreshed.delete(id);
        if (before !== undefined && changes(definition.body, args, before).length === 0) {
          return changes(definition.body, args, olds).length === 0 ? { changes: false } : {};
        }
        const subject = subjectOf(seen, args, id);
        const holder = platform.claims.claim(id, subject, false);
        if (holder !== undefined)
          throw new AdoptionError(holder, id, `${subject} of this stack holds it already.`, [], ["declare it once"]);
        const plan = planOf(seen, platform, id, olds, args);
        const known = { ...take(definition, olds).values, id };
        if (plan.replaces === undefined) platform.claims.keep(identityOf(definition, id, known), subject, known);
        return plan;
      }),

    create: (inputs) =>
      guarded("Creating", inputs, async (handed) => {
        const args = handed.values;
        const scope = scopeOf(handed);
        const made = await verbs.create(scope, args);
        const outs = afterwards(scope, made, () => remember(made.state, args));
        hold(scope, made.id, outs);
        return { id: made.id, outs };
      }),

    read: (id, props) =>
      guarded("Reading", props ?? {}, async (handed) => {
        const { values: state, managed } = handed;
        const now = await verbs.read(scopeOf(handed, id), id, state);
        if (now === undefined) return { id: "", props: {} };
        refreshed.set(id, state);
        const known = describeManaged(definition.body, state);
        const outs = withoutForeignSecrets(definition.body, known, clean(now) as Values);
        if (typeof managed !== "string") return { id, props: outs };
        return { id, props: { ...outs, [MANAGED]: managed }, inputs: managedInputs(definition.body, managed, outs) };
      }),

    update: (id, olds, news) =>
      guarded("Editing", news, async (handed) => {
        const args = handed.values;
        const { values: state } = take(definition, olds);
        const scope = scopeOf(handed, id);
        const now = await verbs.update(scope, id, state, args);
        const outs = afterwards(scope, { id, state: now }, () => remember(now, args));
        hold(scope, id, outs);
        return { outs };
      }),

    delete: (id, props) =>
      guarded("Deleting", props, async (handed) => {
        await verbs.delete(scopeOf(handed, id), id, handed.values);
      }),
  };
}

/** Runs what follows a call that the platform carried out: a failure there must not lose the resource. */
function afterwards(scope: Scope, made: Made, work: () => Values): Values {
  try {
    return work();
  } catch (error) {
    throw new PartialFailure(scope.subject, { id: made.id, state: {} }, "reading the answer", error);
  }
}
