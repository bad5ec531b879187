import type { z } from "zod";
import type { ApiRequest } from "../platform/apiRequest.js";
import type { Endpoint } from "../platform/endpoint.js";
import { type Fields, isChildren } from "../schema/field.js";
import { isObject, type Value, type Values } from "../schema/json.js";
import { signature } from "../values/secrets.js";

/** A child that a program names: its key and value, and whether it is secret. */
export interface Child {
  readonly key: string;
  readonly value: Value;
  readonly isSecret: boolean;
}

/** A child as a list of the platform contains it. */
export interface ListedChild {
  readonly id: string;
  readonly key: string;
  /** Nothing if the platform masks it. */
  readonly value: Value | undefined;
  readonly isSecret: boolean;
  /** Whether an update can give it the value that a program names. Otherwise, only a new one can take its place. */
  readonly holdsValue: boolean;
}

/**
 * Small things that the platform keeps beside a resource, each a record of its own with a key: the variables of a service. The
 * program names them in arguments of the resource (`apart`), and the lifecycle creates, updates and deletes them with it.
 */
export interface OwnedChildren {
  /** What one is called in messages: `variable`. */
  readonly noun: string;
  /** The kind that it is of where a program declares it as a resource of its own. */
  readonly kind: string;
  /** The calls; `update` and `delete` have the ID of the child in their paths, as `{id}`. */
  readonly api: {
    readonly list: Endpoint;
    readonly create: Endpoint;
    readonly update: Endpoint;
    readonly delete: Endpoint<true>;
    /** Creates several, and changes none that exists. A platform may lack it. */
    readonly createAll: Endpoint;
  };
  /** The members by which the list contains what a resource owns. */
  place(ownerId: string): Values;
  /** What identifies the same child where a program declares it as a resource of its own (`identityKey`). */
  asResource(ownerId: string, key: string): string;
  /** An item of the list; nothing if another resource owns it. */
  listed(item: Values): ListedChild | undefined;
  /** The body of a create. */
  created(ownerId: string, child: Child): Values;
  /** The body of an update. */
  updated(child: Child): Values;
  /** The query and the body of a create of several. */
  createdAll(ownerId: string, children: readonly Child[]): Required<Pick<ApiRequest, "query" | "body">>;
  /** Whether the response to it says that it created a child; nothing if it doesn't say that about any. */
  isCreated(response: Value | undefined): ((child: Child) => boolean) | undefined;
}

/** The keys of the children that arguments name. */
export function keysNamed({ args }: { readonly args: Fields }, values: Values): string[] {
  const named = Object.keys(args).map((arg) => (!isChildren(args[arg]) ? undefined : values[arg]));
  return named.flatMap((value) => (isObject(value) && !isEncrypted(value) ? Object.keys(value) : []));
}

/** Whether the state has arguments that name children encrypted as a whole, so their keys aren't known. */
export function hidesKeys({ args }: { readonly args: Fields }, values: Values): boolean {
  return Object.keys(args).some((arg) => isChildren(args[arg]) && isEncrypted(values[arg]));
}

function isEncrypted(value: Value | undefined): boolean {
  return isObject(value) && Object.hasOwn(value, signature);
}

/**
 * Outputs that no response describing a resource has: the platform returns them by a call of their own, such as the addresses of a
 * service. They are read after a create, after an update that may change them, and by a refresh or a lookup.
 */
export interface LinkedOutputs {
  /** What they are called in messages: `addresses`. */
  readonly noun: string;
  readonly outputs: Readonly<Record<string, z.ZodType>>;
  /** Those of one resource: a list if others share one, and otherwise an object, which lookups do not read. */
  readonly read: Endpoint;
  /** Those of all resources in a place: one request for however many a refresh reads. */
  readonly shared?: {
    readonly list: Endpoint;
    /** Member of an item that has the ID of its resource, as on the wire. */
    readonly ownerMember: string;
  };
  /** The arguments that they follow from: an update of others leaves them as they are. */
  readonly follow: readonly string[];
  /** Whether a resource has any: nothing is read for others. */
  isExpected(state: Values): boolean;
  /** The outputs of a resource, from its items. */
  from(items: readonly Values[]): Readonly<Record<string, Value>>;
}
