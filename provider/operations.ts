import type { ResourceDefinition } from "./definition.js";
import { changes } from "./difference.js";
import { type Endpoint, isServed, pathMembers } from "./endpoint.js";
import {
  ConflictError,
  DeleteRefusedError,
  LookupNotPossibleError,
  NameTakenError,
  NotFoundError,
  UnexpectedAnswerError,
} from "./errors/index.js";
import { PartialFailure } from "./partialFailure.js";
import { programPath } from "./spelling.js";
import { isAbsent, isObject, type Value, type Values } from "./values.js";
import type { Made, Scope, Verbs } from "./verbs.js";
import { membersFromWire, membersToWire, overlay } from "./wire.js";

/** Sends one call for a resource; a write makes what is known of lists out of date. */
export async function send(
  scope: Scope,
  call: Endpoint,
  members: Values,
  doing: string,
  body?: Values,
): Promise<Value | undefined> {
  const { definition, platform, subject } = scope;
  try {
    return await platform.client.send({
      call,
      members,
      purpose: `${doing} ${subject}`,
      spell: (path) => programPath(definition.body, path),
      ...(body === undefined ? {} : { body }),
    });
  } finally {
    if (call.method !== "GET") platform.lists.forget();
  }
}

/** What each verb does unless a definition says otherwise. */
export const defaultVerbs: Verbs = {
  check: () => [],

  async create(scope, args) {
    const { definition } = scope;
    const call = definition.api.create;
    const body = membersToWire(definition.args, args, [...definition.pathArgs, ...definition.editOnly]);
    const answer = await send(scope, call, args, call.method === "PUT" ? "Taking over" : "Creating", body).catch(
      (error) => explainConflict(scope, args, error),
    );
    const made = await identify(scope, args, answer);
    if (!definition.editOnly.some((name) => !isAbsent(args[name]))) return made;
    try {
      return { id: made.id, state: await defaultVerbs.update(scope, made.id, made.state, args) };
    } catch (error) {
      throw new PartialFailure(scope.subject, made, "editing it afterwards", error);
    }
  },

  async read(scope, id, state) {
    const { definition, platform } = scope;
    const { read, list } = definition.api;
    const byId = isServed(read, platform.endpoints) && hasMembers(read, state) ? read : undefined;
    const byList = isServed(list, platform.endpoints) ? list : undefined;
    if (byId === undefined && byList === undefined) return state;
    const answer = await look(scope, id, state, byId, byList);
    return answer === undefined ? undefined : membersFromWire(definition.body, answer, state);
  },

  async update(scope, id, state, args) {
    const { definition, platform, subject } = scope;
    const call = definition.api.update;
    if (!isServed(call, platform.endpoints)) {
      const later = changes(definition.body, args, state).filter(
        ({ arg }) => definition.args[arg]?.appliedByDeployment,
      );
      if (later.length > 0) {
        platform.warn(
          `${subject}: ${later.map(({ text }) => text).join(", ")} takes effect with the next deployment, for example by a DeploymentTrigger that lists it.`,
        );
      }
      const taken = Object.entries(args).filter(
        ([name]) => definition.args[name]?.appliedByDeployment || definition.args[name]?.local,
      );
      return { ...state, ...Object.fromEntries(taken) };
    }
    const current = definition.edit === "replaces" ? ((await readCurrent(scope, id, state)) ?? state) : state;
    const wanted = definition.edit === "replaces" ? (overlay(definition.body, current, args) as Values) : args;
    const fixed =
      definition.edit === "keeps" ? Object.keys(definition.args).filter((name) => definition.args[name]?.replaces) : [];
    const body = membersToWire(definition.args, wanted, [...definition.pathArgs, ...fixed]);
    const answer = await send(scope, call, { ...state, ...args, id }, "Editing", body).catch((error) =>
      explainConflict(scope, args, error),
    );
    return membersFromWire(definition.body, isObject(answer) ? answer : {}, { ...current, ...args });
  },

  async delete(scope, id, state) {
    const { definition, platform, subject } = scope;
    const call = definition.api.delete;
    if (isServed(call, platform.endpoints)) {
      await send(scope, call, { ...state, id }, "Deleting").catch((error) => {
        if (!(error instanceof NotFoundError)) throw error;
      });
      return;
    }
    if (definition.leftOnDestroy !== undefined) {
      platform.warn(`${subject} (id ${id}) stays on the platform as it is: ${definition.leftOnDestroy}.`);
      return;
    }
    if (platform.onDelete === "fail") throw new DeleteRefusedError(subject, id);
    platform.warn(
      `${subject} (id ${id}) stays on the platform: the platform's endpoints have no delete for it. It is no longer managed by this stack; remove it in the platform's console.`,
    );
  },
};

/** The current answer for a full edit, so that what the program does not manage survives; nothing where it cannot be read. */
async function readCurrent(scope: Scope, id: string, state: Values): Promise<Values | undefined> {
  const { definition, platform } = scope;
  const isReadable =
    isServed(definition.api.read, platform.endpoints) || isServed(definition.api.list, platform.endpoints);
  return isReadable ? await (definition.verbs.read ?? defaultVerbs.read)(scope, id, state) : undefined;
}

/** The answer that describes a resource, by the cheapest way that the platform serves. */
async function look(
  scope: Scope,
  id: string,
  state: Values,
  byId: Endpoint | undefined,
  byList: Endpoint | undefined,
): Promise<Values | undefined> {
  const listable = byList !== undefined && hasMembers(byList, state);
  if (byId !== undefined) {
    if (!listable || !(await scope.platform.lists.isShared(listRequest(scope, byList, state)))) {
      const answer = await readById(scope, id, state, byId);
      // A 404 may also come from a wrong address: where a list can tell, it must confirm that the resource is gone.
      return (
        answer ?? (listable ? await findInList(scope, byList, state, ({ id: each }) => each === id, true) : undefined)
      );
    }
    const found = await findInList(scope, byList as Endpoint, state, ({ id: each }) => each === id);
    return found ?? (await readById(scope, id, state, byId));
  }
  const list = byList as Endpoint;
  if (!listable) {
    throw new LookupNotPossibleError(scope.subject, missingMembers(list, state).join(", "));
  }
  const matches = ({ id: each }: Values) => each === id;
  return (await findInList(scope, list, state, matches)) ?? (await findInList(scope, list, state, matches, true));
}

async function readById(scope: Scope, id: string, state: Values, call: Endpoint): Promise<Values | undefined> {
  try {
    const answer = await send(scope, call, { ...state, id }, "Reading");
    if (isObject(answer)) return answer;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
  throw new UnexpectedAnswerError(
    `Reading ${scope.subject}`,
    "the answer holds no resource",
    "look at it in the platform's console.",
  );
}

function listRequest(scope: Scope, call: Endpoint, members: Values) {
  return { call, members, purpose: `Listing, to find ${scope.subject},` };
}

async function findInList(
  scope: Scope,
  call: Endpoint,
  members: Values,
  matches: (item: Values) => boolean,
  fresh = false,
): Promise<Values | undefined> {
  return (await scope.platform.lists.all(listRequest(scope, call, members), fresh)).find(matches);
}

function missingMembers(call: Endpoint, state: Values): string[] {
  return pathMembers(call).filter((member) => member !== "id" && typeof state[member] !== "string");
}

function hasMembers(call: Endpoint, state: Values): boolean {
  return missingMembers(call, state).length === 0;
}

/** The resource that an answer to a create describes. An answer without an id is no failure as long as a list knows the name. */
async function identify(scope: Scope, args: Values, answer: Value | undefined): Promise<Made> {
  const { definition, subject } = scope;
  const plain = isObject(answer) ? answer : {};
  if (typeof plain.id === "string" && plain.id !== "")
    return { id: plain.id, state: membersFromWire(definition.body, plain, args) };
  const found = await findByName(scope, args);
  if (typeof found?.id === "string") return { id: found.id, state: membersFromWire(definition.body, found, args) };
  throw new UnexpectedAnswerError(
    `Creating ${subject}`,
    "the answer names no id",
    "look for it in the platform's console before you run again: it may have been made.",
  );
}

/** The resource of the same name, where the kind has names and the platform serves a list. */
async function findByName(scope: Scope, args: Values): Promise<Values | undefined> {
  const list = scope.definition.api.list;
  const name = args.name;
  if (typeof name !== "string" || !isServed(list, scope.platform.endpoints) || !hasMembers(list, args))
    return undefined;
  return findInList(scope, list, args, (item) => sameName(item.name, name), true);
}

function sameName(one: unknown, other: string): boolean {
  return typeof one === "string" && one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** A conflict over a name, told with the resource that has it. */
async function explainConflict(scope: Scope, args: Values, error: unknown): Promise<never> {
  if (!(error instanceof ConflictError) || !hasName(scope.definition)) throw error;
  const existing = await findByName(scope, args).catch(() => undefined);
  if (existing === undefined && isServed(scope.definition.api.list, scope.platform.endpoints)) throw error;
  const { id, created_at: createdAt } = existing ?? {};
  throw new NameTakenError(
    error.failure,
    typeof id === "string" ? { id, ...(typeof createdAt === "string" ? { createdAt } : {}) } : undefined,
  );
}

function hasName(definition: ResourceDefinition): boolean {
  return Object.values(definition.args).some((field) => field.identifies);
}
