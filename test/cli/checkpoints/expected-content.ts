/** What the platform has and what the state knows, item by item, compared with what the program says. */
import { expect } from "vitest";
import { idOf as knownAs } from "../../engine/support/console.js";
import type { KindName } from "../../engine/support/kind-names.js";
import { records } from "../../kinds/index.js";
import type { Platform } from "../../platform/support/platform.js";
import type { Values } from "../../support/provider.js";
import type { Project } from "../crashes/project.js";
import type { Resource } from "./declarations.js";

interface Row {
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

export async function contentOf({ request }: Platform) {
  const { service, record } = (await request("GET", "/_local/snapshot")).body.tables;
  return { services: service as readonly Row[], records: record as readonly Row[] };
}

async function contentMadeIn({ platform, existing }: Place) {
  const { services, records } = await contentOf(platform);
  const before = new Set(existing.map(({ id }) => id));
  return { services: services.filter(({ id }) => !before.has(id)), records };
}

const serviceKindOf = (kind: KindName): unknown => records[kind].service;
const isService = ({ kind }: Resource) => typeof serviceKindOf(kind) === "string";

/** What a clone inherits if the program does not say it. */
function descriptionOf(resource: Resource, all: readonly Resource[]): unknown {
  if (resource.cloneOf === undefined || "description" in resource.args) return resource.args.description;
  return all.find(({ name }) => name === resource.cloneOf)?.args.description;
}

/** Holds the platform to exactly what the program says, and the state to the IDs of exactly that. */
export async function expectContent(place: Place, declared: readonly Resource[]): Promise<void> {
  const { services, records: rows } = await contentMadeIn(place);
  const { pending, resources } = await place.project.state();
  expect(pending).toBe(0);
  expect(resources.map(({ name }) => name).sort()).toEqual(declared.map(({ name }) => name).sort());
  const idOf = (name: string) => resources.find((each) => each.name === name)?.id;
  const made = services.map(({ kind, environment_id, id, body: { config } }) => [
    ...[kind, environment_id, id, config?.name, config?.description],
  ]);
  const known = declared.filter(isService).map((resource) => {
    const { kind, name, args } = resource;
    return [serviceKindOf(kind), args.environmentId, idOf(name), args.name, descriptionOf(resource, declared)];
  });
  expect(made.sort()).toEqual(known.sort());
  for (const name of declared.flatMap(({ deploys = [] }) => deploys)) {
    const found = services.find(({ body }) => body.config?.name === name);
    expect(found?.body.deployedRevision ?? `${name} was never deployed`).toEqual(expect.any(Number));
  }
  for (const { kind, name, args } of declared.filter((each) => !isService(each) && each.deploys === undefined)) {
    const { arg, wire } = records[kind].lifecycle.edited;
    const values = rows
      .filter((row) => knownAs(row) === idOf(name))
      .map(({ body }) => body.config?.[wire] ?? body[wire]);
    expect([kind, values]).toEqual([kind, [args[arg]]]);
  }
}

/** Holds the state to nothing, and the platform to what it cannot delete. */
export async function expectDestroyed(place: Place, left: readonly Resource[]): Promise<void> {
  const { services, records } = await contentMadeIn(place);
  expect((await place.project.state()).resources).toEqual([]);
  const names = left.filter(isService).map(({ args }) => args.name);
  expect(services.map(({ body }) => body.config?.name).sort()).toEqual(names.sort());
  expect(records.filter(({ kind }) => kind === "gitOps")).toHaveLength(left.length === 0 ? 0 : 1);
}
