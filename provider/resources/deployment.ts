import type { ResourceDefinition } from "../definition.js";
import { changes } from "../difference.js";
import type { AppPlatformError } from "../errors/appPlatformError.js";
import {
  ConflictError,
  DeploymentBusyError,
  EmptySelectionError,
  FirstDeploymentError,
  InvalidArgumentError,
  RejectedError,
} from "../errors/index.js";
import { pauses } from "../pauses.js";
import { wireName } from "../spelling.js";
import { UNKNOWN } from "../unknown.js";
import { isAbsent, isObject, type Value, type Values } from "../values.js";
import type { Made, Scope } from "../verbs.js";
import { membersFromWire } from "../wire.js";
import { deployable } from "./deployable.js";

/** One service of a selection. */
interface Selected {
  /** List of the deploy request. */
  readonly list: string;
  readonly id: string;
  /** The item as it is sent. */
  readonly item: Value;
  /** Where the program names it. */
  readonly path: string;
}

/** Arguments that select by id, one for each list of the deploy request. */
const lists = ["applications", "databases", "containers", "jobs", "helms", "terraforms"] as const;

/** Refuses a selection of nothing, and a service that is selected twice. */
export function checkSelection({ subject }: Scope, args: Values): AppPlatformError[] {
  const given = ["services", ...lists].map((name) => args[name]);
  if (given.includes(UNKNOWN)) return [];
  const isEmpty = given.every((list) => isAbsent(list) || (Array.isArray(list) && list.length === 0));
  if (isEmpty) return [new EmptySelectionError(subject)];
  const firsts = new Map<string, string>();
  return selectionOf(args).flatMap(({ id, path }) => {
    const first = firsts.get(id);
    if (id === UNKNOWN || first === undefined) {
      firsts.set(id, path);
      return [];
    }
    return [
      new InvalidArgumentError(subject, { path, found: `the same service as ${first}`, allowed: "each service once" }),
    ];
  });
}

/** All services that the arguments select, well-formed or not: what is malformed the fields report. */
function selectionOf(args: Values): Selected[] {
  const items = (name: string) => (Array.isArray(args[name]) ? args[name] : []);
  const byResource = items("services").flatMap((item, index) => {
    const kind = isObject(item) ? deployable.find((each) => each.kind === item.kind)?.deployedAs : undefined;
    if (!isObject(item) || kind === undefined || typeof item.id !== "string") return [];
    const versions = Object.keys(kind.versions).filter((name) => !isAbsent(item[name]));
    const entry =
      kind.idMember === undefined
        ? item.id
        : Object.fromEntries([[kind.idMember, item.id], ...versions.map((name) => [wireName(name, {}), item[name]])]);
    return [{ list: kind.list, id: item.id, item: entry as Value, path: `services[${index}]` }];
  });
  const byId = lists.flatMap((list) =>
    items(list).flatMap((item, index) => {
      const id = isObject(item) ? (item.id ?? item.applicationId) : item;
      const entry = isObject(item)
        ? Object.fromEntries(Object.entries(item).map(([name, value]) => [wireName(name, {}), value]))
        : item;
      return typeof id === "string" ? [{ list, id, item: entry as Value, path: `${list}[${index}]` }] : [];
    }),
  );
  return [...byResource, ...byId];
}

export async function deploy(scope: Scope, args: Values): Promise<Made> {
  const answer = await request(scope, args);
  const id = isObject(answer) && typeof answer.id === "string" ? answer.id : (args.environmentId as string);
  return { id, state: membersFromWire(scope.definition.body, isObject(answer) ? answer : {}, args) };
}

/** Deploys again when what is deployed, or a trigger, changed; not when only the way to do it did. */
export async function deployAgain(scope: Scope, _id: string, state: Values, args: Values): Promise<Values> {
  const deploys = new Set<string>(["services", "triggers", ...lists]);
  if (!changes(scope.definition.body, args, state).some(({ arg }) => deploys.has(arg))) return { ...state, ...args };
  return (await deploy(scope, args)).state;
}

export async function cancelOnDelete(scope: Scope, id: string, state: Values): Promise<void> {
  const call = scope.definition.api.cancel;
  if (state.cancelOnDestroy !== true || call === undefined) return;
  await scope.platform.client
    .send({
      call,
      members: { ...state, id },
      purpose: `Cancelling what ${scope.subject} deployed`,
      body: { force_cancel: state.forceCancel === true },
    })
    .catch((error) => {
      // Nothing runs, or it is being cancelled already: what was asked for is so.
      if (!(error instanceof ConflictError)) throw error;
    });
}

/** Asks for the deployment; while another one runs in the environment, waits its turn. */
async function request(scope: Scope, args: Values): Promise<Value | undefined> {
  const { platform, subject } = scope;
  const selection = selectionOf(args);
  const seconds = typeof args.timeoutSeconds === "number" ? args.timeoutSeconds : 600;
  const first = await attempt(scope, args, selection);
  if (!(first instanceof ConflictError)) return first;
  platform.warn(
    `${subject}: another deployment of the environment is running; waiting up to ${seconds} s for it to end.`,
  );
  for await (const _ of pauses(seconds, { first: 500, longest: 5_000 })) {
    const answer = await attempt(scope, args, selection);
    if (!(answer instanceof ConflictError)) return answer;
  }
  throw new DeploymentBusyError(subject, seconds);
}

/** One try; a conflict is no failure, since its end can be waited for. */
async function attempt(
  scope: Scope,
  args: Values,
  selection: readonly Selected[],
): Promise<Value | ConflictError | undefined> {
  const { platform, subject, definition } = scope;
  try {
    return await platform.client.send({
      call: definition.api.create,
      members: args,
      body: bodyOf(selection),
      purpose: `Deploying by ${subject}`,
      spell: (path) => spell(path, selection),
    });
  } catch (error) {
    if (error instanceof ConflictError) return error;
    if (error instanceof RejectedError && needsCommit(selection)) throw new FirstDeploymentError(error.failure);
    throw error;
  }
}

function bodyOf(selection: readonly Selected[]): Values {
  const body: Record<string, Value[]> = {};
  for (const { list, item } of selection) {
    body[list] ??= [];
    body[list].push(item);
  }
  return body;
}

/** `containers[1].image_tag`, as the program that selected it spells it: `services[2].imageTag`. */
function spell(wirePath: string, selection: readonly Selected[]): string {
  const [, list, index, member = ""] = /^(\w+)\[(\d+)\](.*)$/.exec(wirePath) ?? [];
  const origin = selection.filter((each) => each.list === list)[Number(index)];
  return origin === undefined
    ? wirePath
    : `${origin.path}${member.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
}

/** Whether a service that is built from git is selected without a commit. */
function needsCommit(selection: readonly Selected[]): boolean {
  const hasCommit = (item: Value) => isObject(item) && (!isAbsent(item.git_commit_id) || !isAbsent(item.image_tag));
  const fromGit = (list: string) => gitKinds.some((each: ResourceDefinition) => each.deployedAs?.list === list);
  return selection.some(({ list, item }) => fromGit(list) && !hasCommit(item));
}

const gitKinds = deployable.filter(
  ({ deployedAs }) => deployedAs !== undefined && "gitCommitId" in deployedAs.versions,
);
