import { type Call, type PlanCall, saveOf } from "../definition/kind.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import {
  CreateNotPossibleError,
  InvalidArgumentError,
  OtherPlatformError,
  UnsafeCreateError,
} from "../errors/index.js";
import { adoptedId, isKnownParent, nameOf } from "../ownership/identity.js";
import { refusedAsClash, refuseNameOfForgotten } from "../ownership/run.js";
import { isServed } from "../platform/endpoint.js";
import type { Platform } from "../platform/platform.js";
import { isChildren } from "../schema/field.js";
import { isAbsent, sameJson, UNKNOWN, type Values } from "../schema/json.js";
import { previewAdoption, previewAdoptionByName, previewTakeBack } from "./adopt.js";
import { previewSave } from "./create.js";

/** What a check knows besides the arguments. */
interface Checking {
  readonly urn: string | undefined;
  /** Nothing for a new resource. */
  readonly oldInputs: Values | undefined;
}

/** Why the platform, as configured, doesn't accept the arguments. Sends nothing. */
export async function refusedByPlatform(call: Call, args: Values, { urn, oldInputs }: Checking): Promise<Error[]> {
  const ofKind = await call.verbs.check(call, args, oldInputs);
  const refusals = [
    ...tokenProblems(call),
    ...notTaken(call, args),
    ...ofKind,
    ...refusedAsClash(call, args, { urn, oldInputs: oldInputs ?? {} }),
  ];
  if (oldInputs !== undefined) return refusals;
  const asNew = isAbsent(args.cloneFrom) ? refusedForCreate(call, args) : refusedForClone(call, args);
  return [...refusals, ...asNew, ...refusedAsUnsafe(call, args)];
}

/** Rejects arguments that the platform's endpoints don't accept. */
function notTaken({ definition, platform, label }: Call, args: Values): Error[] {
  if (platform.endpoints === "extended") return [];
  const names = Object.keys(args).filter((name) => definition.args[name]?.extendedOnly && !isAbsent(args[name]));
  return names.map((name) => new CreateNotPossibleError(label, `\`${name}\``, "don't support it"));
}

/** Rejects a missing or expired token, even if no request will be sent. */
function tokenProblems({ platform }: Call): Error[] {
  try {
    platform.client.requireToken();
    return [];
  } catch (error) {
    return [error as Error];
  }
}

/** Throws if the arguments conflict with the platform or the stack's state. At preview, only this function reads them. */
export async function checkExisting(call: Call, args: Values, { urn, oldInputs }: Checking): Promise<void> {
  await checkSubresources(call, args, oldInputs);
  if (oldInputs === undefined) await previewAdoptions(call, args, urn);
  else await refuseNameOfForgotten(call, args, { urn, oldInputs });
}

/** How long a preview waits for what parts are checked against, in milliseconds: short enough that an outage goes unnoticed. */
const timeout = 1_500;
/** Platforms, by their lists, that didn't respond in a preview: they're asked only once. */
const silent = new WeakSet<Platform["lists"]>();

/** Checks changed parts whose arguments are valid against the platform, if it responds in time: a write checks them again. */
export async function checkSubresources(
  call: Call,
  args: Values,
  oldInputs: Values = {},
  isValid: (name: string) => boolean = () => true,
): Promise<void> {
  const { definition } = call;
  const differs = (name: string) => !sameJson(args[name], oldInputs[name]);
  for (const { args: names, prepare } of definition.subresources ?? []) {
    if (prepare === undefined || !names.some(differs) || !names.every(isValid)) continue;
    await askedInTime(call, (asking) => prepare(asking, args));
  }
}

/** Asks the platform at preview. Unless it responds in time, nothing is checked. */
export async function askedInTime(call: Call, ask: (asking: Call) => Promise<void>): Promise<void> {
  const { platform } = call;
  if (silent.has(platform.lists)) return;
  const operation = platform.client.begin({ deadline: platform.clock.elapsed() + timeout });
  await ask({ ...call, operation }).catch((error) => {
    if (!(error instanceof AppPlatformError) || error instanceof InvalidArgumentError) throw error;
    silent.add(platform.lists);
  });
}

/** Reports what a new resource will adopt or overwrite, and what that changes. */
async function previewAdoptions(call: Call, args: Values, urn: string | undefined): Promise<void> {
  const { definition, platform } = call;
  const { adoptId } = args;
  if (saveOf(definition, args) !== undefined) {
    await previewSave(call, args);
    return;
  }
  if (adoptId === UNKNOWN || !isKnownParent(definition, args)) return;
  if (typeof adoptId === "string") {
    await previewAdoption(call, adoptedId(definition, adoptId), args, urn);
    return;
  }
  if (await previewTakeBack(call, args)) return;
  const isNamed = nameOf(definition, args) !== undefined;
  if (platform.onExisting !== "adopt" || !isAbsent(args.cloneFrom) || !isNamed) return;
  await previewAdoptionByName(call, args);
}

function refusedForCreate({ definition, platform, label }: Call, args: Values): Error[] {
  const { create } = definition.api;
  const isPossible = !isAbsent(args.adoptId) || isServed(saveOf(definition, args) ?? create, platform.endpoints);
  return isPossible ? [] : [new CreateNotPossibleError(label)];
}

/**
 * Rejects a new resource that a crash would lose, unless the settings accept that. After a crash with skipped checkpoints, no
 * state contains the resource, so the next operation has to find it by its name. A save can simply be repeated.
 */
export function refusedAsUnsafe({ definition, platform, run, log, label }: PlanCall, args: Values): Error[] {
  const { api, nameArg, onDestroy } = definition;
  const isNew = saveOf(definition, args) === undefined && isAbsent(args.adoptId);
  const isCreated = isNew && isServed(api.create, platform.endpoints);
  const isFindable = nameArg !== undefined && isServed(api.list, platform.endpoints);
  // A kind that a destroy doesn't delete, such as a trigger, leaves nothing on the platform.
  const isLost = onDestroy === undefined && isCreated && !isFindable;
  if (!run.skipsCheckpoints || !isLost) return [];
  if (platform.onUnsafeCreate === "fail") return [new UnsafeCreateError(label, isServed(api.list, "extended"))];
  log.warn(
    `${label} is created while Pulumi skips checkpoints: a crash would leave it on the platform, unknown to the stack and with its name taken.`,
  );
  return [];
}

/** Rejects arguments that a clone copies from its source and that no update can change. */
function refusedForClone({ definition, platform, label }: Call, args: Values): Error[] {
  if (!isServed(definition.api.clone, platform.endpoints)) {
    const expected = "must be omitted: the platform's endpoints can't clone this kind; the extended endpoints may";
    return [new InvalidArgumentError(label, { path: "cloneFrom", expected })];
  }
  const isUpdatable = isServed(definition.api.update, platform.endpoints);
  return Object.entries(definition.args).flatMap(([name, field]) => {
    if (
      isAbsent(args[name]) ||
      field.local ||
      isChildren(field) ||
      field.identifies ||
      definition.pathArgs.includes(name)
    )
      return [];
    if (Object.hasOwn(definition.clonedWith, name)) return [];
    if (isUpdatable ? field.onUpdate !== "replace" : field.onUpdate === "deploy") return [];
    const expected = "must be omitted: a clone takes it from its source, and it can't be updated afterwards";
    return [new InvalidArgumentError(label, { path: name, expected })];
  });
}

/**
 * Connections with which the program's lookups read another platform than its resources use. A connection that only the
 * program's process has settings for has no resources.
 */
export function readElsewhere(
  label: string,
  lookups: Readonly<Record<string, string>>,
  platformFor: (connection: string | undefined) => Platform,
): OtherPlatformError[] {
  return Object.entries(lookups).flatMap(([connection, read]) => {
    const own = addressOf(() => platformFor(connection === "" ? undefined : connection));
    return own === undefined || own === read ? [] : [new OtherPlatformError(label, connection, read, own)];
  });
}

function addressOf(platform: () => Platform): string | undefined {
  try {
    return platform().address;
  } catch {
    return undefined;
  }
}
