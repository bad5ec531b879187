import { createHash } from "node:crypto";
import * as requests from "@pulumi/pulumi/proto/provider_pb.js";
import { isObject, sameJson, type Value, type Values } from "../schema/json.js";
import type { DynamicInput } from "./givenText.js";

/** Number of resources whose marks are remembered. The engine may check all resources of a stack before it creates the first one. */
const maxRemembered = 100_000;

/** What a check gets about arguments: the names of those that the program marks as secret, and of those that aren't part of this run. */
type Extras = Pick<DynamicInput, "secrets" | "pending">;

/**
 * What a check received besides the arguments, kept until the diff, create or update of the same resource in this process. Among the inputs
 * that the engine keeps, it would show as a difference whenever a program starts to mark a value.
 */
export function newMarkedSecrets(limit = maxRemembered) {
  const known = new Map<string, Extras>();
  return {
    remember(args: Values, { secrets, pending }: Extras): void {
      if (secrets.length === 0 && pending.length === 0) return;
      const key = digest(args);
      known.delete(key);
      known.set(key, { secrets, pending });
      const [oldest] = known.keys();
      if (known.size > limit && oldest !== undefined) known.delete(oldest);
    },
    /** What the engine passes, with what the check received besides these arguments. */
    recall(input: DynamicInput): DynamicInput {
      return known.size === 0 ? input : { ...input, ...known.get(digest(input.values)) };
    },
  };
}

/** The same text for the same values, whatever the order of their members. Arguments may be long, and contain secrets. */
function digest(values: Values): string {
  const sorted = (_: string, value: Value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return createHash("sha256").update(JSON.stringify(values, sorted)).digest("base64");
}

/** Number of checks that are remembered. The engine diffs a resource right after its check. */
const rememberedChecks = 32;

/** The arguments before, which the engine passes to check, and to neither diff nor update. */
export function newArgumentsBefore() {
  let checks: readonly { readonly before: Values; readonly args: Values }[] = [];
  const planned = new Map<string, Values>();
  return {
    /** The arguments of a resource were checked: those that the engine has, and the new ones. */
    checked(before: Values, args: Values): void {
      checks = [{ before, args }, ...checks].slice(0, rememberedChecks);
    },
    /** Those that the engine had before these; nothing if these were not checked. */
    before: (args: Values) => checks.find((each) => sameJson(each.args, args))?.before,
    /** An update of the resource is planned. */
    planned(id: string, before: Values | undefined): void {
      if (before !== undefined) planned.set(id, before);
    },
    /** What the arguments were before the update that follows the plan. */
    plannedBefore: (id: string) => planned.get(id),
  };
}

/** One read of a refresh. */
export interface Refresh {
  readonly id: string;
  /** What the state knew before. */
  readonly before: Values;
  /** What the read returned: `before` itself if nothing has changed. */
  readonly outputs: Values;
  /** What a program would give for these outputs. */
  readonly inputs: Values;
}

/**
 * Reads of a refresh whose diff is still to come. After each read, the engine diffs what was read against the inputs in the
 * state; that diff must reject nothing. The engine does not say whether a read or a diff belongs to a refresh or an update.
 */
export function newRefreshes() {
  let pending: readonly Refresh[] = [];
  return {
    /** A read returned these values. */
    read(refresh: Refresh): void {
      pending = [...pending.filter(({ id }) => id !== refresh.id), refresh];
    },
    /** A resource's inputs are checked: the refresh of a resource with these inputs has ended. */
    checked(inputs: Values): void {
      if (pending.length > 0) pending = pending.filter((each) => !sameJson(each.inputs, inputs));
    },
    /** The read that returned these outputs; nothing if there was none, or it was taken before. */
    take(id: string, outputs: Values): Refresh | undefined {
      const found = pending.find((each) => each.id === id && sameJson(each.outputs, outputs));
      pending = pending.filter((each) => each !== found);
      return found;
    },
  };
}

/**
 * Which resource a call is about. Every request of Pulumi's has a URN, but the SDK's server for dynamic providers passes on only the
 * ID and the properties. So this notes the URN when the server reads one of these from a request. The request with which Pulumi
 * loads the first provider is under way by then: of that one, only the ID is still to be read.
 */

/** By the properties that the server passes. */
const urns = new WeakMap<object, string>();
/** From the request whose ID was read last. */
let latest: string | undefined;

/** The URN of a call to which the server passes these properties and no ID that it has just read: a create or a read. */
export function urnOf(properties: Values): string | undefined {
  return urns.get(properties);
}

/** The URN of a call for which the server reads the ID right before: a diff, an update or a delete. Ask for it before you wait. */
export function urnOfLatest(): string | undefined {
  const urn = latest;
  latest = undefined;
  return urn;
}

interface Request {
  getUrn(): string;
}

/** Calls `note` whenever the server reads something of such a request. */
function whenRead(
  request: { readonly prototype: object },
  what: string,
  note: (urn: string, read: unknown) => void,
): void {
  const methods = request.prototype as Record<string, (this: Request) => unknown>;
  const read = methods[what] as (this: Request) => unknown;
  methods[what] = function (this: Request) {
    const result = read.call(this);
    note(this.getUrn(), result);
    return result;
  };
}

let isNoting = false;

export function noteUrns(): void {
  if (isNoting) return;
  isNoting = true;
  for (const request of [requests.DiffRequest, requests.UpdateRequest, requests.DeleteRequest]) {
    whenRead(request, "getId", (urn) => {
      latest = urn;
    });
  }
  for (const request of [requests.CreateRequest, requests.ReadRequest]) {
    whenRead(request, "getProperties", (urn, struct) => {
      const { toJavaScript } = struct as { toJavaScript(): Values };
      Object.assign(struct as object, {
        toJavaScript() {
          const values = toJavaScript.call(struct);
          urns.set(values, urn);
          return values;
        },
      });
    });
  }
}
