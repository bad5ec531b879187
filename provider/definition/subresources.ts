import type { z } from "zod";
import type { ApiRequest, Endpoint } from "../platform/endpoint.js";
import { normalId } from "../schema/equality.js";
import { type Fields, isChildren } from "../schema/field.js";
import { isObject, signature, type Value, type Values } from "../schema/json.js";
import type { ChildArguments } from "../values/secrets.js";

/** A child that a program sets: its argument, its key, and its value there. */
export interface Child {
  readonly arg: string;
  readonly key: string;
  readonly value: Value;
}

/** A child in a list of the platform. */
export interface ListedChild {
  readonly id: string;
  readonly key: string;
  /** Nothing if the platform masks it. */
  readonly value: Value | undefined;
  readonly isSecret: boolean;
  /** The argument that can set its value. Otherwise, a new child must replace it. */
  readonly arg: string | undefined;
}

/**
 * Records with keys that the platform keeps for a resource, such as the variables of a service. The program sets them in arguments of the
 * resource, and the lifecycle creates, updates and deletes them with it.
 */
export interface OwnedChildren {
  /** The word in messages: `variable`. */
  readonly noun: string;
  readonly args: ChildArguments & {
    /** Sets children whose values are somewhere else, and which objects describe. */
    readonly external?: string;
  };
  /** The kind of a child that a program declares as a separate resource. */
  readonly kind: string;
  /** The paths of `update` and `delete` contain the ID of the child as `{id}`. */
  readonly api: {
    readonly list: Endpoint;
    readonly create: Endpoint;
    readonly update: Endpoint;
    readonly delete: Endpoint<true>;
    /** Creates several, and changes no existing one. A platform may not serve it. */
    readonly createAll: Endpoint;
  };
  /** The members that select an owner's children in the list. */
  parent(ownerId: string): Values;
  /** A list item as a child; nothing if another resource owns it. */
  listed(item: Values): ListedChild | undefined;
  created(ownerId: string, child: Child): Values;
  /** Nothing if no update can change the existing child to this one, so that a new one must replace it. */
  updated(child: Child, existing: ListedChild): Values | undefined;
  /** The query and the body of `createAll`, for children that aren't external. */
  createdAll(ownerId: string, children: readonly Child[]): Required<Pick<ApiRequest, "query" | "body">>;
  /** Returns the value of each child that `createAll` has created; nothing if the response doesn't say that. */
  valuesCreated(response: Value | undefined): ((child: Child) => Value | undefined) | undefined;
}

/** The identity of a child as a resource that a program declares (`identityKey`). */
export function childIdentity({ kind, parent }: OwnedChildren, ownerId: string, key: string): string {
  const parents = Object.values(parent(ownerId)).map((each) => normalId(String(each)));
  return JSON.stringify([kind, ...parents, key]);
}

/** The keys of the children in arguments. */
export function keysNamed({ args }: { readonly args: Fields }, values: Values): string[] {
  const named = Object.keys(args).map((arg) => (!isChildren(args[arg]) ? undefined : values[arg]));
  return named.flatMap((value) => (isObject(value) && !isEncrypted(value) ? Object.keys(value) : []));
}

/** Whether the state has encrypted arguments with children, so their keys aren't known. */
export function redactsKeys({ args }: { readonly args: Fields }, values: Values): boolean {
  return Object.keys(args).some((arg) => isChildren(args[arg]) && isEncrypted(values[arg]));
}

function isEncrypted(value: Value | undefined): boolean {
  return isObject(value) && Object.hasOwn(value, signature);
}

/**
 * Outputs that a separate call returns, such as the addresses of a service. They're read after a create, after an update that may change
 * them, and by refreshes and lookups.
 */
export interface LinkedOutputs {
  /** The word in messages: `addresses`. */
  readonly noun: string;
  readonly outputs: Readonly<Record<string, z.ZodType>>;
  /** Whether they never change, so that a refresh reads only those that the state lacks. */
  readonly isFixed?: true;
  /** Returns those of one resource: a list if others share one, otherwise an object, which lookups don't read. */
  readonly read: Endpoint;
  /** Returns those of all resources in a parent, so that a refresh sends one request for all. */
  readonly shared?: {
    readonly list: Endpoint;
    /** Member of an item with the ID of its resource, as on the wire. */
    readonly ownerMember: string;
  };
  /** The arguments that change them. */
  readonly follow: readonly string[];
  /** Whether a resource has any. Otherwise, nothing is read. */
  isExpected(state: Values): boolean;
  /** Converts a resource's items to outputs. */
  from(items: readonly Values[], id: string): Readonly<Record<string, Value>>;
}
