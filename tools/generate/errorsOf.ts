import * as cliErrors from "../../cli/errors.js";
import type { ResourceDefinition } from "../../provider/definition/kind.js";
import * as deploymentErrors from "../../provider/deployment/errors.js";
import { importAddress } from "../../provider/engine/lookups.js";
import * as errors from "../../provider/errors/index.js";
import { isUniqueEverywhere } from "../../provider/ownership/identity.js";
import { type EndpointSet, isServed, pathMembers } from "../../provider/platform/endpoint.js";
import { returnedByCreate } from "../../provider/schema/field.js";
import { kindsUsing } from "./contents.js";
import { type ErrorPage, pagesOf } from "./errorCatalogue.js";

/** All classes of errors, by name: those that every kind can raise, and those of single kinds. */
export const errorClasses = pagesOf({ ...errors, ...deploymentErrors });

/** Those that only the command `app-platform` raises. */
export const cliErrorClasses = pagesOf(cliErrors);

type Condition = (definition: ResourceDefinition) => boolean;

const sets = ["documented", "extended"] as const;
const isAdoptable: Condition = ({ args }) => "adoptId" in args;
const isStated: Condition = ({ concrete }) => concrete !== undefined;
const isNamed: Condition = (kind) => kind.nameArg !== undefined || isStated(kind);
const isSaved: Condition = ({ api, existingArg }) => api.save !== undefined && existingArg === undefined;
const hasParent: Condition = ({ identity, existingArg }) => identity === "place" && existingArg === undefined;
const isListed: Condition = (kind) => kind.api.list !== undefined || isStated(kind);
const isDeletedByDefault: Condition = ({ api, verbs, existingArg }) =>
  (verbs.delete === undefined || existingArg !== undefined) && api.delete !== undefined;
const cannotDelete: Condition = ({ api }) => !isServed(api.delete, "documented");
const isReplacedThere: Condition = ({ args, pathArgs }) =>
  Object.entries(args).some(([name, { onUpdate }]) => onUpdate === "replace" && !pathArgs.includes(name));
const deploys: Condition = ({ args }) =>
  Object.values(args).some((field) => field.type === "array" && field.item.type === "service");

const stops: Condition = ({ api }) => api.create.path.endsWith("/stop");
const deploysOrStops: Condition = (kind) => deploys(kind) || stops(kind);

const isDeployedItself: Condition = ({ args }) => "deploy" in args;

/** The kinds that can raise an error, where not all can. Tests compare this with what they see. */
const conditions: Readonly<Partial<Record<keyof typeof errors | keyof typeof deploymentErrors, Condition>>> = {
  AdoptionError: isAdoptable,
  CreateNotPossibleError: ({ api, owned, args }) =>
    owned !== undefined ||
    !isServed(api.create, "documented") ||
    Object.values(args).some(({ extendedOnly }) => extendedOnly),
  DefaultsNotAcceptedError: ({ args }) => "acceptDefaults" in args,
  DeleteRefusedError: (kind) => isDeletedByDefault(kind) && cannotDelete(kind),
  DuplicateNameError: (kind) => isNamed(kind) || kind.identity === "place",
  EditNotPossibleError: ({ api, updateMode }) => !isServed(api.update, "documented") || updateMode === "full",
  OwnersUnknownError: isDeletedByDefault,
  InUseError: ({ kind }) => kindsUsing(kind).length > 0,
  IncompleteError: (kind) =>
    (kind.owned ?? kind.subresources ?? kind.api.clone) !== undefined ||
    isStated(kind) ||
    // A create of its own has further steps.
    kind.verbs.create !== undefined ||
    returnedByCreate(kind.outputs).length > 0,
  LookupNotPossibleError: (kind) => {
    const { list, read } = kind.api;
    const needsParent = (set: EndpointSet) =>
      isServed(read, set) ? pathMembers(read).join() !== "id" : isServed(list, set);
    return importAddress(kind) !== undefined && (kind.otherCalls.alias !== undefined || sets.some(needsParent));
  },
  NameTakenError: (kind) => isNamed(kind) && !isSaved(kind),
  NameTakenOverError: (kind) => isNamed(kind) && !hasParent(kind),
  NotConfirmedGoneError: ({ verbs, api }) => verbs.confirmGone !== undefined && api.delete !== undefined,
  ReplacementNameTakenError: (kind) =>
    isNamed(kind) && cannotDelete(kind) && (isReplacedThere(kind) || isUniqueEverywhere(kind)),
  SeenElsewhereError: ({ api }) => (api.read ?? api.list) !== undefined,
  StillThereError: isDeletedByDefault,
  UnexpectedAnswerError: (kind) => isListed(kind) || kind.verbs.create === undefined,
  UnsafeCreateError: ({ args, api }) =>
    "adoptId" in args &&
    api.save === undefined &&
    sets.some((set) => isServed(api.create, set) && !isServed(api.list, set)),
  ...Object.fromEntries(Object.keys(deploymentErrors).map((name) => [name, deploys])),
  DeploymentBusyError: deploysOrStops,
  DeploymentFailedError: deploysOrStops,
  DeploymentUnfinishedError: deploysOrStops,
  ClusterNotDeployedError: isDeployedItself,
  ClusterUnfinishedError: isDeployedItself,
};

/** The errors that a resource of the kind, or a lookup of one, can raise, by code. */
export function errorsOf(definition: ResourceDefinition): ErrorPage[] {
  const isRaised = (name: string) => conditions[name as keyof typeof conditions]?.(definition) ?? true;
  const raised = Object.entries(errorClasses).filter(([name]) => isRaised(name));
  return raised.map(([, page]) => page).sort((one, other) => one.code.localeCompare(other.code));
}
