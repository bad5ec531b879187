/** The routes of records. None of them is in the API document. */
import { z } from "zod";
import type { Call } from "../operations/call.js";
import { plainOperations, type RecordOperations } from "../operations/records.js";
import { type CallOptions, type RecordCall, type RecordKind, recordCalls, servedIn } from "../resources/record.js";
import { secret } from "../schema/secrets.js";
import { text } from "../schema/texts.js";
import { type Endpoint, extended, identityTaken, type Route, results, success } from "./route.js";
import { capitalized, withArticle } from "./wording.js";

interface Paths {
  /** Of the list, for example `/environment/{environmentId}/note`. */
  readonly all: string;
  /** Of one record; `/<kind>/{<kind>Id}` if omitted. */
  readonly one?: string;
  /** What an operation is named after, if several paths have the kind. */
  readonly of?: string;
  /** The status of a create; 201 if omitted. */
  readonly created?: 200 | 201;
  /** When the response to a create or an update is a 409, if not only because of the name. */
  readonly taken?: string;
  /** When the response to a deletion is a 409. */
  readonly kept?: string;
}

/** What is usual about each call. */
type Usual = Omit<Endpoint, "operation" | "summary" | "tag" | "run">;

/** The calls that the kind has. */
export function recordRoutes<C, A, B = C>(
  kind: RecordKind<C, A, B>,
  operations: RecordOperations<A>,
  {
    all,
    one = `/${kind.kind}/{${kind.kind}Id}`,
    of = "",
    created = success.create,
    taken = identityTaken,
    kept: preserved,
  }: Paths,
): readonly Route[] {
  const { calls = everyCall, response, request: body = kind.stored, returnedOnce } = kind;
  const tag = { name: kind.tag ?? kind.kind, description: kind.description };
  const name = `${of}${capitalized(kind.kind)}`;
  const owned = of === "" ? kind.noun : `${kind.noun} of ${withArticle(of.toLowerCase())}`;
  const query =
    kind.filters &&
    Object.fromEntries(
      Object.entries(kind.filters).map(([each, { description }]) => [each, { description, schema: z.string() }]),
    );
  const usual: Record<RecordCall, Usual> = {
    create: {
      method: "POST",
      path: all,
      body,
      success: created,
      conflict: taken,
      ...(returnedOnce && { returnedOnce }),
    },
    list: { method: "GET", path: all, success: success.read, ...(query !== undefined && { query }) },
    get: { method: "GET", path: one, success: success.read },
    edit: { method: "PUT", path: one, body, success: success.read, conflict: taken },
    delete: {
      method: "DELETE",
      path: one,
      success: success.removed,
      ...(preserved !== undefined && { conflict: preserved }),
    },
  };
  return recordCalls.flatMap((call) => {
    const options = calls[call];
    if (options === undefined) return [];
    const shown = call === "delete" ? undefined : responseOf(call, options.response ?? response, returnedOnce);
    return extended({
      operation: call === "list" ? `list${plural(name)}` : `${call}${name}`,
      summary: `${verbs[call]} ${owned}`,
      tag,
      ...usual[call],
      role: options.role,
      ...(shown !== undefined && { response: shown }),
      // A response of its own has only some of the members.
      run:
        options.response === undefined
          ? operations[call]
          : (specified: Call) => shown?.parse(operations[call](specified)),
    });
  });
}

const everyCall: Readonly<Record<RecordCall, CallOptions>> = { create: {}, list: {}, get: {}, edit: {}, delete: {} };

const verbs: Readonly<Record<RecordCall, string>> = {
  create: "Create one",
  list: "List every",
  get: "Read one",
  edit: "Update one",
  delete: "Delete one",
};

function plural(name: string): string {
  return `${name}s`.replace(/([^aeiou])ys$/, "$1ies").replace(/ss$/, "s");
}

/** The response of a call; that of a create also has what is returned once. */
function responseOf(call: RecordCall, response: z.ZodType, once: string | undefined): z.ZodType {
  if (call === "list") return results(response);
  if (call !== "create" || once === undefined) return response;
  if (!(response instanceof z.ZodObject)) throw new Error("What returns something once must respond with an object.");
  const member = secret(text.meta({ description: "No other response has it." }));
  return response.extend({ [once]: member }).meta({ id: `${response.meta()?.id}Created` });
}

/** The routes of a kind about which everything is in its file; none of any other kind. */
export function plainRoutes<C, A, B>(kind: RecordKind<C, A, B>): readonly Route[] {
  const parent = servedIn(kind);
  if (parent === undefined) return [];
  const all = allPath(parent, kind);
  const parameter = `{${kind.parameter ?? `${kind.kind}Id`}}`;
  return recordRoutes(kind, plainOperations(kind), {
    all,
    ...(parent === "environment"
      ? { one: `/${kind.path ?? kind.kind}/${parameter}` }
      : { one: `${all}/${parameter}`, taken: "The organization already has one with this name." }),
    ...(kind.referredToBy !== undefined && { kept: "A service or a cluster still uses it." }),
  });
}

/** The path of the list of a kind. */
export function allPath(parent: string, { path, kind }: Pick<RecordKind<unknown, unknown>, "path" | "kind">): string {
  return `/${parent}/{${parent}Id}/${path ?? kind}`;
}
