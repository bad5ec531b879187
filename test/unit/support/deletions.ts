/** Deletions in a stack and on a platform of which all is known. */
import { expect } from "vitest";
import { NotFoundError } from "../../../provider/errors/index.js";
import { definitions } from "../../../provider/kinds/index.js";
import { newOwners, soleOwner } from "../../../provider/ownership/stackOwners.js";
import { urnOf } from "../../support/frontend.js";
import type { Call, Endpoint, EndpointSet, StackResource, Values } from "../../support/provider.js";
import { connected, definitionOf } from "./fake-platform.js";

/** A resource of the stack's state. */
export const resource = (kind: string, name: string, id: string, more: Partial<StackResource> = {}): StackResource => ({
  ...{ urn: urnOf(kind, name), kind, id, values: {} },
  ...more,
});

export interface World {
  readonly kind?: string;
  readonly name?: string;
  /** Nothing if the provider doesn't receive it. */
  readonly urn?: string | undefined;
  /** The state of the stack now, and what the runs before left in it. An error if it cannot be read. */
  readonly state?: readonly StackResource[] | Error;
  readonly before?: readonly StackResource[] | Error;
  readonly endpoints?: EndpointSet;
  readonly onDelete?: "warn" | "fail" | "everything";
  /** What the platform lists, by the path of the list; an error if it answers with one. */
  readonly lists?: Readonly<Record<string, readonly Values[] | Error>>;
  readonly statuses?: Values | readonly Values[] | Error;
}

const shown = (path: string, values: Values) => path.replace(/\{\+?(\w+)\}/g, (_, name) => String(values[name]));

/** A resource that is to be deleted, in a stack and on a platform of which all is known. */
export function worldOf(world: World = {}) {
  const { kind = "Container", name = "web", state, before = [], endpoints = "extended", onDelete = "warn" } = world;
  const reads: string[] = [];
  const requested: string[] = [];
  const orFail = <T>(value: T | Error): T => {
    if (value instanceof Error) throw value;
    return value;
  };
  const owners =
    state === undefined
      ? soleOwner
      : newOwners(async (_, __, moment) => {
          reads.push(moment);
          return orFail(moment === "now" ? state : before);
        });
  const { platform, run, log, warnings } = connected("http://127.0.0.1:9", {
    ...{ endpoints, owners, environment: { APP_PLATFORM_ON_DELETE: onDelete } },
  });
  const definition = definitionOf(kind);
  const call: Call = {
    definition,
    label: `${kind} "${name}"`,
    urn: "urn" in world ? world.urn : urnOf(kind, name),
    ...{ log, run },
    redact: (text) => text,
    verbs: {} as Call["verbs"],
    operation: platform.client.begin(),
    kindNamed: (named) => {
      const found = definitions.find((each) => each.kind === named);
      return found && { definition: found, verbs: {} as Call["verbs"] };
    },
    platform: {
      ...platform,
      client: {
        ...platform.client,
        receive: async ({ endpoint, members }: { endpoint: Endpoint<boolean>; members: Values }) => {
          requested.push(`${endpoint.method} ${shown(endpoint.path, members)}`);
          return { json: orFail(world.statuses ?? {}), status: 200, headers: {} };
        },
      } as Call["platform"]["client"],
      lists: {
        ...platform.lists,
        // No other list than one that is requested for the deletions that need it now.
        all: undefined,
        together: async ({ endpoint, members }: { endpoint: Endpoint; members: Values }, operation: unknown) => {
          expect(operation).toBe(call.operation);
          const line = `${shown(endpoint.path, members)}${endpoint.parent === undefined ? "" : `?${members[endpoint.parent.member]}`}`;
          requested.push(line);
          return orFail(world.lists?.[line] ?? []);
        },
      } as unknown as Call["platform"]["lists"],
    },
  };
  return { call, definition, warnings, reads, requested, ownership: run.ownership, run, platform: call.platform };
}

export const unread = new Error("no stack selected");
/** Where no stack matters. */
export const noKind = { kindNamed: () => undefined };
export const missing = new NotFoundError({} as ConstructorParameters<typeof NotFoundError>[0]);
