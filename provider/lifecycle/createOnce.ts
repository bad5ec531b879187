import { changesOf } from "../definition/changesOf.js";
import type { Scope } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { ConflictError, OutcomeUnknownError, TimedOutError } from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import { retrying } from "../platform/retry.js";
import type { Value, Values } from "../schema/json.js";
import { membersFromWire } from "../schema/wire.js";
import { findByName } from "./read.js";

/** The platform tells times in whole seconds in some places: how much earlier than the call its answer may seem, in milliseconds. */
const tolerance = 2_000;

/** How to learn what became of a call that makes something and whose answer was lost. */
export interface Look {
  /**
   * Finds what the call made; nothing where it did not arrive. Absent where nothing that the platform serves can tell.
   *
   * @param began When the call began in the platform's time, in milliseconds: asked after an answer of the platform, it
   *   knows that time best.
   */
  readonly find?: (began: () => number) => Promise<Value | undefined>;
  /** What a user does where that cannot be learned. */
  readonly ways: readonly string[];
}

/** Identifiers of items, which the server gives anew to what is made. */
const serverGiven = /\]\.id$/;

/** How much of an operation's time the calls may take: the rest is for looking what became of the last one. */
const shareOfCalls = 0.75;

/** How much of an operation's time it goes on looking where the platform cannot be asked: it may be starting again. */
const shareOfLooking = 0.125;

/** Looks again and again, a few times and far apart, as long as the platform fails to tell. */
async function patiently<T>({ operation, platform }: Scope, look: () => Promise<T>): Promise<T> {
  const { client, clock } = platform;
  const looking = client.part(operation, shareOfLooking);
  const longestPause = (looking.seconds * 1000) / 3;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      const pause = longestPause * (0.5 + clock.random() / 2);
      const isWorth = error instanceof AppPlatformError && error.repeat !== "never";
      if (!isWorth || clock.now() + pause >= looking.deadline) throw error;
      await clock.sleep(pause, operation.signal);
    }
  }
}

/**
 * Sends a call that makes something, so that it is made once whatever happens to the answers: when one is lost, looks
 * whether the call arrived, takes what it made, and only then sends it again.
 */
export async function createOnce(
  scope: Scope,
  { find, ways }: Look,
  call: (scope: Scope) => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const { client, clock } = scope.platform;
  const start = clock.now();
  const began = () => client.now() - (clock.now() - start) - tolerance;
  const calling = { ...scope, operation: client.part(scope.operation, shareOfCalls) };
  const unknown = (...causes: readonly Error[]) => new OutcomeUnknownError(scope.label, causes, ways);
  try {
    return await retrying(
      clock,
      calling.operation,
      ({ repeat }) => repeat === "afterLooking",
      async (count) => {
        try {
          return await call(calling);
        } catch (error) {
          // A conflict may be with this very call, sent before: its answer was lost and its work not to be seen yet.
          const isOwn = count > 1 && error instanceof ConflictError;
          if (!(error instanceof AppPlatformError) || (error.repeat !== "afterLooking" && !isOwn)) throw error;
          if (find === undefined) throw unknown(error);
          const found = await patiently(scope, () => find(began)).catch((failure: Error) => {
            throw unknown(error, failure);
          });
          if (found === undefined) throw error;
          return found;
        }
      },
    );
  } catch (error) {
    // What was not answered in time may be under way still, and be done after the last look.
    throw error instanceof TimedOutError ? unknown(error) : error;
  }
}

/**
 * Looks in the list for a resource that a create or clone made: the same name, made since the call began, with the same
 * content, and not known to the stack.
 *
 * @param contentOf Gives the arguments that what was made must show.
 */
export function lookForMade(scope: Scope, args: Values, contentOf: () => Values | Promise<Values>): Look {
  const { definition, platform, label } = scope;
  const ways = [
    "look for it in the platform's console; if it is there, take it over: set its id as `adoptId`, with endpoints that can read it, or delete it there",
    "if it is not there, run `pulumi up` again",
  ];
  if (!isServed(definition.api.list, platform.endpoints)) return { ways };
  const find = async (began: () => number) => {
    platform.lists.forget();
    const found = await findByName(scope, args);
    if (found === undefined || typeof found.id !== "string" || !(Date.parse(String(found.created_at)) >= began()))
      return undefined;
    const content = await contentOf();
    const differs = changesOf(definition, content, membersFromWire(definition.body, found, content)).some(
      ({ arg, path }) => !definition.args[arg]?.local && !serverGiven.test(path),
    );
    return !differs && platform.ownership.found(found.id, label) ? found : undefined;
  };
  return { find, ways };
}
