import type { ResourceDefinition } from "./definition.js";
import type { AppPlatformError } from "./errors/appPlatformError.js";
import type { Operation } from "./operation.js";
import type { Platform } from "./platform.js";
import type { Values } from "./values.js";

/** What a verb works on. */
export interface Scope {
  readonly definition: ResourceDefinition;
  readonly platform: Platform;
  /** The kind's verbs: the defaults, where its definition overrides none. */
  readonly verbs: Verbs;
  /** Kind and name, for messages: `Container "web"`. */
  readonly subject: string;
  /** What all its requests are part of. */
  readonly operation: Operation;
}

/** A resource that exists on the platform. */
export interface Made {
  readonly id: string;
  /** What is known of it: arguments and outputs. */
  readonly state: Values;
}

/** What a kind can do. Each has a default written once; a definition overrides one where its kind really differs. */
export interface Verbs {
  /** What is wrong with the arguments beyond their fields and rules. */
  check(scope: Scope, args: Values): AppPlatformError[];
  create(scope: Scope, args: Values): Promise<Made>;
  /** What is known of it now; nothing where it is gone. */
  read(scope: Scope, id: string, state: Values): Promise<Values | undefined>;
  update(scope: Scope, id: string, state: Values, args: Values): Promise<Values>;
  delete(scope: Scope, id: string, state: Values): Promise<void>;
}
