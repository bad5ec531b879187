/** Errors of creates and deletes. */
import {
  AppPlatformError,
  coded,
  detailOf,
  settingNamed,
  textOf,
  toSetForDestroy,
  useExtended,
  withId,
} from "./appPlatformError.js";

/** Pulumi deletes as the options in the state say, which are those of the run before. */
const keepAdvice =
  "to leave it on the platform, first run `pulumi up` with the program of before and the resource option retainOnDelete";

export class DeleteRefusedError extends coded("AP2003", (subject: string, id: string) => ({
  what: `${withId(subject, id)} can't be deleted: the platform's endpoints can't delete it, and the setting onDelete is "fail".`,
  todo: [
    `to remove the resource from the state and leave it on the platform, ${toSetForDestroy("onDelete", "warn")}`,
    useExtended,
    keepAdvice,
  ],
})) {}

export class OwnersUnknownError extends coded("AP2009", (subject: string, id: string, cause: unknown) => ({
  what: `${withId(subject, id)} wasn't deleted: the provider must know from the stack's state whether another resource of the stack manages it too.`,
  details: [detailOf(cause)],
  todo: [
    "make sure that `pulumi stack export` works in the project's folder, select the stack with `--stack` if necessary, then run again",
    "delete the resource in the platform's console, then run again",
    "to keep it on the platform, remove it from the state only: pulumi state delete",
  ],
})) {
  /** Handles the failure of a reading of the state: our own errors stay as they are, any other is why the owners aren't known. */
  static orOwn(label: string, id: string) {
    return (error: unknown): never => {
      throw error instanceof AppPlatformError ? error : new OwnersUnknownError(label, id, error);
    };
  }
}

/** Something inside a resource that must stay when the resource is deleted. */
export interface RetainedInside {
  readonly label: string;
  /** Why it must stay: the program has it, one of these options keeps it, the stack deletes it later, or it's somebody else's. */
  readonly why: keyof typeof reasons;
  /** The error that prevented reading more about it. */
  readonly because?: unknown;
  /** The URN of a resource of the stack that this run may still delete or move. */
  readonly leaving?: string;
}

/** How to delete something with the option `deletedWith` that the platform doesn't delete with the other resource. */
const droppedAdvice =
  "run `pulumi up`, whose errors say how to adopt what Pulumi has removed from the state because of its resource option deletedWith; then remove the option, run `pulumi up` and delete again";

/** Why something must stay, and what to do. */
const reasons = {
  declared: [
    "your program declares it",
    "remove it from the program, or refer to it by its resource instead of its ID or key",
  ],
  protect: ["it has the resource option protect", "unprotect it: pulumi state unprotect"],
  retainOnDelete: [
    "it has the resource option retainOnDelete",
    "move it elsewhere, or remove the option and run `pulumi up`",
  ],
  "perhaps retained": [
    "this stack doesn't manage it, or has just retained it, which isn't known",
    "delete it first, or move it elsewhere",
    "if this stack managed it, run `pulumi up`, whose errors say how to adopt it, then this again with `--refresh`",
    "if this stack never managed it, run `pulumi refresh`, then this again with `--refresh`: the provider then reads the state before Pulumi removes anything from it",
  ],
  "deleted later": [
    "this run deletes it too, but possibly only afterwards",
    "run again: it's deleted by then",
    "add the resource that contains it to its `dependsOn`",
  ],
  dropped: ["it has the resource option deletedWith, but the platform doesn't delete it with this one", droppedAdvice],
  named: [
    "your program may still declare it",
    "first remove the resource that refers to it from the program, and run `pulumi up`",
    "refer to it by its resource instead of its key",
  ],
  foreign: [
    "this stack doesn't manage it",
    "delete it first, or move it elsewhere",
    `to delete it too, run \`pulumi refresh\`, then ${toSetForDestroy("onDelete", "everything")}`,
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/**
 * A delete would also delete something that must stay.
 *
 * @param preserved What else would be deleted.
 */
export class NotEmptyError extends coded(
  "AP2014",
  (subject: string, id: string, preserved: readonly RetainedInside[]) => {
    const count = preserved.length === 1 ? "a resource" : `${preserved.length} resources`;
    const whys = [...new Set(preserved.map(({ why }) => why))];
    return {
      what: `${withId(subject, id)} can't be deleted: ${count} that must stay would be deleted with it.`,
      details: preserved.map(
        ({ label, why, because }) =>
          `${label}: ${reasons[why][0]}${because === undefined ? "" : `: ${textOf(because)}`}`,
      ),
      todo: [...whys.flatMap((why) => reasons[why].slice(1)), keepAdvice],
    };
  },
) {}

/**
 * The platform doesn't delete a resource while it's used.
 *
 * @param users The labels of what uses it.
 * @param noun A word for them: services, unless stated.
 * @param isDropped Whether Pulumi has removed some of them from the state, since they were to be deleted with the resource.
 */
export class InUseError extends coded(
  "AP2016",
  (subject: string, id: string, users: readonly string[], noun = "service", isDropped = false) => ({
    what: `${withId(subject, id)} can't be deleted: ${users.length === 1 ? `a ${noun} uses it` : `${users.length} ${noun}s use it`}.`,
    details: users,
    todo: [
      ...(isDropped ? [droppedAdvice] : []),
      `delete these ${noun}s, or let them use another one, then run again`,
      `in the program, pass the resource or its output \`id\` to the ${noun}s instead of a constant, so that Pulumi changes them first`,
      keepAdvice,
    ],
  }),
) {}

/** The provider processes of a run can't share their ledger, so one might delete what another one has just adopted. */
export class LedgerError extends coded("AP2015", (folder: string, cause: unknown) => ({
  what: `The record of this run in ${folder} can't be used, so nothing else is created, adopted or deleted.`,
  details: [detailOf(cause)],
  todo: [
    "make sure that only you can read and write the folder and that its disk has free space, then run again",
    "set TMPDIR to another folder, then run again",
  ],
})) {}

/** A resource was last seen elsewhere, and isn't where the run looks: this may be another platform, so it doesn't count as gone. */
export class SeenElsewhereError extends coded(
  "AP2010",
  (subject: string, { before, now, setting, isReplaced }: PlatformChange) => ({
    what: `${subject} is on ${before}, and ${isReplaced ? `${now} has another resource with its ID` : `isn't on ${now}`}: that may be another platform.`,
    todo: [
      `if it's another platform, set ${settingNamed("baseUrl")} to that of ${before} again`,
      `if ${before} has moved to ${now}, or its resources aren't needed anymore, run \`pulumi refresh\` with ${setting}=${before}: it removes what it doesn't find on ${now} from the state, and deletes nothing`,
    ],
  }),
) {}

interface PlatformChange {
  readonly before: string;
  readonly now: string;
  /** The variable that sets the former location. */
  readonly setting: string;
  readonly isReplaced: boolean;
}

/** A resource was created, but a later step failed. It's in the state, and the next `pulumi up` continues. */
export class IncompleteError extends coded("AP4001", (subject: string, id: string, step: string, cause: unknown) => ({
  what: `${subject} exists on the platform (id ${id}) and is kept in the state, but ${step} failed.`,
  details: [detailOf(cause)],
  todo: "run `pulumi up` again: it continues with the same resource.",
})) {}

/**
 * No usable response to a create arrived, and no endpoint shows whether it was carried out.
 *
 * @param causes Why none arrived, and why nothing could be found out since.
 */
export class OutcomeUnknownError extends coded(
  "AP4002",
  (subject: string, causes: readonly unknown[], todo: readonly string[]) => ({
    what: `${subject}: outcome unknown. No usable response arrived; the request may or may not have been carried out.`,
    details: causes.map(detailOf),
    todo,
  }),
) {}

/** A signal, or the end of the Pulumi engine, ended the operation before the response arrived. */
export class InterruptedError extends coded("AP4003", (why: string) => ({
  what: `Interrupted: ${why}. No more requests are sent; a request already under way may have been carried out.`,
  todo: "run `pulumi up` again: it names what was created in the meantime, which can be adopted with `adoptId`.",
})) {}

/**
 * After the platform accepted a delete or found nothing to delete, the resource still exists at the end of the maximum wait.
 *
 * @param status The status of the response to the delete: a success, or 404 or 410.
 * @param failure Why the last look failed, if it did: the resource may be gone.
 */
export class StillThereError extends coded(
  "AP5003",
  (subject: string, id: string, seconds: number, status: number, failure?: AppPlatformError) => {
    const isAccepted = status < 300;
    const since = isAccepted
      ? `${seconds} s after the platform accepted its deletion.`
      : `${seconds} s after the platform responded to its deletion that it doesn't exist (${status}).`;
    return {
      what:
        failure === undefined
          ? `${withId(subject, id)} still exists on the platform ${since}`
          : `${withId(subject, id)} may still exist: the platform accepted its deletion, but no response within ${seconds} s confirmed that it's gone.`,
      details: failure === undefined ? [] : [detailOf(failure)],
      todo: isAccepted
        ? [
            "check it in the platform's console, then run again",
            "if the platform keeps what it deletes, for example marked as deleted, remove it from the state: pulumi state delete",
          ]
        : [
            "check in the platform's console whether it exists, and whether the token may delete it",
            "if it doesn't exist, run again later: the platform's lists may be outdated",
          ],
    };
  },
) {}

export class InternalError extends coded("AP9001", (purpose: string, cause: unknown) => ({
  what: `${purpose} failed because of a bug in the provider: ${textOf(cause)}`,
  todo: "please report it, with this text and the program that led to it; APP_PLATFORM_DEBUG=1 prints the stack trace.",
})) {}
