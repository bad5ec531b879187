/** What a Pulumi program declares. */

import { schemaToken, typeToken } from "../../../provider/definition/typeToken.js";
import { DECLARED } from "../../../provider/dynamic/properties.js";
import type { EndpointSet } from "../../../provider/platform/endpoint.js";
import type { Value, Values } from "../../../provider/schema/json.js";
import { UNKNOWN } from "../../../provider/schema/unknown.js";
import { SECRETS } from "../../../provider/values/programHints.js";
import { versionRevisionIn } from "../../../provider/values/revision.js";
import { REVISION, VERSION_REVISION } from "../../../provider/values/serviceSelection.js";
import type { Door } from "../faults/provider.js";
import { secretOf } from "../values.js";
import { ids } from "./backend.js";
import { type Content, can, type KindName, serviceOf, simulated } from "./kinds.js";
import { givenOnPlatform, optionsOf, withValueAt } from "./optional.js";

/** Named connections, which all lead to the one platform: by its address with another token, or by another spelling of it. */
export const connections = ["prod", "alias"] as const;
export type Connection = (typeof connections)[number];

/** The arguments that a program marks secret, if it marks any. */
export const markedArguments = ["arguments", "description"] as const;

export type Place = "environment" | "otherEnvironment";

/** One resource of the program. */
export interface Declared extends Content {
  /** Its name in Pulumi. */
  readonly key: string;
  readonly kind: KindName;
  readonly name: string;
  readonly place: Place;
  /** The stack's own where omitted. */
  readonly connection?: Connection;
  /** Key of the one that it is cloned from. */
  readonly cloneOf?: string;
  readonly adoptId?: string;
  /** Keys of what a trigger deploys. */
  readonly services?: readonly string[];
  readonly waits?: boolean;
  /** A trigger that deploys everything in its environment. */
  readonly isWhole?: true;
  /** What a trigger does to its environment when it is destroyed. */
  readonly onDestroy?: "cancelOnDestroy" | "stopOnDestroy";
  /** The program spells the environment's ID in capital letters. */
  readonly isCapital?: true;
  /** The program marks arguments secret. */
  readonly marksSecrets?: true;
  /** Its tag is in `ignoreChanges`: somebody else deploys other ones. */
  readonly ignoresTag?: true;
  /** The optional arguments that it mentions, by place. */
  readonly mentions?: Readonly<Record<string, Mention>>;
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

/** The program as it runs: a trigger names what there is in its environment, or is not there; no clone is without its source. */
export function effective(program: Program): Program {
  return program.flatMap((each) => {
    if (each.cloneOf !== undefined && !program.some(({ key }) => key === each.cloneOf)) return [];
    if (each.services === undefined) return [each];
    const services = each.services.filter((key) =>
      program.some((other) => other.key === key && other.place === each.place),
    );
    return services.length === 0 ? [] : [{ ...each, services }];
  });
}

export function dependenciesOf({ cloneOf, services = [] }: Declared): readonly string[] {
  return cloneOf === undefined ? services : [cloneOf];
}

/** Whether a kind has a name that is its own in the environment. */
export const isNamed = (kind: KindName) => serviceOf(kind) !== undefined;

export const urnOf = ({ kind, key }: Pick<Declared, "kind" | "key">, door: Door) =>
  `urn:pulumi:dev::simulation::${door === "dynamic" ? typeToken(kind) : schemaToken(kind)}::${key}`;

/** What a program runs in. */
export interface Surroundings {
  readonly set: EndpointSet;
  readonly door: Door;
  readonly resolve: Resolve;
}

/** The arguments as the SDK hands them to the engine. */
export function inputsOf(declared: Declared, program: Program, { set, door, resolve }: Surroundings): Values {
  const { connection, marksSecrets } = declared;
  const given = argumentsOf(declared, program, set, resolve);
  const args = connection === undefined ? given : { ...given, connection };
  const secrets = marksSecrets ? markedArguments : [];
  if (door === "dynamic") {
    const names = marksSecrets ? { [SECRETS]: secrets.join() } : {};
    return { ...args, ...names, [DECLARED]: urnOf(declared, door) };
  }
  const isMarked = (name: string) => (secrets as readonly string[]).includes(name);
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, isMarked(name) ? secretOf(value as Value) : value]),
  );
}

function argumentsOf(declared: Declared, program: Program, set: EndpointSet, resolve: Resolve): Values {
  const { kind, name, place, cloneOf, adoptId, services, waits } = declared;
  const { args, overrides, isNamed: hasName } = simulated(kind);
  if (services !== undefined) {
    const selected = services.map((key) => selection(program.find((each) => each.key === key) as Declared, resolve));
    return {
      ...args(declared, ids),
      environmentId: declared.isCapital ? ids[place].toUpperCase() : ids[place],
      ...(declared.isWhole ? { wholeEnvironment: true } : { services: selected }),
      ...(declared.onDestroy === undefined ? {} : { [declared.onDestroy]: true }),
      // By default, a trigger waits where the endpoints can tell the end.
      ...(waits ? {} : { waitFor: "requested" }),
    };
  }
  const own = isNamed(kind)
    ? { environmentId: ids[place], name, ...(adoptId === undefined ? {} : { adoptId }) }
    : hasName
      ? { name }
      : {};
  if (cloneOf === undefined) return withMentions(declared, { ...args(declared, ids), ...own });
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
  const { wire, overrides, tagged, isNamed: hasName } = simulated(kind);
  // Settings of a cluster have no name.
  const own = isNamed(kind) || hasName ? { name } : {};
  const isEditable = can(kind, "update", set);
  if (cloneOf === undefined) {
    return withGiven(declared, {
      ...wire(declared, ids),
      ...own,
      ...(isEditable && !ignoresTag ? tagged?.(`1.${tag}`) : {}),
    });
  }
  return isEditable ? withGiven(declared, { ...overrides?.wire(declared, ids), ...own }) : own;
}

function withGiven(declared: Declared, wire: Values): Values {
  return optionsOf(declared)
    .filter(({ place }) => declared.mentions?.[place] === "given")
    .reduce<Values>((known, option) => withValueAt(known, option.platformPlace, givenOnPlatform(option)), wire);
}
