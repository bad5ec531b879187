/** What a Pulumi program declares. */
import { DECLARED, SECRETS } from "../../../provider/engine/hints.js";
import { REVISION, VERSION_REVISION, versionRevisionIn } from "../../../provider/values/revisions.js";
import type { Naming } from "../../kinds/simulationRecord.js";
import type { FrontendName } from "../../support/frontend.js";
import { type EndpointSet, schemaToken, typeToken, UNKNOWN, type Value, type Values } from "../../support/provider.js";
import { secretOf } from "../support/values.js";
import { ids } from "./backend.js";
import {
  type Content,
  can,
  containersOf,
  createdAs,
  definitionOf,
  isAct,
  type KindName,
  placeArgument,
  simulated,
} from "./kinds.js";
import { optionsOf, specifiedOnPlatform, withValueAt } from "./optional.js";

/** Named connections, which all lead to the one platform: by its address with another token, or by another spelling of it. */
export const connections = ["prod", "alias"] as const;
export type Connection = (typeof connections)[number];

/** The arguments that a program marks secret, if it marks any. */
export const markedArguments = ["arguments", "description"] as const;

export type Place = "environment" | "otherEnvironment";

/** The provider processes of a run; the last one is an explicit provider. */
export const processes = ["dynamic", "native", "explicit"] as const;
export type Process = (typeof processes)[number];

/** The stacks that share the platform. */
export const stacks = ["dev", "team"] as const;
export type Stack = (typeof stacks)[number];

/** Where a resource is: in another one of the program. */
export interface Inside {
  readonly key: string;
  /** What references call its kind. */
  readonly as: string;
  /** The program names it by this ID instead of by its output, so nothing says which of them comes first. */
  readonly id?: string;
}

/** Another resource of the same kind, by the argument that names it. */
export interface Named {
  readonly arg: string;
  readonly key: string;
}

/** One resource of the program: an undefined member is as one that is omitted. */
export interface Declared extends Content {
  /** Its name in Pulumi. */
  readonly key: string;
  readonly kind: KindName;
  readonly name: string;
  /** The environment that it is in, if in none of the program. */
  readonly place: Place;
  readonly inside?: Inside | undefined;
  /** The process that manages it; that of the history's provider where omitted. */
  readonly by?: Process | undefined;
  /** The first one where omitted. */
  readonly stack?: Stack | undefined;
  readonly keeps?: "protect" | "retainOnDelete" | undefined;
  /** It has the option `deletedWith`, with what it is inside of. */
  readonly cascades?: true | undefined;
  /** The stack's own where omitted. */
  readonly connection?: Connection | undefined;
  /** Key of the one that it is cloned from. */
  readonly cloneOf?: string | undefined;
  readonly adoptId?: string | undefined;
  /** What it names by an argument besides its place. */
  readonly names?: Named | undefined;
  /** Keys of the services that it lists. */
  readonly services?: readonly string[] | undefined;
  readonly waits?: boolean | undefined;
  /** A trigger that deploys everything in its environment. */
  readonly isWhole?: true | undefined;
  readonly onDestroy?: "cancelOnDestroy" | undefined;
  /** The program spells the environment's ID in capital letters. */
  readonly isCapital?: true | undefined;
  /** The program marks arguments secret. */
  readonly marksSecrets?: true | undefined;
  /** Its tag is in `ignoreChanges`: somebody else deploys other ones. */
  readonly ignoresTag?: true | undefined;
  /** The optional arguments that it mentions, by place. */
  readonly mentions?: Readonly<Record<string, Mention>> | undefined;
}

/** A program that says `null` says that nothing is here. */
export type Mention = "given" | "null";

export type Program = readonly Declared[];

/** What the engine knows of another resource of the program: nothing, where it is not made yet. */
export type Resolve = (key: string) => Resolved | undefined;

export interface Resolved {
  readonly id: string;
  /** Of its last change; omitted if a change of this run is not made yet. */
  readonly revision?: string;
  /** The tag that the state has. */
  readonly tag?: Value;
}

/** The programs as they run: who lists services names what there is in its environment; a trigger without any is not there. */
export function effective(program: Program): Program {
  const has = (key: string, stack: Stack | undefined) =>
    program.some((each) => each.key === key && each.stack === stack);
  const whole = program.filter((each) => {
    const { cloneOf, inside, stack, names } = each;
    const needed = [cloneOf, inside?.id === undefined ? inside?.key : undefined];
    const isNamedThere = names === undefined || !namingOf(each)?.isNeeded || namedBy(program, each) !== undefined;
    return isNamedThere && needed.every((key) => key === undefined || has(key, stack));
  });
  // What was inside of what is not there is not there either.
  if (whole.length < program.length) return effective(whole);
  return whole.flatMap((declared) => {
    const { names } = declared;
    const isNaming = names === undefined || namedBy(whole, declared) !== undefined;
    const each = isNaming ? declared : { ...declared, names: undefined };
    if (each.services === undefined) return [each];
    const services = each.services.filter((key) => whole.some((other) => other.key === key && isSibling(other, each)));
    return services.length === 0 && isAct(each.kind) ? [] : [{ ...each, services }];
  });
}

/** How a resource names another one of its kind, if it does. */
export const namingOf = ({ kind, names }: Declared): Naming | undefined =>
  names === undefined ? undefined : simulated(kind).names?.[names.arg];

/** What a resource names; nothing if that isn't there, or not where the resource can name it. */
export const namedBy = (program: Program, { names, ...own }: Declared): Declared | undefined =>
  names && nameable(program, own, names.arg).find(({ key }) => key === names.key);

/** What a resource could name by an argument. */
export function nameable(program: Program, declared: Declared, arg: string): Program {
  const among = simulated(declared.kind).names?.[arg]?.among;
  const [own, ...above] = seenFrom(program, declared);
  const places = among === "above" ? above : among === "seen" ? [own, ...above] : [own];
  const reaches = (from: Declared): boolean => {
    const next = program.find(({ key }) => key === from.names?.key);
    return next !== undefined && (next.key === declared.key || reaches(next));
  };
  return program.filter((each) => {
    const isFit = each.kind === declared.kind && each.stack === declared.stack && each.key !== declared.key;
    // What has its own value only by another one is not named.
    return isFit && !namingOf(each)?.isNeeded && places.includes(seenFrom(program, each)[0]) && !reaches(each);
  });
}

/** The places that a resource is in, from its own to the highest. */
function seenFrom(program: Program, { kind, inside, place }: Declared): readonly (string | undefined)[] {
  const root = rootOf(kind, place)?.as;
  if (inside === undefined) return root === "environment" ? [place, "project"] : [root];
  const container = program.find(({ key }) => key === inside.key);
  return [`${inside.key} ${inside.id}`, ...(container === undefined ? [] : seenFrom(program, container))];
}

/** The program in which what depends on the name of another resource follows it. */
export function withNames(program: Program): Declared[] {
  return program.map((each) => {
    const { names } = each;
    const other = names && program.find(({ key }) => key === names.key);
    if (other === undefined) return each;
    return namingOf(each)?.hasItsName ? { ...each, name: other.name } : each;
  });
}

/** Whether two resources are in the same place, as the program spells it. */
export function isSibling(one: Declared, other: Declared): boolean {
  const where = ({ inside, place, stack }: Declared) => `${stack} ${inside?.key ?? place} ${inside?.id}`;
  return where(one) === where(other);
}

/** The keys that an argument refers to, by argument. */
export function referencesOf({
  kind,
  cloneOf,
  inside,
  names,
  services = [],
}: Declared): Readonly<Record<string, readonly string[]>> {
  return {
    ...(cloneOf === undefined ? {} : { cloneFrom: [cloneOf] }),
    ...(services.length === 0 ? {} : { services }),
    ...(names === undefined ? {} : { [names.arg]: [names.key] }),
    ...(inside === undefined || inside.id !== undefined ? {} : { [placeArgument(kind).name]: [inside.key] }),
  };
}

export const dependenciesOf = (declared: Declared): readonly string[] => Object.values(referencesOf(declared)).flat();

/** Whether a kind has a name that is its own in its place. */
export const isNamed = (kind: KindName) => createdAs(kind) !== undefined;

export const processOf = ({ by }: Pick<Declared, "by">, frontend: FrontendName): Process => by ?? frontend;

export function urnOf(declared: Pick<Declared, "kind" | "key" | "by" | "stack">, frontend: FrontendName): string {
  const { kind, key, stack = "dev" } = declared;
  const token = processOf(declared, frontend) === "dynamic" ? typeToken : schemaToken;
  return `urn:pulumi:${stack}::simulation::${token(kind)}::${key}`;
}

/** What a resource that is inside of none of the program is in; nothing if it must be. */
export function rootOf(kind: KindName, place: Place): { readonly as: string; readonly id: string } | undefined {
  const roots = { environment: ids[place], project: ids.project, organization: ids.organization } as const;
  const { name, isReference } = placeArgument(kind);
  const names = isReference ? containersOf(kind).map(({ as }) => as) : [name.replace(/Id$/, "")];
  const as = names.find((each): each is keyof typeof roots => each in roots);
  return as && { as, id: roots[as] };
}

/** The ID of what a resource is in; nothing where that is not made yet. */
export function placeIdOf(
  { kind, place, inside }: Declared,
  idOf: (key: string) => string | undefined,
): string | undefined {
  return inside === undefined ? rootOf(kind, place)?.id : (inside.id ?? idOf(inside.key));
}

/** What a program runs in. */
export interface Surroundings {
  readonly set: EndpointSet;
  readonly frontend: FrontendName;
  readonly resolve: Resolve;
}

/** The arguments as the SDK hands them to the engine. */
export function inputsOf(declared: Declared, program: Program, { set, frontend, resolve }: Surroundings): Values {
  const { connection, marksSecrets } = declared;
  const specified = argumentsOf(declared, program, set, resolve);
  const args = connection === undefined ? specified : { ...specified, connection };
  const secrets = marksSecrets ? markedArguments : [];
  if (processOf(declared, frontend) === "dynamic") {
    const names = marksSecrets ? { [SECRETS]: secrets.join() } : {};
    return { ...args, ...names, [DECLARED]: urnOf(declared, frontend) };
  }
  const isMarked = (name: string) => (secrets as readonly string[]).includes(name);
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, isMarked(name) ? secretOf(value as Value) : value]),
  );
}

function argumentsOf(declared: Declared, program: Program, set: EndpointSet, resolve: Resolve): Values {
  const { kind, name, inside, place, cloneOf, adoptId, services = [], waits } = declared;
  const { args, overrides, isNamed: hasName, lists } = simulated(kind);
  const id = placeIdOf(declared, (key) => resolve(key)?.id) ?? UNKNOWN;
  const where = placeArgument(kind);
  if (isAct(kind)) {
    const selected = services.map((key) => selection(program.find((each) => each.key === key) as Declared, resolve));
    return {
      ...args(declared, ids),
      [where.name]: declared.isCapital ? id.toUpperCase() : id,
      ...(declared.isWhole ? { wholeEnvironment: true } : { services: selected }),
      ...(declared.onDestroy === undefined ? {} : { [declared.onDestroy]: true }),
      // By default, a trigger waits where the endpoints can tell the end.
      ...(waits ? {} : { waitFor: "requested" }),
    };
  }
  const listed = lists === undefined ? {} : { [lists]: services.map((key) => resolve(key)?.id ?? UNKNOWN) };
  const at = where.isReference && id !== UNKNOWN ? `${inside?.as ?? rootOf(kind, place)?.as}/${id}` : id;
  const own = isNamed(kind)
    ? {
        ...{ [where.name]: at, [definitionOf(kind).nameArg as string]: name, ...listed },
        ...(adoptId === undefined ? {} : { adoptId }),
      }
    : hasName
      ? { name }
      : {};
  const { names } = declared;
  const named = names && { [names.arg]: resolve(names.key)?.id ?? UNKNOWN };
  const argsFor = namingOf(declared)?.args ?? args;
  if (cloneOf === undefined) return withMentions(declared, { ...argsFor(declared, ids), ...own, ...named });
  const edits = can(kind, "update", set) ? withMentions(declared, overrides?.args(declared, ids) ?? {}) : {};
  return { ...edits, ...own, cloneFrom: resolve(cloneOf)?.id ?? UNKNOWN };
}

function withMentions(declared: Declared, args: Values): Values {
  return optionsOf(declared).reduce<Values>((known, { place, value }) => {
    const mention = declared.mentions?.[place];
    return mention === undefined ? known : withValueAt(known, place, mention === "given" ? value : null);
  }, args);
}

function selection({ key, kind, tag, ignoresTag }: Declared, resolve: Resolve): Values {
  const { id = UNKNOWN, revision = UNKNOWN, tag: known } = resolve(key) ?? {};
  const version = ignoresTag ? "" : revision === UNKNOWN ? UNKNOWN : versionRevisionIn(revision);
  return {
    kind,
    id,
    [REVISION]: revision,
    ...(simulated(kind).tagged
      ? { imageTag: (ignoresTag ? known : undefined) ?? `1.${tag}`, [VERSION_REVISION]: version }
      : {}),
  };
}

/** What the platform must hold of a resource. */
export function wireOf(declared: Declared, set: EndpointSet): Values {
  const { kind, name, cloneOf, tag, ignoresTag } = declared;
  const { wire: plain, overrides, tagged, isNamed: hasName } = simulated(kind);
  const wire = namingOf(declared)?.wire ?? plain;
  // Settings of a cluster have no name.
  const own = isNamed(kind) || hasName ? { [definitionOf(kind).nameArg as string]: name } : {};
  const isEditable = can(kind, "update", set);
  if (cloneOf === undefined) {
    return withSpecified(declared, {
      ...wire(declared, ids),
      ...own,
      ...(isEditable && !ignoresTag ? tagged?.(`1.${tag}`) : {}),
    });
  }
  return isEditable ? withSpecified(declared, { ...overrides?.wire(declared, ids), ...own }) : own;
}

function withSpecified(declared: Declared, wire: Values): Values {
  return optionsOf(declared)
    .filter(({ place }) => declared.mentions?.[place] === "given")
    .reduce<Values>((known, option) => withValueAt(known, option.platformPlace, specifiedOnPlatform(option)), wire);
}
