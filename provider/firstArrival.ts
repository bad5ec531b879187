import { changes } from "./difference.js";
import { isServed } from "./endpoint.js";
import { AppPlatformError } from "./errors/appPlatformError.js";
import { ConflictError, OutcomeUnknownError } from "./errors/index.js";
import { findByName } from "./reading.js";
import { retrying } from "./retry.js";
import type { Value, Values } from "./values.js";
import type { Scope } from "./verbs.js";
import { membersFromWire } from "./wire.js";

/** The platform tells times in whole seconds in some places: how much earlier than the call its answer may seem, in milliseconds. */
const tolerance = 2_000;

/**
 * Finds what a call made whose answer was lost; nothing where it did not arrive. `began` is when it began in the
 * platform's time, in milliseconds: asked after an answer of the platform, it knows that time best.
 */
export type Look = (began: () => number, lost: AppPlatformError) => Promise<Value | undefined>;

/** How much of an operation's time the calls may take: the rest is for looking what became of the last one. */
const shareOfCalls = 0.75;

/**
 * Sends a call that makes something, so that it is made once whatever happens to the answers: when one is lost, looks
 * whether the call arrived, takes what it made, and only then sends it again.
 */
export async function sendOnce(
  scope: Scope,
  look: Look,
  call: (scope: Scope) => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const { client, time } = scope.platform;
  const start = time.now();
  const began = () => client.now() - (time.now() - start) - tolerance;
  const calling = { ...scope, operation: client.part(scope.operation, shareOfCalls) };
  return retrying(
    time,
    calling.operation,
    ({ repeat }) => repeat === "afterLooking",
    async (count) => {
      try {
        return await call(calling);
      } catch (error) {
        // A conflict may be with this very call, sent before: its answer was lost and its work not to be seen yet.
        const isOwn = count > 1 && error instanceof ConflictError;
        const isLost = error instanceof AppPlatformError && (error.repeat === "afterLooking" || isOwn);
        const found = isLost ? await look(began, error) : undefined;
        if (found === undefined) throw error;
        return found;
      }
    },
  );
}

/**
 * Looks in the list for a resource that a create or clone made: the same name, made since the call began, with the same
 * content, and not known to the stack.
 *
 * @param content The arguments that what was made must show; for a clone only its place, since the rest comes from its source.
 * @throws OutcomeUnknownError where no list can tell.
 */
export function lookForMade(scope: Scope, args: Values, content: Values): Look {
  const { definition, platform, subject } = scope;
  return async (began, lost) => {
    const unknown = (reason: string) =>
      new OutcomeUnknownError(subject, reason, [
        "look for it in the platform's console; if it is there, take it over: set its id as `adoptId`, with endpoints that can read it, or delete it there",
        "if it is not there, run `pulumi up` again",
      ]);
    if (!isServed(definition.api.list, platform.endpoints)) throw unknown(lost.message);
    platform.lists.forget();
    const found = await findByName(scope, args).catch((error: Error) => {
      throw unknown(`${lost.message}\n${error.message}`);
    });
    if (found === undefined || typeof found.id !== "string" || !(Date.parse(String(found.created_at)) >= began()))
      return undefined;
    const differs = changes(definition.body, content, membersFromWire(definition.body, found, content)).some(
      ({ arg }) => !definition.args[arg]?.local,
    );
    const isOurs = () =>
      platform.claims.claim(found.id as string, subject, true) === undefined &&
      platform.claims.take(found.id as string);
    return differs || !isOurs() ? undefined : found;
  };
}
