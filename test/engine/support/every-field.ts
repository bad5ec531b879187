/** Arguments of every kind with every field set, as a program would give them. */
import { isNotApplicable, type Kind, kindNames, records, type TypedRecords } from "../../kinds/index.js";
import type { SeededIds } from "../../platform/support/platform.js";
import type { EndpointSet } from "../../support/provider.js";
import { definitionOf } from "../../unit/support/fake-platform.js";

export const commit = "4f2a91c0d5b7e3a86c1f9e2d7b4a05c8e6f31d92";

type Every<K extends Kind> = Extract<TypedRecords[K]["everyField"], (...specified: never[]) => unknown>;
/** The arguments of one kind, by the name of the resource in camelCase. */
export type EveryFieldOf<K extends Kind> = ReturnType<Every<K>>;
export type Intersected<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

export type EveryField = Intersected<{ [K in Kind]: EveryFieldOf<K> }[Kind]>;

/** A secret value, for the tests that look for it where it must not be. */
export type SecretName = TypedRecords[Kind]["secrets"][number]["name"];
export type Secrets = Readonly<Record<SecretName, string>>;

const places = kindNames.flatMap((kind) => records[kind].secrets);
export const secretNames = [...new Set(places.map(({ name }) => name as SecretName))];

const someSecrets = Object.fromEntries(places.map(({ name, sample }) => [name, sample])) as Secrets;

/** The resources of a kind; none where the program declares it in a way of its own. */
export function everyFieldOf(kind: Kind, ids: SeededIds, secrets: Secrets = someSecrets) {
  const { everyField } = records[kind];
  return isNotApplicable(everyField) ? {} : everyField(ids, (name) => secrets[name as SecretName]);
}

export function everyField(ids: SeededIds, secrets: Secrets = someSecrets): EveryField {
  return Object.assign({}, ...kindNames.map((kind) => everyFieldOf(kind, ids, secrets)));
}

/** The arguments without those that the endpoints don't take. */
export function takenBy<Args extends object>(set: EndpointSet, kind: string, args: Args): Args {
  const { args: fields } = definitionOf(kind);
  const isTaken = (name: string) => set === "extended" || !fields[name]?.extendedOnly;
  return Object.fromEntries(Object.entries(args).filter(([name]) => isTaken(name))) as Args;
}
