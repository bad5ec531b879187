import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import * as cliErrors from "../../cli/errors/index.js";
import { isPlace } from "../../provider/definition/replacement.js";
import type { ResourceDefinition } from "../../provider/definition/resourceDefinition.js";
import * as triggerErrors from "../../provider/deployment/errors/index.js";
import * as errors from "../../provider/errors/index.js";
import { isServed, pathMembers } from "../../provider/platform/endpoint.js";
import { definitions } from "../../provider/resources/index.js";
import { fileName } from "./declaration.js";
import { type ErrorPage, pagesOf } from "./errorCatalogue.js";

/** All classes of errors, by name: those that every kind can raise, and those of single kinds. */
export const errorClasses = pagesOf({ ...errors, ...triggerErrors });

/** Those that only the command `app-platform` raises. */
export const cliErrorClasses = pagesOf(cliErrors);

type ErrorName = keyof typeof errors;
type Condition = (definition: ResourceDefinition) => boolean;

const everyKind: Condition = () => true;
const isAdoptable: Condition = ({ args }) => "adoptId" in args;
const isDeletedByDefault: Condition = ({ api, verbs }) => verbs.delete === undefined && api.delete !== undefined;
const isCreatedByDefault: Condition = ({ verbs }) => verbs.create === undefined;
const cannotUpdate: Condition = ({ api }) => !isServed(api.update, "documented");
const cannotDelete: Condition = ({ api }) => !isServed(api.delete, "documented");
const isListed: Condition = ({ api }) => api.list !== undefined;

/** The kinds for which the code that all kinds share can raise an error: the same facts as that code asks for. */
const conditions: Readonly<Partial<Record<ErrorName, Condition>>> = {
  ConfigurationError: everyKind,
  OtherPlatformError: everyKind,
  TokenExpiredError: everyKind,
  InvalidArgumentError: everyKind,
  ImportNotPossibleError: everyKind,
  DuplicateNameError: ({ nameArg, identity }) => nameArg !== undefined || identity === "place",
  NameTakenOverError: ({ nameArg, identity }) => nameArg !== undefined && identity !== "place",
  EditNotPossibleError: (kind) => cannotUpdate(kind) || kind.updateMode === "full",
  ReplacementNameTakenError: (kind) => kind.nameArg !== undefined && cannotDelete(kind) && isReplacedInPlace(kind),
  DeleteRefusedError: (kind) => isDeletedByDefault(kind) && cannotDelete(kind),
  LookupNotPossibleError: ({ api }) =>
    (["documented", "extended"] as const).some(
      (set) => isServed(api.list, set) && !(isServed(api.read, set) && pathMembers(api.read).join() === "id"),
    ),
  AdoptionError: isAdoptable,
  LookupFailedError: isListed,
  CreateNotPossibleError: ({ api }) => !isServed(api.create, "documented"),
  UnsafeCreateError: ({ nameArg, api }) =>
    nameArg !== undefined &&
    api.save === undefined &&
    (["documented", "extended"] as const).some((set) => isServed(api.create, set) && !isServed(api.list, set)),
  HoldersUnknownError: isDeletedByDefault,
  DefaultsNotAcceptedError: ({ args }) => "acceptDefaults" in args,
  UnauthorizedError: everyKind,
  ForbiddenError: everyKind,
  NotFoundError: everyKind,
  NameTakenError: ({ nameArg, api }) => nameArg !== undefined && api.save === undefined,
  ConflictError: everyKind,
  RejectedError: everyKind,
  ThrottledError: everyKind,
  ServerFaultError: everyKind,
  UnexpectedStatusError: everyKind,
  UnreachableError: everyKind,
  TimedOutError: everyKind,
  NotTheApiError: everyKind,
  AnswerTooLargeError: everyKind,
  UnexpectedAnswerError: (kind) => isListed(kind) || isCreatedByDefault(kind),
  IncompleteError: ({ api }) => api.clone !== undefined,
  OutcomeUnknownError: everyKind,
  InterruptedError: everyKind,
  StillThereError: isDeletedByDefault,
  InternalError: everyKind,
};

/** Whether another value of some argument makes a new resource in the same place. */
function isReplacedInPlace(definition: ResourceDefinition): boolean {
  return Object.entries(definition.args).some(
    ([name, { replaces }]) => replaces === true && !isPlace(definition, name),
  );
}

/** The errors that a resource of the kind, or a look-up of one, can raise, by code. */
export function errorsOf(definition: ResourceDefinition): ErrorPage[] {
  const own = new Set(raisedByModules(definition));
  const raised = Object.entries(errorClasses).filter(
    ([name]) => conditions[name as ErrorName]?.(definition) === true || own.has(name),
  );
  return raised.map(([, page]) => page).sort((one, other) => one.code.localeCompare(other.code));
}

/** The kinds that can raise an error. */
export function kindsRaising({ code }: ErrorPage): string[] {
  return definitions.filter((each) => errorsOf(each).some((page) => page.code === code)).map(({ kind }) => kind);
}

const provider = join(__dirname, "..", "..", "provider");
const resources = join(provider, "resources");
/** Shared code is shown by the conditions above, except that of deployments: only kinds that deploy load it. */
const followed = [resources, join(provider, "deployment")];

/** The errors that the kind's own modules raise, as their text shows. */
function raisedByModules({ kind }: ResourceDefinition): string[] {
  const name = fileName(kind);
  const start = [join(resources, `${name}.ts`), join(resources, name, `${name}.ts`)].find((file) => existsSync(file));
  if (start === undefined) throw new Error(`provider/resources has no module of ${kind}`);
  const texts = new Map<string, string>();
  const visit = (file: string) => {
    // Other kinds are imported for what they declare, not for what they do.
    if (texts.has(file) || relative(resources, file) === "deployable.ts") return;
    const text = readFileSync(file, "utf8");
    texts.set(file, text);
    for (const [, path = ""] of text.matchAll(/from "(\.[^"]+)\.js"/g)) {
      const next = join(dirname(file), `${path}.ts`);
      const isOwn = followed.some((folder) => !relative(folder, next).startsWith(".."));
      if (isOwn && !next.includes("/errors/")) visit(next);
    }
  };
  visit(start);
  return [...texts.values()].flatMap((text) => [
    ...[...text.matchAll(/new (\w+Error)\(/g)].map(([, error = ""]) => error),
    // What these throw is shown as an incomplete resource, unless they name no step.
    ...(/\b(?:new PartialFailure\((?![^)]*\bundefined\b)|updateCreated\()/.test(text) ? ["IncompleteError"] : []),
  ]);
}

/** Errors that neither the shared code nor a kind's own modules raise. */
export function errorsOfNoKind(): string[] {
  const own = new Set(definitions.flatMap(raisedByModules));
  return Object.keys(errorClasses).filter((name) => conditions[name as ErrorName] === undefined && !own.has(name));
}
