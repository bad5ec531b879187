import * as requests from "@pulumi/pulumi/proto/provider_pb.js";
import type { Values } from "../schema/json.js";

/**
 * Which resource a call is about. Every request of Pulumi's has a URN, but the SDK's server for dynamic providers passes on only the
 * ID and the properties. So this notes the URN when the server reads one of these from a request. The request with which Pulumi
 * loads the first provider is under way by then: of that one, only the ID is still to be read.
 */

/** By the properties that the server passes. */
const urns = new WeakMap<object, string>();
/** Of the request whose ID was read last. */
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
