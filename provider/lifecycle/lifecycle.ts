import type { Call, ResourceDefinition, Verbs } from "../definition/resourceDefinition.js";
import type { Values } from "../schema/json.js";
import type { PlatformFor, Setup } from "./call.js";
import { type Checked, checkResource } from "./check.js";
import { type CreatedResource, create, createResource } from "./create.js";
import { deleteIfGranted, deleteResource } from "./delete.js";
import { withParts } from "./parts.js";
import { type PlannedUpdate, plan, planResource } from "./plan.js";
import { read } from "./read.js";
import { importResource, lookUpAll, lookUpDocument, lookUpOne, readResource } from "./readResource.js";
import type {
  CheckRequest,
  CreateRequest,
  DeleteRequest,
  DocumentRequest,
  FoundResource,
  ImportedResource,
  ImportRequest,
  LookupRequest,
  ReadRequest,
  StoredResource,
  UpdateRequest,
} from "./requests.js";
import { update, updateResource } from "./update.js";

/** The requests of a door about one kind. */
export interface Lifecycle {
  check(request: CheckRequest): Promise<Checked>;
  plan(request: UpdateRequest): Promise<PlannedUpdate>;
  create(request: CreateRequest): Promise<CreatedResource>;
  /** Nothing if it does not exist. */
  read(request: ReadRequest): Promise<FoundResource | undefined>;
  /**
   * Nothing if it doesn't exist.
   *
   * @throws ImportNotPossibleError if the platform's endpoints can't read it, or not by this address.
   */
  import(request: ImportRequest): Promise<ImportedResource | undefined>;
  update(request: UpdateRequest): Promise<StoredResource>;
  delete(request: DeleteRequest): Promise<void>;
  /** @throws LookupFailedError if there is none, or if not exactly one of `id` and `name` is set. */
  lookUpOne(request: LookupRequest): Promise<Values>;
  lookUpAll(request: LookupRequest): Promise<Values[]>;
  /** An object with the text as its only member. */
  lookUpDocument(request: DocumentRequest): Promise<Values>;
}

/** @param definitionOf Definitions of the other kinds in the stack; omitted outside of one. */
export function lifecycleOf(
  definition: ResourceDefinition,
  platformFor: PlatformFor,
  definitionOf: (kind: string) => ResourceDefinition | undefined = () => undefined,
): Lifecycle {
  const [verbs, kindNamed] = [verbsOf(definition), kindsOf(definitionOf)];
  const setup: Setup = { definition, verbs, platformFor, kindNamed, shown: new Set() };
  return {
    check: (request) => checkResource(setup, request),
    plan: (request) => planResource(setup, request),
    create: (request) => createResource(setup, request),
    read: (request) => readResource(setup, request),
    import: (request) => importResource(setup, request),
    update: (request) => updateResource(setup, request),
    delete: (request) => deleteResource(setup, request),
    lookUpOne: (request) => lookUpOne(setup, request),
    lookUpAll: (request) => lookUpAll(setup, request),
    lookUpDocument: (request) => lookUpDocument(setup, request),
  };
}

/** The verbs of a kind: the defaults, with the overrides of its definition, extended by its parts. */
export function verbsOf(definition: ResourceDefinition): Verbs {
  return withParts(definition, { ...defaultVerbs, ...definition.verbs });
}

export function kindsOf(definitionOf: (kind: string) => ResourceDefinition | undefined): Call["kindNamed"] {
  return (name) => {
    const definition = definitionOf(name);
    return definition && { definition, verbs: verbsOf(definition) };
  };
}

export const defaultVerbs: Verbs = {
  check: () => [],
  plan,
  create,
  compareForm: async (_scope, _args, state) => ({ state, differences: [] }),
  read,
  confirmGone: async () => {},
  update,
  delete: deleteIfGranted,
};
