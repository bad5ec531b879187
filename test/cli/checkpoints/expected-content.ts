/** What the platform has and what the state knows, item by item, compared with what the program says. */
import { expect } from "vitest";
import type { KindName } from "../../engine/kind-names.js";
import { records } from "../../kinds/index.js";
import type { Platform } from "../../platform/platform.js";
import type { Values } from "../../provider.js";
import type { Project } from "../crashes/project.js";
import type { Resource } from "./declarations.js";

/** A service, as it is compared. */
interface Item {
  readonly kind: string;
  readonly environmentId: unknown;
  readonly name: unknown;
  readonly description: unknown;
}

export interface Row {
  readonly kind: string;
  readonly id: string;
  readonly environment_id: string;
  readonly body: { readonly id: string; readonly config?: Values; readonly deployedRevision: number | null } & Values;
}

/** A platform, and a project whose resources are on it. */
export interface Place {
  readonly platform: Platform;
  /** The services that exist before the program runs. */
  readonly existing: readonly Row[];
  readonly project: Project;
}

interface Content {
  readonly services: readonly Row[];
  readonly records: readonly Row[];
}

export async function contentOf({ request }: Platform): Promise<Content> {
  const { service, record } = (await request("GET", "/_local/snapshot")).body.tables;
  return { services: service, records: record };
}

async function contentMadeIn({ platform, existing }: Place): Promise<Content> {
  const { services, records } = await contentOf(platform);
  const before = new Set(existing.map(({ id }) => id));
  return { services: services.filter(({ id }) => !before.has(id)), records };
}

const serviceKindOf = (kind: KindName): string | undefined => {
  const { service } = records[kind];
  return typeof service === "string" ? service : undefined;
};

const isService = ({ kind }: Resource) => serviceKindOf(kind) !== undefined;
const keyOf = ({ kind, environmentId, name }: Item) => `${kind} ${environmentId} ${name}`;
const inOrder = (items: readonly Item[]) => [...items].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));

/** What a clone inherits if the program does not say it. */
function descriptionOf(resource: Resource, all: readonly Resource[]): unknown {
  if (resource.cloneOf === undefined || "description" in resource.args) return resource.args.description;
  return all.find(({ name }) => name === resource.cloneOf)?.args.description;
}

function declaredItems(declared: readonly Resource[]): Item[] {
  return declared.filter(isService).map((resource) => ({
    kind: serviceKindOf(resource.kind) as string,
    environmentId: resource.args.environmentId,
    name: resource.args.name,
    description: descriptionOf(resource, declared),
  }));
}

const itemOf = ({ kind, environment_id, body: { config } }: Row): Item => ({
  kind,
  environmentId: environment_id,
  name: config?.name,
  description: config?.description,
});

/** Holds the platform to exactly what the program says, and the state to the IDs of exactly that. */
export async function expectContent(place: Place, declared: readonly Resource[]): Promise<void> {
  const { project } = place;
  const { services, records } = await contentMadeIn(place);
  expect(inOrder(services.map(itemOf))).toEqual(inOrder(declaredItems(declared)));
  const state = await project.state();
  expect(state.pending).toBe(0);
  expect(state.resources.map(({ name }) => name).sort()).toEqual(declared.map(({ name }) => name).sort());
  const known = new Map(state.resources.map(({ name, id }) => [name, id]));
  for (const { id, body } of services)
    expect([body.config?.name, known.get(String(body.config?.name))]).toEqual([body.config?.name, id]);
  for (const name of declared.flatMap(({ deploys = [] }) => deploys)) {
    const found = services.find(({ body }) => body.config?.name === name);
    expect(found?.body.deployedRevision ?? `${name} was never deployed`).toEqual(expect.any(Number));
  }
  expectSettings(records, known, declared);
}

function expectSettings(rows: readonly Row[], known: ReadonlyMap<string, string>, declared: readonly Resource[]): void {
  for (const { kind, name, args } of declared.filter((each) => !isService(each) && each.deploys === undefined)) {
    const { arg, wire } = records[kind].lifecycle.edited;
    const held = rows
      .filter(({ body }) => body.id === known.get(name))
      .map(({ body }) => body.config?.[wire] ?? body[wire]);
    expect([kind, held]).toEqual([kind, [args[arg]]]);
  }
}

/** Holds the state to nothing, and the platform to what it cannot delete. */
export async function expectDestroyed(place: Place, left: readonly Resource[]): Promise<void> {
  const { services, records } = await contentMadeIn(place);
  expect((await place.project.state()).resources).toEqual([]);
  expect(inOrder(services.map(itemOf))).toEqual(inOrder(declaredItems(left)));
  expect(records.filter(({ kind }) => kind === "gitOps")).toHaveLength(left.length === 0 ? 0 : 1);
}
