import type * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { AppPlatformError } from "../errors/appPlatformError.js";
import type { Endpoint } from "../platform/endpoint.js";
import type { Operation } from "../platform/operation.js";
import type { Platform } from "../platform/platform.js";
import type { ArgumentSchemas } from "../schema/argumentSchemas.js";
import type { Values } from "../schema/json.js";
import type { Fields, ObjectField } from "../schema/view.js";

/** The calls of one kind. What is omitted, the API does not have. */
export interface Calls {
  readonly create: Endpoint;
  /** One call that creates and updates; `create` and `update` are the same call then. */
  readonly save?: Endpoint;
  readonly read?: Endpoint;
  readonly list?: Endpoint;
  readonly clone?: Endpoint;
  readonly update?: Endpoint;
  readonly delete?: Endpoint;
  readonly cancel?: Endpoint;
  readonly statuses?: Endpoint;
  readonly redeploy?: Endpoint;
  readonly stop?: Endpoint;
}

/** How a deployment names a service of this kind. */
export interface DeployedAs {
  /** Member of the deploy request, as on the wire. */
  readonly list: string;
  /** Member that carries the id, as on the wire; without it the item is the bare id. */
  readonly idMember?: string;
  /** Members of an item, each with the path of the output that fills it, or `undefined` where only the program can. */
  readonly versions: Readonly<Record<string, string | undefined>>;
}

/** Arguments of a kind, as zod schemas by name. */
export type ArgumentShape = Readonly<Record<string, z.ZodType>>;

/** All that is particular to a kind. */
export interface ResourceDefinition<Shape extends ArgumentShape = ArgumentShape, Kind extends string = string> {
  readonly kind: Kind;
  readonly description: string;
  /** The arguments as the kind's file declares them, without those that every kind has. */
  readonly shape: Shape;
  /** All arguments. */
  readonly args: Fields;
  readonly schemas: ArgumentSchemas;
  /** Members of responses that are no arguments. */
  readonly outputs: Fields;
  readonly api: Calls;
  readonly deployedAs?: DeployedAs;
  /** Parameters by which the list can be filtered, as the query spells them. */
  readonly listFilters: Fields;
  /** What an update does with members that the body omits. */
  readonly updateMode: "full" | "partial";
  /** What identifies a resource: the ID that the platform assigns, or its path parameters. */
  readonly identity: "id" | "place";
  /** What destroying the resource does, for the documentation, where that is not a delete. */
  readonly onDestroy?: string;
  /** Program text for the documentation. */
  readonly example: string;
  readonly verbs: Partial<Verbs>;
  /** The arguments as one object, the form in which the engine walks them. */
  readonly body: ObjectField;
  /** Arguments that are path parameters of the create call: another value replaces the resource. */
  readonly pathArgs: readonly string[];
  /** Argument that is the resource's name, unique in its place. */
  readonly nameArg: string | undefined;
}

/** What a verb works on. */
export interface Scope {
  readonly definition: ResourceDefinition;
  readonly platform: Platform;
  /** The kind's verbs: the defaults, where its definition overrides none. */
  readonly verbs: Verbs;
  /** Kind and name, for messages: `Container "web"`. */
  readonly label: string;
  /** What all its requests are part of. */
  readonly operation: Operation;
}

/** What a plan is made on. */
export type PlanScope = Pick<Scope, "definition" | "platform" | "label">;

/** A resource that exists on the platform. */
export interface Created {
  readonly id: string;
  /** What is known of it: arguments and outputs. */
  readonly state: Values;
}

/** What a kind can do. Each has a default written once; a definition overrides one where its kind really differs. */
export interface Verbs {
  /** What is wrong with the arguments beyond their schemas and rules. */
  check(scope: Scope, args: Values): AppPlatformError[];
  /** What an update means, decided before anything is sent: nothing, an update, a replacement. Throws what is refused. */
  plan(scope: PlanScope, id: string, state: Values, args: Values): pulumi.dynamic.DiffResult;
  create(scope: Scope, args: Values): Promise<Created>;
  /** What is known of it now; nothing where it is gone. */
  read(scope: Scope, id: string, state: Values): Promise<Values | undefined>;
  update(scope: Scope, id: string, state: Values, args: Values): Promise<Values>;
  delete(scope: Scope, id: string, state: Values): Promise<void>;
}
