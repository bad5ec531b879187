/**
 * Errors in the settings of a platform or a run, found before the first request, or in a program, found at preview: nothing was changed.
 */
import { coded, type ErrorText, toSet, useExtended } from "./appPlatformError.js";

/**
 * A setting is missing or invalid.
 *
 * @param problems Sentences that begin with the name of a setting.
 */
export class ConfigurationError extends coded(
  "AP1001",
  (problems: readonly string[], todo: string | readonly string[], state: "invalid" | "missing" = "invalid") => {
    const [first = "", ...others] = problems;
    return others.length === 0
      ? { what: first, todo }
      : { what: `${problems.length} settings are ${state}.`, details: problems, todo };
  },
) {}

/**
 * The access token has expired; no request was sent.
 *
 * @param now The time of this machine's clock.
 * @param file The file that contains the token, if `source` names a file.
 */
export class TokenExpiredError extends coded("AP1002", (source: string, expiredAt: Date, now: Date, file?: string) => ({
  what: `The access token from ${source} expired at ${expiredAt.toISOString()}; no request was sent.`,
  todo: [
    file === undefined ? `get a new token and set ${source} again` : `renew the file: write a new token to ${file}`,
    `if this machine's clock is wrong, set it: it shows ${now.toISOString()}`,
  ],
})) {}

export class OtherPlatformError extends coded(
  "AP1003",
  (label: string, connection: string, read: string, own: string) => {
    const through = connection === "" ? "" : ` through the connection "${connection}"`;
    return {
      what: `${label}: lookups of the program read ${read}${through}, but resources are on ${own}.`,
      todo: [
        "set the address and token in the stack configuration, which lookups and resources read",
        "set the same variables in the environment of the program's process as in `envVars` of its workspace",
      ],
    };
  },
) {}

/** Resources lose their explicit provider, and the default one uses another platform. Found at preview. */
export class ProviderGoneError extends coded("AP1004", (provider: string, before: string, now: string) => ({
  what: `The program no longer sets the provider "${provider}" on its resources: they're on ${before}, and the default provider uses ${now}.`,
  todo: [
    "set the option `provider` on them again",
    "to delete them, remove them from the program while the provider is still in it; then remove the provider",
    "to leave them on their platform, remove them from the state: pulumi state delete",
    "to create new ones on the other platform, declare another provider for it and set that one",
  ],
})) {}

/**
 * An argument has the wrong type or form, is out of bounds, missing or unknown, or conflicts with another one. Found at preview; nothing
 * was sent.
 */
export class InvalidArgumentError extends coded(
  "AP1203",
  (subject: string, issue: InvalidArgument, ...others: readonly InvalidArgument[]) => {
    if (others.length === 0) return { what: `${subject}: ${sentenceOf(issue)}`, todo: issue.advice ?? [] };
    const all = [issue, ...others];
    return { what: `${subject}: ${all.length} arguments are invalid.`, details: all.map(sentenceOf), todo: [] };
  },
) {}

interface InvalidArgument {
  readonly path: string;
  readonly expected: string;
  readonly got?: string;
  readonly advice?: string;
}

function sentenceOf({ path, expected, got }: InvalidArgument): string {
  const end = /[.?]$/.test(expected) && got === undefined ? "" : ".";
  return `${path === "" ? "the arguments" : path} ${expected}${got === undefined ? "" : `; got ${got}`}${end}`;
}

export class ImportNotPossibleError extends coded("AP1204", (what: string, todo: string) => ({ what, todo })) {}

/**
 * Two resources of a program have the same name in the same parent. Found at preview; nothing was sent.
 *
 * @param other The URN of the other resource.
 * @param args The arguments that both share, for example `environmentId` and `name`; the last one must differ.
 */
export class DuplicateNameError extends coded("AP1205", (subject: string, other: string, args: readonly string[]) => ({
  what: `${subject} is declared twice: ${other} has the same ${args.map((arg) => `\`${arg}\``).join(" and ")}.`,
  todo: ["declare it once", `change the \`${args.at(-1)}\` of one of them`],
})) {}

/**
 * A resource takes the name of another one that is renamed, moved or deleted in the same run. Found at preview; nothing was sent.
 *
 * @param newOwner The URN of the resource that gets the name.
 * @param previousOwner The URN of the resource that has had it so far.
 * @param arg The argument with the name.
 */
export class NameTakenOverError extends coded(
  "AP1206",
  (subject: string, newOwner: string, previousOwner: string, arg: string) => ({
    what: `${subject}: it can't reuse the \`${arg}\` of another resource in the run that renames, moves or deletes that one.`,
    details: [`${newOwner} would reuse the \`${arg}\` of ${previousOwner}`],
    todo: [
      `set a temporary \`${arg}\` on the first one (if it's new, leave it out), run \`pulumi up\`, then set the final one`,
      `choose another \`${arg}\``,
    ],
  }),
) {}

/** An argument changed that the platform's endpoints can't update. Found at preview; nothing was changed. */
export class EditNotPossibleError extends coded(
  "AP2001",
  (subject: string, changes: readonly string[], why: string, todo: readonly string[]) => ({
    what: `${subject} can't be updated: ${why}`,
    details: changes,
    todo,
  }),
) {}

/** Why an old resource keeps its name: nothing deletes it, or only the end of the run does. */
interface PreservedName {
  readonly why: "retained" | "shared" | "deleted later";
  readonly id: string;
}

const preservedNames: Readonly<
  Record<PreservedName["why"], (subject: string, arg: string, id: string) => Pick<ErrorText, "what" | "todo">>
> = {
  retained: (subject, arg, id) => ({
    what: `${subject} would be replaced, but the resource option retainOnDelete keeps the old resource (id ${id}) on the platform with its ${arg}, which is unique.`,
    todo: [
      `change \`${arg}\` too: a new resource is created, and the old one stays on the platform`,
      "undo the change",
      "if the old one isn't needed, undo the change, remove the option and run `pulumi up`; then make the change: the old resource is deleted first",
    ],
  }),
  shared: (subject, arg, id) => ({
    what: `${subject} would be replaced, but another resource of this stack also manages the old resource (id ${id}), which keeps it on the platform with its ${arg}.`,
    todo: [
      "remove one of the two from the program, run `pulumi up`, then make the change",
      `change \`${arg}\` too: a new resource is created, and the old one stays on the platform`,
    ],
  }),
  "deleted later": (subject, arg, id) => ({
    what: `${subject} can't have this ${arg} yet: a resource that it replaced in an earlier run (id ${id}) has it until the end of this run, which deletes that one.`,
    todo: [
      `set another \`${arg}\` and run \`pulumi up\`, which deletes that resource; then set this one`,
      "to keep that resource, undo all changes since it was replaced",
    ],
  }),
};

/**
 * A resource needs the name of the one that it replaces, and that one keeps it. Found at preview; nothing was changed.
 *
 * @param arg The argument with the name, for example `name`.
 * @param preserved Why the old one keeps it; omitted if the platform's endpoints can't delete it.
 */
export class ReplacementNameTakenError extends coded(
  "AP2002",
  (subject: string, arg: string, changes: readonly string[], preserved?: PreservedName) => ({
    what: `${subject} would be replaced, but the old resource stays on the platform and keeps the ${arg}, which is unique in its environment.`,
    todo: [
      `change \`${arg}\` too: a new resource is created, and the old one stays on the platform`,
      `to delete the old resource first, ${useExtended}`,
      "undo the change",
    ],
    ...(preserved === undefined ? {} : preservedNames[preserved.why](subject, arg, preserved.id)),
    details: changes,
  }),
) {}

/**
 * A resource can only be read with more than its ID.
 *
 * @param where Where the program passes what is missing.
 */
export class LookupNotPossibleError extends coded(
  "AP2005",
  (subject: string, missing: string, endpoints: "documented" | "extended", where = "to `get`, besides the ID") => ({
    what: `${subject} can't be found: the platform's endpoints find it only with ${missing}, which isn't known.`,
    todo: [`pass ${missing} ${where}`, ...(endpoints === "extended" ? [] : [useExtended])],
  }),
) {}

export class AdoptionError extends coded(
  "AP2006",
  (subject: string, id: string, why: string, todo: readonly string[], details: readonly string[] = []) => ({
    what: `${subject} can't adopt the existing resource with id ${id}: ${why}`,
    details,
    todo,
  }),
) {}

export class LookupFailedError extends coded("AP2007", (what: string, why: string, todo: string) => ({
  what: `${what}: ${why}.`,
  todo,
})) {}

/**
 * The endpoint set can't create a resource of this kind or a part of it, or doesn't accept an argument. Found at preview; nothing was
 * sent.
 *
 * @param part What can't be created, in words; omitted for the resource itself.
 * @param why What the endpoints lack, in words.
 */
export class CreateNotPossibleError extends coded(
  "AP2008",
  (label: string, item?: string, why = "don't support them") => ({
    what:
      item === undefined
        ? `${label} can't be created: the platform's endpoints can't create this kind.`
        : `${label} can't have ${item}: the platform's endpoints ${why}.`,
    todo: useExtended,
  }),
) {}

/** The first update of an existing resource would reset settings that can't be read. Found at preview; nothing was changed. */
export class DefaultsNotAcceptedError extends coded("AP2011", (subject: string, resets: readonly string[]) => ({
  what: `${subject} can't be updated: the platform's endpoints can't read what it has, and the first update resets what the program doesn't set:`,
  details: resets,
  todo: [
    "set these arguments to the values that must stay",
    "accept these values: acceptDefaults: true",
    `to keep what is there, ${useExtended}`,
  ],
})) {}

export class NotConfirmedGoneError extends coded("AP2012", (subject: string, why: string, todo: readonly string[]) => ({
  what: `${subject} wasn't found, but may still exist: ${why}.`,
  todo,
})) {}

/**
 * A crash would lose a new resource: Pulumi skips checkpoints, and no endpoint could find it again. Found at preview; nothing was sent.
 *
 * @param isListedByExtended Whether the extended endpoints could find it.
 */
export class UnsafeCreateError extends coded("AP2013", (subject: string, isListedByExtended: boolean) => ({
  what: `${subject} can't be created while Pulumi skips checkpoints: after a crash, the platform's endpoints couldn't find it by its name.`,
  todo: [
    "create it first, in a run without PULUMI_SKIP_CHECKPOINTS: pulumi up --target <its URN>",
    ...(isListedByExtended ? [useExtended] : []),
    `accept that a crash leaves it on the platform, unknown to the stack and with its name taken: ${toSet("onUnsafeCreate", "warn")}`,
  ],
})) {}
