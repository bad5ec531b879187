import type { Log } from "../definition/kind.js";
import type { CallLimits } from "../platform/operation.js";
import type { Values } from "../schema/json.js";
import type { KnownSecrets } from "../values/secrets.js";
import type { Normalized } from "../values/stored.js";
import type { LookupAddresses } from "./hints.js";

/** What the engine stores of a resource between two calls. */
export interface StoredResource {
  /** Arguments and outputs. */
  readonly values: Values;
  /** After a partial failure: what the program specified before and in the failed update, since some of it may not be removed yet. */
  readonly previous?: Values | undefined;
  /** Identifies the last change of an argument. Unknown in a preview, nothing if no program manages the resource. */
  readonly revision: string | undefined;
  /** The location of the platform on which it was last seen (`locationOf`); nothing if no read or write has shown that. */
  readonly location?: string | undefined;
  /** What the platform stores instead of some values that were sent. */
  readonly normalized?: Normalized | undefined;
}

export interface WrittenResource {
  /** Empty in the preview of a create. */
  readonly id: string;
  readonly stored: StoredResource;
}

/** A resource that a read has found. */
export interface FoundResource {
  /** `values` is the object of the request if nothing has changed. */
  readonly stored: StoredResource;
  /** The old inputs with the values of the resource; nothing without old inputs. */
  readonly args: Values | undefined;
}

/** What each request says about its caller. If the provider sets no limits, those of the settings apply. */
interface Request extends CallLimits {
  readonly log: Log;
}

/** A call of Pulumi's engine about one resource. The dynamic and the native provider make the same from it. */
export interface EngineRequest extends Request {
  /** Nothing if the provider doesn't receive it. */
  readonly urn?: string | undefined;
  /** Its name in the program, for a provider that may not receive the URN. */
  readonly resourceName?: string | undefined;
  /** Empty for a new resource; for an import, its address: `<id>`, or `<environmentId>/<id>`. */
  readonly id: string;
  /** What the engine has stored of it. Nothing is known of a new resource. */
  readonly state: StoredResource;
  /** The inputs in the state; nothing for a new resource, a lookup and a delete, or if the provider doesn't receive them. */
  readonly oldInputs?: Values | undefined;
  /** The program's arguments. In a check, as the program sets them; later, as that check returned them. */
  readonly inputs: Values;
  /** Paths in `ignoreChanges`. */
  readonly ignoreChanges?: readonly string[];
  /** Whether to send nothing, and return what is known of the result. */
  readonly isPreview?: boolean;
  readonly secrets: SecretNames;
}

/** Names of arguments and outputs that are secret because the program marks them. */
export interface SecretNames {
  readonly now: readonly string[];
  /** Those that it marked before: a value is still secret while the platform keeps it. */
  readonly before: KnownSecrets;
}

export const noSecrets: SecretNames = { now: [], before: { names: [], values: {} } };

export interface CheckRequest extends EngineRequest {
  /** Names of arguments that are unknown, since they depend on a resource outside of this run. */
  readonly pending?: readonly string[];
  /** The platforms that the program's lookups have read. */
  readonly lookups?: LookupAddresses;
}

export interface DiffRequest extends EngineRequest {
  /** Whether a refresh has just read it: then nothing is planned, and so nothing refused. */
  readonly isOfRefresh?: boolean;
  /** Whether the other provider created the resource, with explicit providers that this one doesn't know. */
  readonly isFromOtherProvider?: boolean;
}

export type UpdateRequest = Omit<DiffRequest, "isOfRefresh">;

export interface ReadRequest extends EngineRequest {
  /** Whether a program reads an existing resource (`Database.get`), which no state has. */
  readonly isLookup?: boolean;
}

export interface LookupRequest extends Request {
  /** Path parameters, filters, `connection` and, for a single resource, its `id` or `name`. */
  readonly args: Values;
}

export interface DocumentRequest extends LookupRequest {
  /** Its name in the definition: `Kubeconfig`. */
  readonly name: string;
}
