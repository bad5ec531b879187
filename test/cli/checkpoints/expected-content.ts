/** Which services the platform has and the state knows, compared with what the program says. What they are like is for a preview. */
import { expect } from "vitest";
import type { KindName } from "../../engine/kind-names.js";
import { records } from "../../kinds/index.js";
import type { Platform } from "../../platform/platform.js";
import type { Project } from "../crashes/project.js";
import type { Resource } from "./declarations.js";

interface Row {
  readonly kind: string;
  readonly id: string;
  readonly environment_id: string;
  readonly body: { readonly config?: { readonly name?: unknown } };
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

const serviceKindOf = (kind: KindName): unknown => records[kind].service;
const isService = ({ kind }: Resource) => typeof serviceKindOf(kind) === "string";

async function contentMadeIn({ platform, existing }: Place): Promise<Content> {
  const { services, records } = await contentOf(platform);
  const before = new Set(existing.map(({ id }) => id));
  return { services: services.filter(({ id }) => !before.has(id)), records };
}

/** Holds the platform to exactly the services that the program says, and the state to the IDs of exactly these. */
export async function expectContent(place: Place, declared: readonly Resource[]): Promise<void> {
  const { services } = await contentMadeIn(place);
  const state = await place.project.state();
  expect(state.pending).toBe(0);
  expect(state.resources.map(({ name }) => name).sort()).toEqual(declared.map(({ name }) => name).sort());
  const idOf = (name: string) => state.resources.find((each) => each.name === name)?.id;
  const made = services.map(({ kind, environment_id, id, body }) => [kind, environment_id, body.config?.name, id]);
  const known = declared
    .filter(isService)
    .map(({ kind, name, args }) => [serviceKindOf(kind), args.environmentId, args.name, idOf(name)]);
  expect(made.sort()).toEqual(known.sort());
}

/** Holds the state to nothing, and the platform to what it cannot delete. */
export async function expectDestroyed(place: Place, left: readonly Resource[]): Promise<void> {
  const { services, records } = await contentMadeIn(place);
  expect((await place.project.state()).resources).toEqual([]);
  const names = left.filter(isService).map(({ args }) => args.name);
  expect(services.map(({ body }) => body.config?.name).sort()).toEqual(names.sort());
  expect(records.filter(({ kind }) => kind === "gitOps")).toHaveLength(left.length === 0 ? 0 : 1);
}
