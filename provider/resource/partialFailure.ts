import type { Call, Created, ResourceDefinition } from "../definition/kind.js";
import { LOST } from "../definition/names.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { IncompleteError } from "../errors/resource.js";
import { isServed } from "../platform/endpoint.js";
import { returnedByCreate } from "../schema/field.js";
import { isAbsent, shortened, type Value, type Values } from "../schema/json.js";

/** Maximum length of a text in a failure, in characters. Longer ones don't reach the engine, and the resource would be lost. */
const maxLength = 64 * 1024;

/** A failure after the platform has done its part. The provider keeps the resource in the state, so that it isn't orphaned. */
export class PartialFailure extends Error {
  readonly id: string;
  readonly state: Values;
  readonly reasons: readonly string[];
  private readonly label: string;
  private readonly step: string | undefined;

  /** @param step What failed after the create, in words; omitted if `cause` says it. */
  constructor(label: string, { id, state }: Created, step: string | undefined, cause: unknown) {
    super(shortened(cause instanceof Error ? cause.message : String(cause), maxLength), { cause });
    this.name = "PartialFailure";
    this.id = id;
    this.state = state;
    const reason = step === undefined ? this.message : new IncompleteError(label, id, step, cause).message;
    this.reasons = [shortened(reason, maxLength)];
    this.label = label;
    this.step = step;
  }

  /** The same failure without secrets in its texts. */
  redacted(redact: (text: string) => string): PartialFailure {
    const cause = this.cause instanceof AppPlatformError ? this.cause.redacted(redact) : redact(this.message);
    return new PartialFailure(redact(this.label), this, this.step, cause);
  }
}

/** Records what the platform has done. If that fails, the resource must not be lost. */
export function recorded<T>({ label }: Pick<Call, "label">, written: Created, record: () => T): T {
  try {
    return record();
  } catch (error) {
    throw new PartialFailure(label, written, "recording it for the run's other processes", error);
  }
}

/** Responses of reads and lists that stand for the response to a create, which was lost or had no content. */
const readInstead = new WeakSet<Values>();

/** Notes that a read or a list returned this instead of the create. */
export function notedAsRead<Response extends Values>(response: Response): Response {
  readInstead.add(response);
  return response;
}

/**
 * The created resource. Throws if outputs were lost with the response to the create, the only one that has them: the next update replaces
 * the resource.
 */
export async function requireOutputs(call: Call, created: Created, response: Value | undefined): Promise<Created> {
  return readInstead.has(response as Values) ? requireNothingLost(call, created) : created;
}

/** The same for a resource that was found after its create: nothing has the response to that. */
export async function requireNothingLost(call: Call, created: Created): Promise<Created> {
  const { definition, platform, label } = call;
  const { id, state } = created;
  if (missingOnce(definition, state).length === 0) return created;
  // A list may have less than a read.
  const now = definition.api.read && (await call.verbs.read(call, id, state, { isFresh: true }).catch(() => undefined));
  const known = { ...state, ...now };
  const lost = missingOnce(definition, known);
  if (lost.length === 0) return { id, state: known };
  const names = lost.map((name) => `\`${name}\``).join(", ");
  const cause = new Error(
    `Only the response to the create contains ${lost.length > 1 ? "them" : "it"}, and it was lost.`,
  );
  const todo = isServed(definition.api.delete, platform.endpoints)
    ? "run `pulumi up` again: it replaces the resource."
    : "delete it in the platform's console, then run `pulumi refresh` and `pulumi up`: they create it again.";
  const error = new IncompleteError(label, id, `reading ${names}`, cause).advising(todo);
  const outputs = [...new Set(lost.map((path) => path.split(".")[0] as string))];
  throw new PartialFailure(label, { id, state: { ...known, [LOST]: outputs } }, undefined, error);
}

/** Paths of the outputs that no later response contains, and that the state doesn't have. */
function missingOnce({ outputs, returnedOnce }: ResourceDefinition, state: Values): readonly string[] {
  const own = returnedByCreate(outputs).filter((name) => isAbsent(state[name]));
  return [...own, ...(returnedOnce?.(state) ?? [])];
}

/** The outputs of a resource that were lost with the response to its create. */
export function lostOutputs(state: Values): readonly string[] {
  const lost = state[LOST];
  return Array.isArray(lost) ? lost.map(String) : [];
}
