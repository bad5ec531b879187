import { defineResource } from "../definition/defineKind.js";
import type { Call, Form, Plan, PlanCall, Reading, Subresource } from "../definition/kind.js";
import { refuseOtherEnvironments } from "../deployment/selection.js";
import { textOf } from "../errors/appPlatformError.js";
import { InvalidArgumentError, UnexpectedAnswerError } from "../errors/index.js";
import { keyAt } from "../ownership/run.js";
import type { StackResource } from "../ownership/stackOwners.js";
import { type Endpoint, extended, recordCalls } from "../platform/endpoint.js";
import type { Lists } from "../platform/lists.js";
import { plan } from "../resource/plan.js";
import { hasName, listAll, read } from "../resource/read.js";
import { send, sendRequest } from "../resource/send.js";
import { idOf, isSameId, normalId } from "../schema/equality.js";
import { isAbsent, isObject, objectsIn, show, UNKNOWN, type Value, type Values, withMember } from "../schema/json.js";
import { freeText, optionalList, type Rule, uuid } from "../schema/schemas.js";
import type { Comparison } from "../values/compare.js";
import { membersFromWire } from "../values/wire.js";
import { environment, nameUniqueIn } from "./shared/common.js";

/** In responses, each service is an object. */
function idsOfServices(response: Value): Value {
  if (!Array.isArray(response)) return response;
  return response.map((each) => (isObject(each) ? (each.service_id ?? null) : each));
}

function idsOfSkipped(response: Value): Value {
  return idsOfServices(objectsIn(response).filter((each) => each.is_skipped === true));
}

const skippedRule: Rule = {
  reads: ["services", "skippedServices"],
  description: "Each of `skippedServices` is in `services`, too.",
  check({ services, skippedServices }) {
    const listed = idsIn(services);
    const index = idsIn(skippedServices).findIndex((each) => !listed.includes(each));
    return index < 0
      ? undefined
      : {
          path: ["skippedServices", index],
          expected: "must be in `services`, too: a stage skips only its own services",
        };
  },
};

/** The member of a response with the stage's position. */
const orderMember = "deployment_order";

const attach = extended("PUT /deploymentStage/{id}/service/{serviceId}");
const moveAfter = extended("PUT /deploymentStage/{id}/moveAfter/{otherStageId}");

/** The services of a stage and its position in the order, for which the platform has separate calls. */
const arrangement: Subresource = {
  args: ["services", "skippedServices", "after"],
  step: () => "arranging its services",
  isChanged: ({ changes }) => changes.length > 0,
  async apply(call, { id, now, args, update, keep }) {
    const { api } = call.definition;
    const own = update?.own;
    const isRemoved = (name: string) => own?.removals.some(({ arg }) => arg === name) === true;
    const before = { ...now, ...own?.state };
    const state = isRemoved("after") ? withMember(before, "after", undefined) : before;
    keep(state);
    const actual = idsIn(state.services);
    // After a lost response, it isn't known where a service is. All of them are then placed again.
    const isOpen = own?.pendingWrites.includes("services") === true;
    const specified = args.services ?? (isRemoved("services") ? [] : undefined);
    const desired = specified === undefined ? actual : idsIn(specified);
    const skippedBefore = idsIn(state.skippedServices);
    const named = args.skippedServices ?? (isRemoved("skippedServices") ? [] : undefined);
    const skipped = (named === undefined ? skippedBefore : idsIn(named)).filter((each) => desired.includes(each));
    const isPlaced = (each: string) =>
      actual.includes(each) &&
      !(isOpen && specified !== undefined) &&
      skipped.includes(each) === skippedBefore.includes(each);
    const added = desired.filter((each) => !isPlaced(each));
    const removed = actual.filter((each) => !desired.includes(each));
    const { after } = args;
    noteOrder(call, id, after);
    const isMoved = typeof after === "string" && !isSameId(after, state.after);
    if (added.length === 0 && removed.length === 0 && !isMoved && !isOpen) return state;
    const touched = () => keep({ ...state, services: [...new Set([...actual, ...desired])] }, ["services"]);
    return inTurn(call.platform.lists, String(state.environmentId), async () => {
      if (removed.length > 0) {
        const stages = await stagesAround(call, state, true);
        // The list may be outdated. Reading the stage shows whether it's gone.
        if (stageIn(stages, id) === undefined) await send(call, api.read as Endpoint, { id }, "Reading");
        for (const serviceId of removed) await takeOut({ call, touched }, stages, id, serviceId);
      }
      for (const serviceId of added) {
        const stage = { id, isSkipped: skipped.includes(serviceId) };
        call.run.ownership.moved(membership(call, serviceId), { label: labelOf(stage), urn: call.urn });
        await put({ call, touched }, stage, serviceId);
      }
      const placed = withMember(state, "services", (specified ?? state.services) && desired);
      const arranged = withMember(placed, "skippedServices", (named ?? state.skippedServices) && skipped);
      if (!isMoved) return arranged;
      keep(arranged, []);
      // No stage follows a new one yet.
      await moveBehind(call, arranged, id, after, update === undefined && isAbsent(args.adoptId));
      return { ...arranged, after };
    });
  },
};

/**
 * A deployment stage. Its position, which responses contain, isn't an output: it would drift whenever another stage is created or moved.
 */
export const deploymentStage = defineResource("DeploymentStage", {
  description:
    "A step in an environment's deployment order. Stages are deployed one after the other, and the services of a stage in parallel. Each service is in exactly one stage. When you delete a stage, its services return to the environment's default stage.",
  args: {
    environmentId: uuid.meta({
      description: "Environment whose services are deployed in stages.",
      response: { path: "environment.id" },
    }),
    name: nameUniqueIn("in the environment"),
    description: freeText.optional().meta({ description: "Description of the stage." }),
    after: uuid.optional().meta({
      description:
        "Stage that is deployed before this one, as a resource or by ID. If this stage isn't already after it, the platform moves it right after it, with the stages of your stack that follow.",
      idOf: { kind: "same kind" },
      returned: "never",
    }),
    services: optionalList(uuid.meta({ description: "ID of a service.", idOf: { kind: "service" } })).meta({
      description:
        "Services of the stage, as resources or by ID, in any order. They're moved here from their current stages. A service that you no longer list returns to the default stage.",
      items: { key: "id", unique: ["id"] },
      codec: { decode: idsOfServices },
    }),
    skippedServices: optionalList(uuid.meta({ description: "ID of a service.", idOf: { kind: "service" } })).meta({
      description:
        "Those of `services` that a deployment of the whole environment leaves out. Whatever names them, such as a `DeploymentTrigger`, still deploys them.",
      items: { key: "id", unique: ["id"] },
      codec: { decode: idsOfSkipped },
      response: { path: "services" },
    }),
  },
  outputs: { environment },
  rules: [skippedRule],
  isOfPlatform: isDefault,
  subresources: [arrangement],
  api: recordCalls("/environment/{environmentId}/deploymentStage", { item: "/deploymentStage/{id}" }),
  verbs: {
    check: checkServices,
    compareForm: compareOrder,
    plan: planStage,
    read: readStage,
  },
  example: `const db = Database.get("db", config.require("dbId"), { environmentId });
const web = Container.get("web", config.require("webId"));
const data = new DeploymentStage("data", { environmentId, services: [db] });
new DeploymentStage("services", { environmentId, after: data, services: [web] });`,
});

/** The current state. Only the list of all stages shows whether it comes after the stage that the program names. */
async function readStage(call: Call, id: string, state: Values, reading?: Reading): Promise<Values | undefined> {
  const { after } = state;
  if (typeof after !== "string") return read(call, id, state, reading);
  const stages = await stagesAround(call, state, false);
  const own = stageIn(stages, id);
  // A list that doesn't contain the other stage yet doesn't show the order.
  if (own === undefined || stageIn(stages, after) === undefined) return read(call, id, state, reading);
  const now = membersFromWire(call.definition.body, own, state, "absent");
  return isBehind(stages, id, after) ? now : withMember(now, "after", undefined);
}

function idsIn(value: Value | undefined): string[] {
  return Array.isArray(value) ? value.flatMap((each) => (each === null ? [] : normalId(String(each)))) : [];
}

/** A change. `touched` records that the platform may have carried it out. */
interface Work {
  readonly call: Call;
  readonly touched: () => void;
}

/** Returns a service to its default stage, unless another stage has it by now. */
async function takeOut(work: Work, stages: readonly Values[], id: string, serviceId: string): Promise<void> {
  const { call, touched } = work;
  const isHere = servicesOf(stageIn(stages, id)).includes(serviceId);
  if (!isHere || otherStageOf(call, id, serviceId) !== undefined) return;
  const target = defaultStage(call, stages, id, serviceId);
  const purpose = `Taking the service ${serviceId} out of ${call.label}`;
  await sendRequest(call, { endpoint: attach, members: { id: target, serviceId }, purpose }, touched);
  // Another provider process of the run may have moved it to its own stage.
  const other = otherStageOf(call, id, serviceId);
  if (other !== undefined) await put(work, other, serviceId);
}

/**
 * Moves a stage behind another one, unless it's already there, with the stages of the stack that follow it. If that fails, the next
 * update continues.
 */
async function moveBehind(call: Call, parent: Values, id: string, after: string, isNew = false): Promise<void> {
  if (!isBehind(await stagesAround(call, parent, true), id, after))
    await send(call, moveAfter, { id, otherStageId: after }, `Moving behind ${after} the`);
  const followers = isNew ? [] : await followersOf(call, id);
  for (const follower of followers) await moveBehind(call, parent, follower, id);
}

/** Compares the order for an adoption: responses don't contain which stage comes before another. */
async function compareOrder(call: Call, args: Values, state: Values): Promise<Form> {
  const { after } = args;
  if (typeof after !== "string" || after === UNKNOWN) return { state, differences: [] };
  const stages = await stagesAround(call, args, false);
  const own = stages.find((each) =>
    typeof args.adoptId === "string"
      ? isSameId(each.id, args.adoptId)
      : hasName(call.definition, each, String(args.name)),
  );
  const isThere = own !== undefined && isBehind(stages, idOf(own.id) as string, after);
  return { state: isThere ? { ...state, after } : state, differences: [] };
}

/** The stage of a service, which skips it or not. */
interface Placement {
  readonly id: string;
  readonly isSkipped: boolean;
}

/** Moving a service to a stage lets it take part in deployments again, unless the request says otherwise. */
function put({ call, touched }: Work, { id, isSkipped }: Placement, serviceId: string): Promise<unknown> {
  const purpose = `Putting the service ${serviceId} into ${call.label}`;
  const body = isSkipped ? { body: { is_skipped: true } } : {};
  return sendRequest(call, { endpoint: attach, members: { id, serviceId }, purpose, ...body }, touched);
}

/** How the run remembers the stage of a service. */
function labelOf({ id, isSkipped }: Placement): string {
  return isSkipped ? `${id} ${skips}` : id;
}

const skips = "skips it";

/** Another stage in which the run places the service, by any process: both providers may arrange stages at the same time. */
function otherStageOf(call: Call, id: string, serviceId: string): Placement | undefined {
  const [stage, isSkipped] = call.run.ownership.ownerOf(membership(call, serviceId))?.split(/ (.*)/) ?? [];
  return stage === undefined || stage === id ? undefined : { id: stage, isSkipped: isSkipped === skips };
}

function membership({ platform }: Call, serviceId: string): string {
  return `stage of ${serviceId} at ${platform.address}`;
}

/** The last change of each environment's stages, by platform. */
const turns = new WeakMap<Lists, Map<string, Promise<unknown>>>();

/**
 * Does the work while no other stage of the environment is being arranged, so that a service that moves between two stages ends up in the
 * right one.
 */
function inTurn<T>(lists: Lists, environmentId: string, work: () => Promise<T>): Promise<T> {
  const own = turns.get(lists) ?? new Map<string, Promise<unknown>>();
  turns.set(lists, own);
  const result = (own.get(environmentId) ?? Promise.resolve()).then(work);
  own.set(
    environmentId,
    result.catch(() => {}),
  );
  return result;
}

function stagesAround(call: Call, parent: Values, isFresh: boolean): Promise<Values[]> {
  if (isFresh) call.platform.lists.forget();
  const purpose = `Listing the stages around ${call.label}`;
  return listAll(call, call.definition.api.list as Endpoint, parent, { purpose });
}

function stageIn(stages: readonly Values[], id: string): Values | undefined {
  return stages.find((each) => isSameId(each.id, id));
}

function servicesOf(stage: Values | undefined): string[] {
  return objectsIn(stage?.services).map(({ service_id: id }) => normalId(String(id)));
}

function isBehind(stages: readonly Values[], id: string, other: string): boolean {
  const orderOf = (of: string) => Number(stageIn(stages, of)?.[orderMember] ?? Number.NaN);
  return orderOf(id) > orderOf(other);
}

/** The name of a default stage: for all services, or for those of one type. */
const defaultName = /^(?:(application|container|job|database|helm|terraform) )?default$/i;

export function isDefault({ name }: Values): boolean {
  return defaultName.test(String(name).trim());
}

/** The stage of services that no other stage has: the one named `default` or, of several, the one for the service's type. */
function defaultStage({ label, platform }: Call, stages: readonly Values[], own: string, serviceId: string): string {
  const items = stages.flatMap(({ services }) => objectsIn(services));
  const type = String(items.find((item) => isSameId(item.service_id, serviceId))?.service_type).toLowerCase();
  const typeOf = ({ name }: Values) => defaultName.exec(String(name).trim())?.[1]?.toLowerCase();
  // A program may use the name of a default stage, too.
  const isOfProgram = ({ id }: Values) => isSeen(platform.lists, idOf(id) as string);
  const named = stages.filter((each) => isDefault(each) && !isSameId(each.id, own));
  const all = [...named.filter((each) => !isOfProgram(each)), ...named.filter(isOfProgram)];
  const found = all.find((each) => typeOf(each) === type) ?? all.find((each) => typeOf(each) === undefined);
  const target = idOf(found?.id);
  if (target !== undefined) return target;
  throw new UnexpectedAnswerError(
    `Taking the service ${serviceId} out of ${label}`,
    "no stage of the environment is named `default`",
    [
      "list the service in another stage, and add that one to `dependsOn` of this one",
      "in the platform's console, name the stage `default` that gets the services of no other stage",
    ],
  );
}

/** The order of an environment's stages, as programs set it by `after`. */

/** The order that this run has seen: for each stage the one before it, or nothing. By platform. */
const seen = new WeakMap<Lists, Map<string, string | undefined>>();

function seenBy(lists: Lists): Map<string, string | undefined> {
  const known = seen.get(lists) ?? new Map<string, string | undefined>();
  seen.set(lists, known);
  return known;
}

/** Notes which stage comes before this one, or that the program doesn't say. */
function noteOrder({ platform }: Pick<Call, "platform">, id: string, after: Value | undefined): void {
  const isKnown = typeof after === "string" && after !== UNKNOWN;
  seenBy(platform.lists).set(normalId(id), isKnown ? normalId(after) : undefined);
}

/** Whether this run has seen the program declare this stage. */
export function isSeen(lists: Lists, id: string): boolean {
  return seenBy(lists).has(normalId(id));
}

/** Plans like other kinds, and rejects a stage that would come after itself. */
function planStage(call: PlanCall, comparison: Comparison): Plan {
  const { id, args } = comparison;
  noteOrder(call, id, args.after);
  const known = seenBy(call.platform.lists);
  const own = normalId(id);
  const visited = new Set<string>();
  for (let at = known.get(own); at !== undefined && !visited.has(at); at = known.get(at)) {
    visited.add(at);
    if (at !== own) continue;
    const expected = "must not lead back to this stage: `after` would form a cycle";
    throw new InvalidArgumentError(call.label, { path: "after", expected, got: show(args.after, false) });
  }
  return plan(call, comparison);
}

/** The stages of the stack right after this one, from this run, otherwise from the state. */
async function followersOf(call: Call, id: string): Promise<readonly string[]> {
  const { definition, platform, run, urn } = call;
  const known = seenBy(platform.lists);
  const own = normalId(id);
  const isFollower = ({ kind, values: { after } }: StackResource) =>
    kind === definition.kind && typeof after === "string" && normalId(after) === own;
  const inState = await run.owners.matching(urn, isFollower).catch((error: Error) => {
    call.log.warn(
      `${call.label} was moved, and the stages that follow it weren't checked: ${textOf(error)}. Run \`pulumi refresh\` and \`pulumi up\`.`,
    );
    return [];
  });
  const stored = inState.map((each) => normalId(each.id));
  const before = [...known].flatMap(([stage, after]) => (after === own ? [stage] : []));
  return [...new Set([...stored.filter((each) => !known.has(each)), ...before])];
}

/**
 * Rejects services that another stage of the program also lists, since the last stage to be arranged would get them, and those of another
 * environment.
 */
function checkServices(call: Call, args: Values): InvalidArgumentError[] {
  const { platform, run, label } = call;
  const { services, connection = null } = args;
  const specified = (Array.isArray(services) ? services : []).map((id, index) => ({ id, path: `services[${index}]` }));
  const known = specified.filter((each): each is { id: string; path: string } => typeof each.id === "string");
  const twice = known.flatMap(({ id: service, path }) => {
    if (service === UNKNOWN) return [];
    const id = normalId(service);
    const key = keyAt(platform, connection, `listed in a stage: ${id}`);
    const listing = { urn: `${label}, which lists ${id}`, key };
    const clash = run.declarations.declared(listing);
    if (clash?.type !== "same") return [];
    const expected = `must be listed in one stage; ${clash.other.split(", which")[0]} lists it, too`;
    return [new InvalidArgumentError(label, { path, expected, got: show(service, false) })];
  });
  return [...twice, ...refuseOtherEnvironments(call, args, known)];
}
