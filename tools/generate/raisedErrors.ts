import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import * as cliErrors from "../../cli/errors.js";
import { isPlace } from "../../provider/definition/reference.js";
import type { ResourceDefinition } from "../../provider/definition/resourceDefinition.js";
import * as triggerErrors from "../../provider/deployment/errors.js";
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

const isAdoptable: Condition = ({ args }) => "adoptId" in args;
const isDeletedByDefault: Condition = ({ api, verbs }) => verbs.delete === undefined && api.delete !== undefined;
const isCreatedByDefault: Condition = ({ verbs }) => verbs.create === undefined;
const cannotUpdate: Condition = ({ api }) => !isServed(api.update, "documented");
const cannotDelete: Condition = ({ api }) => !isServed(api.delete, "documented");
const isListed: Condition = ({ api }) => api.list !== undefined;

/** Where the code that all kinds share raises an error only for some: the same facts as that code asks for. */
const conditions: Readonly<Partial<Record<ErrorName, Condition>>> = {
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
  CreateNotPossibleError: ({ api, owned }) => owned !== undefined || !isServed(api.create, "documented"),
  UnsafeCreateError: ({ nameArg, api }) =>
    nameArg !== undefined &&
    api.save === undefined &&
    (["documented", "extended"] as const).some((set) => isServed(api.create, set) && !isServed(api.list, set)),
  HoldersUnknownError: isDeletedByDefault,
  DefaultsNotAcceptedError: ({ args }) => "acceptDefaults" in args,
  NameTakenError: ({ nameArg, api }) => nameArg !== undefined && api.save === undefined,
  UnexpectedAnswerError: (kind) => isListed(kind) || isCreatedByDefault(kind),
  IncompleteError: ({ api, owned, parts }) => (owned ?? parts ?? api.clone) !== undefined,
  StillThereError: isDeletedByDefault,
};

/** Whether another value of some argument makes a new resource in the same place. */
function isReplacedInPlace(definition: ResourceDefinition): boolean {
  return Object.entries(definition.args).some(
    ([name, { onUpdate }]) => onUpdate === "replace" && !isPlace(definition, name),
  );
}

/** The errors that a resource of the kind, or a lookup of one, can raise, by code. */
export function errorsOf(definition: ResourceDefinition): ErrorPage[] {
  const own = new Set(raisedByModules(definition));
  const isRaised = (name: string) => conditions[name as ErrorName]?.(definition) ?? raisedByAll.has(name);
  const raised = Object.entries(errorClasses).filter(([name]) => isRaised(name) || own.has(name));
  return raised.map(([, page]) => page).sort((one, other) => one.code.localeCompare(other.code));
}

/** The kinds that can raise an error. */
export function kindsRaising({ code }: ErrorPage): string[] {
  return definitions.filter((each) => errorsOf(each).some((page) => page.code === code)).map(({ kind }) => kind);
}

const root = join(__dirname, "..", "..");
const provider = join(root, "provider");
const resources = join(provider, "resources");
/** Shared code is shown by the conditions above, except that of deployments: only kinds that deploy load it. */
const followed = [resources, join(provider, "deployment")];

/** The errors that the code raises that all kinds share, as its text shows: the rooms below the kinds, the door, and what programs load. */
const raisedByAll = new Set(
  ["claims", "platform", "gate", "lifecycle", "plugin", "dynamic"]
    .map((room) => join(provider, room))
    .concat(join(root, "sdk"))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => file.endsWith(".ts"))
        .flatMap((file) => raisedIn(readFileSync(join(folder, file), "utf8"))),
    ),
);

function raisedIn(text: string): string[] {
  return [...text.matchAll(/new (\w+Error)\(/g)].map(([, error = ""]) => error);
}

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
      if (isOwn && !relative(root, next).split(sep).includes("errors")) visit(next);
    }
  };
  visit(start);
  return [...texts.values()].flatMap((text) => [
    ...raisedIn(text),
    // What these throw is shown as an incomplete resource, unless they name no step.
    ...(/\b(?:new PartialFailure\((?![^)]*\bundefined\b)|updateCreated\()/.test(text) ? ["IncompleteError"] : []),
  ]);
}

/** Errors that neither the shared code nor a kind's own modules raise, and conditions of errors that the shared code does not raise. */
export function errorsOfNoKind(): string[] {
  const own = new Set(definitions.flatMap(raisedByModules));
  const forgotten = Object.keys(errorClasses).filter((name) => !raisedByAll.has(name) && !own.has(name));
  return [...forgotten, ...Object.keys(conditions).filter((name) => !raisedByAll.has(name))];
}
