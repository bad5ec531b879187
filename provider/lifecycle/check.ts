import { refusedAsClash, refuseNameOfForgotten } from "../claims/clashes.js";
import { nameInUrn } from "../claims/holders.js";
import { adoptedId, isKnownPlace, nameOf } from "../claims/identity.js";
import { type Call, type PlanCall, saveOf, withImplied } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import {
  CreateNotPossibleError,
  InvalidArgumentError,
  OtherPlatformError,
  UnsafeCreateError,
} from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import type { Platform } from "../platform/platform.js";
import { isChildren } from "../schema/field.js";
import { isAbsent, mapMembers, sameJson, UNKNOWN, type Values } from "../schema/json.js";
import { withDefaultName, withPending } from "../values/hints.js";
import { omitNulls, validate, wrongIds } from "../values/validate.js";
import { previewAdoption, previewAdoptionByName, previewTakeBack } from "./adopt.js";
import { callOf, guarded, type PlatformFor, type Setup } from "./call.js";
import { previewSave } from "./create.js";
import { notePlace, planSeen } from "./redeployment.js";
import type { CheckRequest } from "./requests.js";

export interface Checked {
  /** With the resource's name if they don't set one, and without members for which `null` means the same as omitting them. */
  readonly args: Values;
  readonly problems: readonly string[];
}

/** Whether a resource can be created with these arguments or updated to them, by its definition, the settings and the platform. */
export async function checkResource(setup: Setup, request: CheckRequest): Promise<Checked> {
  const { definition, platformFor } = setup;
  const { isNew, urn, lookups = {}, pending = [] } = request;
  const given = omitNulls(definition.body, withPending(request.args, pending)) as Values;
  const complete = withImplied(definition, given);
  const args = urn === undefined ? complete : (withDefaultName(definition.args, complete, nameInUrn(urn)) as Values);
  const call = callOf(setup, args, request);
  // An adopted or saved resource may already have what its arguments omit: later checks read it.
  const isCreated = isNew && isAbsent(args.adoptId) && saveOf(definition, args) === undefined;
  const purpose = isAbsent(args.cloneFrom) ? (isCreated ? "create" : "update") : "clone";
  const issues = validate(call.definition, args, purpose);
  if (isCreated) issues.push(...wrongIds(definition.body, args, undefined));
  const { label } = call;
  const problems: Error[] = issues.map((issue) => new InvalidArgumentError(label, issue));
  problems.push(...readElsewhere(label, lookups, platformFor));
  try {
    if (args.connection !== UNKNOWN) {
      notePlace(call, args);
      if (urn !== undefined) call.platform.holdings.declared(urn);
      problems.push(...refusedByPlatform(call, args, request));
      if (isNew && problems.length === 0) planSeen(call, urn ?? label, args, true);
      if (problems.length === 0) await guarded(call, "Checking", () => lookAhead(call, args, request));
    }
  } catch (error) {
    problems.unshift(error as Error);
  }
  // For pending arguments, the engine's own values are returned, since it accepts unknown ones only in previews.
  const checked = mapMembers(args, (value, name) => (pending.includes(name) ? request.args[name] : value));
  return { args: checked, problems: problems.map(({ message }) => call.hide(message)) };
}

/** Why the platform, as configured, doesn't accept the arguments. Sends nothing. */
function refusedByPlatform(call: Call, args: Values, request: CheckRequest): Error[] {
  const refusals = [
    ...tokenProblems(call),
    ...notTaken(call, args),
    ...call.verbs.check(call, args),
    ...refusedAsClash(call, args, request),
  ];
  if (!request.isNew) return refusals;
  const asNew = isAbsent(args.cloneFrom) ? refusedForCreate(call, args) : refusedForClone(call, args);
  return [...refusals, ...asNew, ...refusedAsUnsafe(call, args)];
}

/** Rejects arguments that the platform's endpoints don't accept. */
function notTaken({ definition, platform, label }: Call, args: Values): Error[] {
  const names = Object.keys(args).filter((name) => definition.args[name]?.extendedOnly && !isAbsent(args[name]));
  if (platform.endpoints === "extended") return [];
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
async function lookAhead(call: Call, args: Values, request: CheckRequest): Promise<void> {
  await checkParts(call, args, request);
  if (request.isNew) await previewAdoptions(call, args, request.urn);
  else await refuseNameOfForgotten(call, args, request);
}

/** How long a preview waits for what parts are checked against, in milliseconds: short enough that an outage goes unnoticed. */
const patience = 1_500;
/** Platforms, by their lists, that didn't respond in a preview: they're asked only once. */
const silent = new WeakSet<Platform["lists"]>();

/** Checks changed parts against the platform, if it responds in time: a write checks them again. */
async function checkParts(call: Call, args: Values, { isNew, oldInputs }: CheckRequest): Promise<void> {
  const { definition, platform } = call;
  const differs = (name: string) => !sameJson(args[name], isNew ? undefined : oldInputs[name]);
  for (const { args: names, prepare } of definition.parts ?? []) {
    if (prepare === undefined || !names.some(differs) || silent.has(platform.lists)) continue;
    const operation = platform.client.begin({ deadline: platform.clock.elapsed() + patience });
    await prepare({ ...call, platform, operation }, args).catch((error) => {
      if (!(error instanceof AppPlatformError) || error instanceof InvalidArgumentError) throw error;
      silent.add(platform.lists);
    });
  }
}

/** Reports what a new resource will adopt or overwrite, and what that changes. */
async function previewAdoptions(call: Call, args: Values, urn: string | undefined): Promise<void> {
  const { definition, platform } = call;
  const { adoptId } = args;
  if (saveOf(definition, args) !== undefined) {
    await previewSave(call, args);
    return;
  }
  if (adoptId === UNKNOWN || !isKnownPlace(definition, args)) return;
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
export function refusedAsUnsafe({ definition, platform, log, label }: PlanCall, args: Values): Error[] {
  const { api, nameArg, onDestroy } = definition;
  const isNew = saveOf(definition, args) === undefined && isAbsent(args.adoptId);
  const isCreated = isNew && isServed(api.create, platform.endpoints);
  const isFindable = nameArg !== undefined && isServed(api.list, platform.endpoints);
  // A kind that a destroy doesn't delete, such as a trigger, leaves nothing on the platform.
  const isLost = onDestroy === undefined && isCreated && !isFindable;
  if (!platform.skipsCheckpoints || !isLost) return [];
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
  lookups: NonNullable<CheckRequest["lookups"]>,
  platformFor: PlatformFor,
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
