import { type ResourceDefinition, saveOf } from "../../provider/definition/kind.js";
import { referenceName } from "../../provider/definition/references.js";
import { definitions } from "../../provider/kinds/index.js";
import { identityOf, idInArguments, nameOf } from "../../provider/ownership/identity.js";
import { specifiedArguments } from "../../provider/resource/importedArguments.js";
import { returnedByCreate } from "../../provider/schema/field.js";
import { isAbsent, isObject, type Value, type Values } from "../../provider/schema/json.js";
import type { KnownSecret } from "../export/secrets.js";
import { isPassable, type Service } from "../export/services.js";
import { shellArgument } from "./address.js";
import { type Translated, translate } from "./arguments.js";
import {
  asObject,
  beforeStage,
  builtInVariables,
  type Counterpart,
  computed,
  counterparts,
  domainKind,
  domains,
  kindsWithCredentials,
  type Part,
  parts,
  skippedIn,
  stageOf,
  stoppedKind,
  typesWithoutCounterpart,
  type VariableList,
  variableKind,
  variableLists,
  withoutCounterpart,
} from "./counterparts.js";
import { platformTypes } from "./providers.js";
import { isSecretVariable, secretsIn, secretsOf } from "./sensitive.js";
import type { StateInstance, TerraformState } from "./stateFile.js";

/** Something in a state that the program doesn't have, or has differently. */
export interface Remark {
  readonly address: string;
  readonly why: string;
}

/** A state as resources of a program. */
export interface Migration {
  readonly services: readonly Service[];
  readonly secrets: readonly KnownSecret[];
  /** What has no counterpart. */
  readonly missing: readonly Remark[];
  /** What users should check. */
  readonly remarks: readonly Remark[];
  /** Each instance that a resource of the program adopts, with the identity of that resource. */
  readonly origins: readonly { readonly address: string; readonly identity: string }[];
}

/** Addresses of the instances that the program adopts. Terraform must keep all others, since nothing else manages them. */
export function adoptedBy({ services, origins }: Migration): string[] {
  const adopted = new Set(services.map(identityIn));
  return origins.filter(({ identity }) => adopted.has(identity)).map(({ address }) => address);
}

function identityIn({ definition, id, values }: Service): string {
  return identityOf(definition, id, values);
}

/** A resource of the state, with its counterpart. */
interface Found {
  readonly instance: StateInstance;
  readonly definition: ResourceDefinition;
  readonly translated: Translated;
  readonly service: Service;
}

/**
 * What a state has, as resources of a program.
 *
 * @param prefix Prefix of the types that the platform's provider has; found out if omitted.
 */
export function migrationOf(state: TerraformState, prefix?: string): Migration {
  const typeOf = platformTypes(state.instances, prefix);
  const names = newNames();
  const missing: Remark[] = [...state.skipped];
  const order = Object.keys(counterparts);
  const orderOf = (instance: StateInstance) => order.indexOf(typeOf(instance) ?? "");
  const instances = [...state.instances].sort((one, other) => orderOf(one) - orderOf(other));
  const wholes = new Map<StateInstance, StateInstance>();
  for (const instance of instances) {
    const whole = wholeOf(instance, instances, typeOf);
    if (whole !== undefined) wholes.set(instance, whole);
  }
  const all = instances.flatMap((part): Found[] => {
    if (wholes.has(part)) return [];
    const type = typeOf(part);
    const instance = withParts(part, wholes, typeOf);
    const counterpart = type === undefined ? undefined : counterparts[type];
    const refused = whyMissing(type, counterpart, instance);
    const each = refused === undefined && counterpart ? foundAs(instance, counterpart, names) : undefined;
    const why = refused ?? (each && whyUnfit(each));
    if (why !== undefined) missing.push({ address: instance.address, why });
    return each === undefined || why !== undefined ? [] : [each];
  });
  const first = new Map<string, Found>();
  for (const each of all) if (!first.has(identityIn(each.service))) first.set(identityIn(each.service), each);
  const found = [...first.values()];
  const remarks = all.flatMap((each) => {
    const same = first.get(identityIn(each.service)) as Found;
    return same === each ? remarksOn(each) : [{ address: each.instance.address, why: whyOnce(same) }];
  });
  const secrets = [
    ...secretsOf(state),
    ...found.flatMap(({ definition, service, instance }) => secretsIn(definition, service.values, instance.address)),
  ];
  const others = { found, names, secrets, missing, remarks };
  const services = found.flatMap((each) => [...completed(each, others), ...belongingTo(each, others)]);
  const identities = new Map(all.map(({ instance, service }) => [instance.address, identityIn(service)]));
  const origins = state.instances.flatMap((instance) => {
    const identity = identities.get((wholes.get(instance) ?? instance).address);
    return identity === undefined ? [] : [{ address: instance.address, identity }];
  });
  return { services, secrets, missing, remarks, origins };
}

type TypeOf = (instance: StateInstance) => string | undefined;

/** The instance in the state that this one is an argument of here. */
function wholeOf(part: StateInstance, all: readonly StateInstance[], typeOf: TypeOf): StateInstance | undefined {
  const { of, by } = parts[typeOf(part) ?? ""] ?? {};
  if (by === undefined) return undefined;
  return all.find((each) => typeOf(each) === of && each.attributes.id === part.attributes[by]);
}

/** The instance with what Terraform declares separately. */
function withParts(
  whole: StateInstance,
  wholes: ReadonlyMap<StateInstance, StateInstance>,
  typeOf: TypeOf,
): StateInstance {
  const own = [...wholes].filter(([, of]) => of === whole).map(([part]) => part);
  if (own.length === 0) return whole;
  const added = own.map((part): [string, Values] => {
    const { argument, read } = parts[typeOf(part) ?? ""] as Part;
    return [argument, read(part.attributes)];
  });
  return { ...whole, attributes: { ...whole.attributes, ...Object.fromEntries(added) } };
}

function whyOnce({ instance, definition }: Found): string {
  return `it is the same ${definition.kind} as ${instance.address}: the program adopts it once`;
}

function definitionOf(kind: string): ResourceDefinition {
  return definitions.find((each) => each.kind === kind) as ResourceDefinition;
}

function kindOf({ kind, byState }: Counterpart, { desired_state: state }: Values): string | undefined {
  return byState === undefined ? kind : byState[String(state)];
}

function whyMissing(
  type: string | undefined,
  counterpart: Counterpart | undefined,
  { address, provider, attributes, type: whole }: StateInstance,
): string | undefined {
  if (type === undefined) return `it belongs to another provider (${provider || whole}): keep it in Terraform`;
  if (type in parts) return `it belongs to a ${parts[type]?.of} that the state doesn't have: ${asObject}`;
  if (counterpart === undefined)
    return typesWithoutCounterpart[type] ?? `this version has no counterpart for it: ${asObject}`;
  if (kindOf(counterpart, attributes) === undefined)
    return `its \`desired_state\` ${String(attributes.desired_state)} has no counterpart. To forget it without running its destroy: terraform state rm ${shellArgument(address)}`;
  if (typeof attributes.id !== "string" || attributes.id === "") return "it has no ID: Terraform didn't create it";
  return undefined;
}

/** Why nothing can be adopted with what the state has: a required argument has no value that fits. */
function whyUnfit({ definition, service }: Found): string | undefined {
  const { violations } = specifiedArguments(definition, service.values);
  const [misfit] = violations.filter(({ isOmitted }) => !isOmitted);
  if (misfit === undefined) return undefined;
  const got = misfit.got === undefined ? "" : `; the state has ${misfit.got}`;
  return `a ${definition.kind} can't be like this: ${misfit.path} ${misfit.expected}${got}`;
}

/** Logical names, each once among the resources of its kind. */
type Names = (kind: string, words: readonly string[]) => string;

function newNames(): Names {
  const taken = new Set<string>();
  return (kind, words) => {
    const base = words.join("-");
    let name = base;
    for (let number = 2; taken.has(`${kind} ${name}`); number += 1) name = `${base}-${number}`;
    taken.add(`${kind} ${name}`);
    return name;
  };
}

function foundAs(instance: StateInstance, counterpart: Counterpart, names: Names): Found {
  const { renamed, read } = counterpart;
  const kind = kindOf(counterpart, instance.attributes) as string;
  const definition = definitionOf(kind);
  const translated = translate(definition, read?.(instance.attributes) ?? instance.attributes, renamed);
  const logicalName = names(kind, instance.names);
  // A trigger has the ID of its environment.
  const own = isTrigger(definition) ? translated.values.environmentId : idInArguments(definition, translated.values);
  const id = String(own ?? instance.attributes.id);
  const name = nameOf(definition, translated.values) ?? logicalName;
  return {
    instance,
    definition,
    translated,
    service: { definition, id, name, logicalName, values: translated.values },
  };
}

/** Attributes that aren't read by the definition. */
const special = [...Object.keys(variableLists), domains, stageOf, skippedIn, beforeStage, ...computed];

export function isTrigger({ args: { services } }: ResourceDefinition): boolean {
  return services?.type === "array" && services.item.type === "service";
}

function remarksOn({ instance, definition, service, translated: { left, guessed } }: Found): Remark[] {
  const { address, isTainted } = instance;
  const reported = left
    .filter((path) => !special.includes(path.replace(/\[\d+\]/g, "[]")) && !path.endsWith(".id"))
    .map((path) => `\`${path}\` has no counterpart${withoutCounterpart[path] ? `: ${withoutCounterpart[path]}` : ""}`);
  const guesses = guessed.map((path) => `\`${path}\` is a guess, since the URL doesn't name the service`);
  const tainted = isTainted ? ["it is tainted: Terraform would replace it, and the program adopts it as it is"] : [];
  const isOpen =
    kindsWithCredentials.includes(definition.kind) && secretsIn(definition, service.values, "").length === 0;
  const open = isOpen ? ["the state has no credentials for it. If it needs some, set them in `config`"] : [];
  const once = returnedByCreate(definition.outputs)
    .filter((name) => !isAbsent(service.values[name]))
    .map((name) => `the program has no \`${name}\`, which no response contains again: keep it where it's used`);
  const sent = saveOf(definition, service.values) === undefined ? [] : unshown(definition, service.values);
  const saved = sent.map(
    ([name, when]) => `the first \`pulumi up\` sends it once, ${when} responses don't show \`${name}\``,
  );
  return [...tainted, ...reported, ...guesses, ...open, ...once, ...saved].map((why) => ({ address, why }));
}

/** Arguments with a value that no response contains, or not every platform's. */
function unshown({ args }: ResourceDefinition, values: Values): [name: string, when: "since" | "if"][] {
  return Object.entries(args).flatMap(([name, field]): [string, "since" | "if"][] => {
    if (isAbsent(values[name])) return [];
    if (field.returned === "never") return [[name, "since"]];
    return field.returned === "sometimes" ? [[name, "if"]] : [];
  });
}

/** What the resources of a state are completed from. */
interface Others {
  readonly found: readonly Found[];
  readonly names: Names;
  readonly secrets: readonly KnownSecret[];
  readonly missing: Remark[];
  readonly remarks: Remark[];
}

/** The resource with what Terraform declares elsewhere; nothing for a trigger without services to deploy. */
function completed(each: Found, others: Others): Service[] {
  const { service, definition } = each;
  if ("after" in definition.args) return [withServices(each, others)];
  if (isTrigger(definition)) return triggerOf(each, others);
  if (definition.kind === stoppedKind) return stoppedOf(each, others);
  return [{ ...service, values: { ...service.values, ...variableArguments(each, others) } }];
}

/** A stage with its services, and with the stage before it. */
function withServices({ service, definition }: Found, { found, remarks }: Others): Service {
  const { id, values } = service;
  const own = found.filter(({ instance }) => instance.attributes[stageOf] === id);
  const idsOf = (some: readonly Found[]) => some.map((other) => other.service.id);
  const skipped = own.filter(({ instance }) => instance.attributes[skippedIn] === true);
  const lists = { services: idsOf(own), skippedServices: idsOf(skipped) };
  const earlier = found.filter(
    (other) => other.definition === definition && other.instance.attributes[beforeStage] === id,
  );
  const [after, ...more] = [values.after, ...earlier.map((other) => other.service.id)].filter(
    (each) => !isAbsent(each),
  );
  for (const { instance, service: other } of earlier)
    if (more.includes(other.id))
      remarks.push({ address: instance.address, why: `\`${beforeStage}\`: another stage is before the same one, too` });
  return {
    ...service,
    values: {
      ...values,
      ...(isAbsent(after) ? {} : { after }),
      ...Object.fromEntries(Object.entries(lists).filter(([, ids]) => ids.length > 0)),
    },
  };
}

/** The services of the state in an environment, as a trigger deploys them. */
function deployedIn(environmentId: string, found: readonly Found[]): Values[] {
  return found
    .filter(
      (other) => other.definition.deployedAs !== undefined && other.service.values.environmentId === environmentId,
    )
    .map((other) => ({ kind: other.definition.kind, id: other.service.id }));
}

/** A trigger deploys the services of the state in its environment, whose ID it adopts. */
function triggerOf(
  { service, instance: { address, attributes } }: Found,
  { found, missing, remarks }: Others,
): Service[] {
  const environmentId = service.id;
  const services = deployedIn(environmentId, found);
  if (services.length === 0) {
    missing.push({ address, why: nothingToDeploy });
    return [];
  }
  if (attributes.desired_state === "RESTARTED") remarks.push({ address, why: onlyChanges });
  return [{ ...service, values: { environmentId, services } }];
}

const onlyChanges =
  "the trigger deploys services that have changed, and restarts none. To deploy all of them again, change its `triggers`";

/** A program can't both stop and deploy an environment. */
function stoppedOf({ service, instance: { address } }: Found, { found, missing }: Others): Service[] {
  const trigger = found.find((other) => isTrigger(other.definition) && other.service.id === service.id);
  if (trigger === undefined || deployedIn(service.id, found).length === 0) return [service];
  const why = `${trigger.instance.address} deploys the same environment: a program declares only one of the two`;
  missing.push({ address, why });
  return [];
}

export const nothingToDeploy = "no service of its environment is in the state: there is nothing to deploy";

/** A variable in an attribute of what it belongs to. */
interface StateVariable {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly description: string;
  readonly mountPath: string;
  /** Of an external secret, whose value is its name. */
  readonly accessId: string;
  readonly secret: boolean;
  readonly form: VariableList["form"];
}

function variablesIn({ instance }: Found): StateVariable[] {
  return Object.entries(variableLists).flatMap(([attribute, list]) => {
    const items = instance.attributes[attribute];
    return (Array.isArray(items) ? items : []).filter(isObject).map((item) => {
      const text = (name: string) => (typeof item[name] === "string" ? (item[name] as string) : "");
      const [id, key, value] = [text("id"), text("key"), text("value") || text("reference")];
      const [mountPath, accessId] = [text("mount_path"), text("secret_manager_access_id")];
      return { id, key, value, description: text("description"), mountPath, accessId, ...list };
    });
  });
}

/** The arguments of a service that name its variables: of a kind that has them. */
function variableArguments(each: Found, { secrets }: Others): Values {
  const own = variablesIn(each).filter((variable) => isArgument(each, variable, secrets));
  return Object.fromEntries(
    Object.entries(each.definition.args).flatMap(([name, { separate }]) => {
      const named = own.filter((variable) => separate === argumentOf(variable));
      return named.length === 0 ? [] : [[name, Object.fromEntries(named.map((each) => [each.key, specifiedOf(each)]))]];
    }),
  );
}

/** Which argument of a service has the variable. */
function argumentOf({ form, secret }: StateVariable): "open" | "secret" | "external" {
  if (form === "EXTERNAL") return "external";
  return secret ? "secret" : "open";
}

function specifiedOf({ form, value, accessId, mountPath }: StateVariable): Value {
  if (form !== "EXTERNAL") return value;
  return { secretManagerAccessId: accessId, name: value, ...(mountPath === "" ? {} : { mountPath }) };
}

/** Whether a variable is in an argument of its service. What says more than a key and a value is a resource. */
function isArgument({ definition }: Found, variable: StateVariable, secrets: readonly KnownSecret[]): boolean {
  const { form, description, secret, key, value } = variable;
  if (!["VALUE", "EXTERNAL"].includes(form) || description !== "" || !isPassable(key)) return false;
  const isOwned = Object.values(definition.args).some(({ separate }) => separate === argumentOf(variable));
  return isOwned && (secret || form === "EXTERNAL" || !isSecretVariable(key, value, secrets));
}

/** What belongs to a resource, as resources of their own: variables that are not in an argument, and domains. */
function belongingTo(each: Found, others: Others): Service[] {
  const { service, definition, instance } = each;
  const reference = referenceName(definition);
  const list = instance.attributes[domains];
  const owner = { definition, name: service.name };
  const named = (kind: string, name: string, id: string, values: Values): Service => {
    const logicalName = others.names(kind, [service.logicalName ?? service.name, name]);
    const scoped = { on: `${reference}/${service.id}`, ...values };
    return { definition: definitionOf(kind), id, name: logicalName, logicalName, values: scoped, owner };
  };
  const variables = variablesIn(each).filter((variable) => !isArgument(each, variable, others.secrets));
  return [
    ...variables.flatMap((variable) => {
      const { form, key, id, value } = variable;
      const values = variableValues(each, variable, others);
      if (values !== undefined) return [named(variableKind, key, id, values)];
      const target = form === "ALIAS" ? value : key;
      const why = `${form === "ALIAS" ? "alias" : "override"} ${key}: the state doesn't have the variable ${target} that it refers to. Declare it as a Variable, with that variable's ID`;
      others.remarks.push({ address: instance.address, why });
      return [];
    }),
    ...(Array.isArray(list) ? list : []).filter(isObject).map((domain) => {
      const { values } = translate(definitionOf(domainKind), domain);
      return named(domainKind, String(domain.domain), String(domain.id), values);
    }),
  ];
}

/** The arguments of a variable; nothing if it refers to one that the state doesn't have. */
function variableValues(each: Found, variable: StateVariable, { found, secrets }: Others): Values | undefined {
  const { form, key, value, secret, description, mountPath, accessId } = variable;
  const common = { key, type: form, ...(description === "" ? {} : { description }) };
  if (form === "EXTERNAL") {
    const type = mountPath === "" ? "EXTERNAL_SECRET" : "FILE_EXTERNAL_SECRET";
    return { ...common, type, value, secretManagerAccessId: accessId, ...(mountPath === "" ? {} : { mountPath }) };
  }
  if (form === "ALIAS") {
    const target = targetOf([each, ...above(each, found)], value);
    return target && { ...common, aliasOf: target.id, aliasedVariable: target };
  }
  if (form === "OVERRIDE") {
    const target = targetOf(above(each, found), key);
    return target && { ...common, value, secret, overrides: target.id };
  }
  // `secret: false` is only needed if the program contains the value as a secret.
  const isSecrecySet = secret || isSecretVariable(key, value, secrets);
  return { ...common, value, ...(isSecrecySet ? { secret } : {}), ...(form === "FILE" ? { mountPath } : {}) };
}

/** The environment and the project around a resource, in this order. */
function above(of: Found, found: readonly Found[]): Found[] {
  const parents = of.definition.pathArgs.map((name) => of.service.values[name]);
  const next = found.filter(
    ({ service, definition }) => parents.includes(service.id) && referenceName(definition) !== undefined,
  );
  return next.flatMap((parent) => [parent, ...above(parent, found)]);
}

/** The variable with a key that one of these scopes has, the most specific scope first; also one that the platform has created. */
function targetOf(scopes: readonly Found[], key: string): { readonly id: string; readonly key: string } | undefined {
  const all = scopes.flatMap((scope) => {
    const { [builtInVariables]: builtIn } = scope.instance.attributes;
    const created = (Array.isArray(builtIn) ? builtIn : []).filter(isObject);
    // The platform refers an alias to the variable that an override changes, not to the override.
    const own = variablesIn(scope).filter(({ form }) => form !== "OVERRIDE");
    return [...own, ...created.map((each) => ({ id: String(each.id), key: String(each.key) }))];
  });
  const target = all.find((each) => each.key === key);
  return target && { id: target.id, key };
}
