/** Variables: values, secrets and files for services, their aliases and their overrides. */
import type { z } from "zod";
import type { Platform } from "../platform.js";
import { invalid, notFound, Problem } from "../problem.js";
import {
  aliasRequest,
  checkNewVariable,
  importRequest,
  type importResponse,
  isExternal,
  overrideRequest,
  ownerTypes,
  precedence,
  type Scope,
  scopes,
  typeOf,
  type VariableConfig,
  type VariableResponse,
  variable,
  variableEdit,
  variableRequest,
} from "../resources/records/variable.js";
import { serviceTypeOf } from "../resources/service.js";
import type { Report } from "../schema/rules.js";
import { isUuid } from "../schema/texts.js";
import type { Violation } from "../schema/validate.js";
import type { StoredService } from "../store/services.js";
import type { ParentReference } from "./built-in-variables.js";
import {
  type Call,
  environmentNamed,
  pathId,
  readBody,
  refuseDeletedEnvironment,
  refuseDeletedService,
} from "./call.js";
import { keepRecord, newRecord, recordsIn } from "./records.js";
import { removeVariable } from "./removal.js";
import { refuseOtherAccess } from "./secret-manager-accesses.js";
import {
  dependentsOf,
  isVisibleFrom,
  outdate,
  parentOf,
  shownValue,
  targetOf,
  type Variable,
  variableWith,
  visibleFrom,
} from "./visible-variables.js";

function representTarget(platform: Platform, of: Variable | undefined): VariableResponse["aliased_variable"] {
  if (of === undefined) return null;
  const { key, scope, type, mount_path } = of.config;
  return { id: of.id, key, value: shownValue(platform, of), scope, variable_type: type, mount_path };
}

/** Finds the services that variables belong to, each of them once. */
function serviceFinder({ store }: Platform): (of: Variable) => StoredService | undefined {
  const known = new Map<string, StoredService | undefined>();
  return ({ config: { scope }, parentId }) => {
    if (scope === "PROJECT" || scope === "ENVIRONMENT") return undefined;
    if (!known.has(parentId)) known.set(parentId, store.services.get(parentId));
    return known.get(parentId);
  };
}

export function representVariable(
  platform: Platform,
  of: Variable,
  serviceOf = serviceFinder(platform),
): VariableResponse {
  const { key, scope, type, is_secret, mount_path, description } = of.config;
  const service = serviceOf(of);
  const target = targetOf(platform, of);
  return {
    id: of.id,
    created_at: of.createdAt,
    updated_at: of.updatedAt,
    key,
    value: shownValue(platform, of),
    mount_path,
    scope,
    variable_type: type,
    is_secret,
    service_id: service?.id ?? null,
    service_name: service?.config.name ?? null,
    service_type: service === undefined ? null : serviceTypeOf(service.kind),
    overridden_variable: type === "OVERRIDE" ? representTarget(platform, target) : null,
    aliased_variable: type === "ALIAS" ? representTarget(platform, target) : null,
    description: description ?? undefined,
    secret_manager_access_id: of.config.secret_manager_access_id ?? null,
  };
}

/** A query parameter that must be a UUID, and one that must be one of a few texts. Throws with the violations of both. */
function readParent<T extends string>(
  query: URLSearchParams,
  idName: string,
  [textName, texts]: readonly [name: string, texts: readonly T[]],
  further: readonly Violation[] = [],
): { readonly id: string; readonly named: T } {
  const [id, text] = [query.get(idName), query.get(textName)];
  const violations: Violation[] = [];
  if (id === null) violations.push({ field: idName, message: "is required" });
  else if (!isUuid(id)) violations.push({ field: idName, message: "must be a UUID" });
  const named = texts.find((each) => each === text);
  if (text === null) violations.push({ field: textName, message: "is required" });
  else if (named === undefined) violations.push({ field: textName, message: `must be one of ${texts.join(", ")}` });
  violations.push(...further);
  if (violations.length > 0 || id === null || named === undefined) throw invalid(violations);
  return { id: id.toLowerCase(), named };
}

interface Filter {
  readonly scope: Scope;
  readonly parentId: string;
  readonly isSecret: boolean | undefined;
}

function readFilter(query: URLSearchParams): Filter {
  const isSecret = query.get("is_secret");
  const isWrong = isSecret !== null && isSecret !== "true" && isSecret !== "false";
  const further = isWrong ? [{ field: "is_secret", message: "must be true or false" }] : [];
  const { id, named } = readParent(query, "parent_id", ["scope", scopes], further);
  return { scope: named, parentId: id, isSecret: isSecret === null ? undefined : isSecret === "true" };
}

/** What is seen from a place; with the scope BUILT_IN, only what the platform says about it. */
export function listVariables(call: Call): { results: VariableResponse[] } {
  const { platform } = call;
  const { scope, parentId, isSecret } = readFilter(call.query);
  const parent = parentOf(platform, scope, parentId);
  const isListed = ({ config, parentId: of }: Variable) =>
    (isSecret === undefined || config.is_secret === isSecret) &&
    (scope !== "BUILT_IN" || (config.scope === "BUILT_IN" && (parent.serviceId === undefined || of === parentId)));
  const variables = visibleFrom(platform, parent).filter(isListed);
  const serviceOf = serviceFinder(platform);
  return { results: variables.map((each) => representVariable(platform, each, serviceOf)) };
}

/** The place of a variable that is written. It must not be in the process of being deleted. */
function findParent({ platform }: Call, scope: Scope, id: string): ParentReference {
  const parent = parentOf(platform, scope, id);
  if (parent.environmentId !== undefined) refuseDeletedEnvironment(environmentNamed(platform, parent.environmentId));
  const service = parent.serviceId === undefined ? undefined : platform.store.services.get(parent.serviceId);
  if (service !== undefined) refuseDeletedService(service);
  return parent;
}

function findVariable(call: Call): Variable {
  const id = pathId(call, "variableId", "variable");
  const found = variableWith(call.platform, id);
  if (found === undefined) throw notFound("variable", id);
  return found;
}

function refuseBuiltIn({ id, config }: Variable): void {
  if (config.scope !== "BUILT_IN") return;
  throw new Problem(409, `The variable ${id} is a built-in one: only the platform changes it.`);
}

function keepNew(call: Call, parentId: string, config: VariableConfig): VariableResponse {
  const preserved = keepRecord(call.platform, variable, newRecord(call, parentId, config));
  outdate(call.platform, preserved);
  return representVariable(call.platform, preserved);
}

export function createVariable(call: Call): VariableResponse {
  const body = readBody(call, variableRequest, checkNewVariable);
  const parent = findParent(call, body.variable_scope, body.variable_parent_id);
  const { key, value, is_secret, mount_path, description, enable_interpolation_in_file } = body;
  const { secret_manager_access_id: accessId } = body;
  if (accessId !== null) refuseOtherAccess(call.platform, parent, accessId);
  return keepNew(call, body.variable_parent_id, {
    scope: body.variable_scope,
    type: typeOf(mount_path, accessId),
    key,
    value,
    is_secret,
    mount_path,
    description,
    enable_interpolation_in_file,
    targetId: null,
    ...(accessId !== null && { secret_manager_access_id: accessId }),
  });
}

/** What a response says about an import: each variable that now has the value of the request. */
type Imported = z.output<typeof importResponse>;

/**
 * Creates variables of a service, of its environment or of its project in one request. Existing ones are skipped unless `overwrite`
 * is true, and those that aren't plain values, or are secret where the request's aren't (or the reverse), always are.
 */
export function importVariables(call: Call): Imported {
  const { platform } = call;
  const { id, named: type } = readParent(call.query, "service_id", ["service_type", ownerTypes]);
  const { overwrite, vars } = readBody(call, importRequest, (specified, report) => {
    for (const [index, each] of (specified.vars ?? []).entries()) {
      const scope = each?.scope;
      if (scope === undefined) continue;
      const isOfService = scope !== "PROJECT" && scope !== "ENVIRONMENT";
      if (isOfService && scope !== type) report(["vars", index, "scope"], `must be PROJECT, ENVIRONMENT or ${type}`);
    }
  });
  const { projectId, environmentId = "" } = findParent(call, type, id);
  const successful = vars.filter(({ name: key, value, scope, is_secret }) => {
    const parentId = scope === "PROJECT" ? projectId : scope === "ENVIRONMENT" ? environmentId : id;
    const existing = recordsIn(platform, variable, parentId).find(({ config }) => config.key === key);
    if (existing === undefined) keepNew(call, parentId, { ...newValue, scope, key, value, is_secret });
    else if (!overwrite || existing.config.type !== "VALUE" || existing.config.is_secret !== is_secret) return false;
    else keepEdit(call, existing, { ...existing.config, value });
    return true;
  });
  return {
    total_variables_to_import: vars.length,
    successful_imported_variables: successful.map(({ name, scope, is_secret, value }) => ({
      ...{ name, scope, is_secret },
      ...(is_secret ? {} : { value }),
    })),
  };
}

/** What an imported variable has beside its key and value. */
const newValue = {
  type: "VALUE",
  mount_path: null,
  description: null,
  enable_interpolation_in_file: null,
  targetId: null,
} as const;

export function createAlias(call: Call): VariableResponse {
  const target = findVariable(call);
  // Earlier versions accepted it, so that data files may have some.
  if (target.config.type === "ALIAS") {
    const { targetId } = target.config;
    throw new Problem(400, `The variable ${target.id} is an alias: create another one of its target, ${targetId}.`);
  }
  const { key, alias_scope: scope, alias_parent_id: parentId, description } = readBody(call, aliasRequest);
  const parent = findParent(call, scope, parentId);
  if (!isVisibleFrom(call.platform, target, parent)) {
    throw invalid([
      { field: "alias_parent_id", message: "must be where the variable is seen: at its own place or below" },
    ]);
  }
  return keepNew(call, parentId, {
    scope,
    type: "ALIAS",
    key,
    value: null,
    is_secret: target.config.is_secret,
    mount_path: null,
    description,
    enable_interpolation_in_file: null,
    targetId: target.id,
  });
}

export function createOverride(call: Call): VariableResponse {
  const target = findVariable(call);
  const { value, override_scope: scope, override_parent_id: parentId, description } = readBody(call, overrideRequest);
  const parent = findParent(call, scope, parentId);
  const isLower = precedence(scope) > precedence(target.config.scope);
  if (!isLower || !isVisibleFrom(call.platform, target, parent)) {
    throw invalid([{ field: "override_parent_id", message: "must be below the place of the variable" }]);
  }
  return keepNew(call, parentId, {
    scope,
    type: "OVERRIDE",
    key: target.config.key,
    value,
    is_secret: target.config.is_secret,
    mount_path: target.config.mount_path,
    description,
    enable_interpolation_in_file: null,
    targetId: target.id,
  });
}

/** An alias has the value of its target, which a response sent back repeats; an override has the key of its target. */
function checkEdit(
  platform: Platform,
  of: Variable,
  { key, value, secret_manager_access_id: accessId }: Partial<z.output<typeof variableEdit>>,
  report: Report,
): void {
  const { type } = of.config;
  const isOther = value !== undefined && value !== null && value !== shownValue(platform, of);
  if (type === "ALIAS" && isOther) report(["value"], "isn't allowed for an alias, which has the value of its target");
  if (type === "OVERRIDE" && key !== undefined && key !== of.config.key) {
    report(["key"], `must be ${JSON.stringify(of.config.key)}, the key of the variable that is overridden`);
  }
  if (accessId != null && !isExternal(of.config))
    report(["secret_manager_access_id"], "isn't allowed: the variable isn't an external secret, and can't become one");
}

export function editVariable(call: Call): VariableResponse {
  const { platform } = call;
  const before = findVariable(call);
  const edit = readBody(call, variableEdit, (specified, report) => checkEdit(platform, before, specified, report));
  refuseBuiltIn(before);
  const { config } = before;
  const parent = findParent(call, config.scope, before.parentId);
  const accessId = edit.secret_manager_access_id ?? config.secret_manager_access_id;
  if (accessId !== undefined) refuseOtherAccess(platform, parent, accessId);
  const edited = keepEdit(call, before, {
    ...config,
    key: edit.key,
    value: config.type === "ALIAS" ? null : (edit.value ?? config.value),
    description: edit.description === undefined ? config.description : edit.description,
    enable_interpolation_in_file: edit.enable_interpolation_in_file ?? config.enable_interpolation_in_file,
    ...(accessId !== undefined && { secret_manager_access_id: accessId }),
  });
  return representVariable(platform, edited);
}

function keepEdit({ platform, now }: Call, before: Variable, config: VariableConfig): Variable {
  const edited = keepRecord(platform, variable, { ...before, updatedAt: now, config });
  if (isOtherForServices(before.config, config)) {
    outdate(platform, before);
    outdate(platform, edited);
  }
  if (before.config.key !== config.key) renameOverrides(platform, edited);
  return edited;
}

/** Whether the update changes what services get: the description is only for people. */
function isOtherForServices(before: VariableConfig, after: VariableConfig): boolean {
  const members = ["key", "value", "enable_interpolation_in_file", "secret_manager_access_id"] as const;
  return members.some((member) => before[member] !== after[member]);
}

function renameOverrides(platform: Platform, { id, config: { key } }: Variable): void {
  for (const each of dependentsOf(platform, id)) {
    if (each.config.type !== "OVERRIDE") continue;
    const renamed = keepRecord(platform, variable, { ...each, config: { ...each.config, key } });
    outdate(platform, each);
    outdate(platform, renamed);
    renameOverrides(platform, renamed);
  }
}

/** Its aliases and overrides go with it. */
export function deleteVariable(call: Call): undefined {
  const found = findVariable(call);
  refuseBuiltIn(found);
  removeVariable(call.platform, found);
}
