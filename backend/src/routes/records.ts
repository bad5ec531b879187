/** The routes of records that belong to a parent. None of them is in the API document. */
import type { RecordOperations } from "../operations/records.js";
import type { RecordKind } from "../resources/record.js";
import { extended, identityTaken, type Route, results, success } from "./route.js";
import { capitalized, withArticle } from "./wording.js";

type RoutedKind<C, A> = Pick<RecordKind<C, A>, "kind" | "noun" | "description" | "stored" | "response">;

interface Paths {
  /** Of the list, for example `/environment/{environmentId}/note`. */
  readonly all: string;
  /** Of one record; `/<kind>/{<kind>Id}` if omitted. */
  readonly one?: string;
  /** What an operation is named after, if several paths have the kind. */
  readonly of?: string;
  /** What operations are named after, if not the kind, for example `annotationsGroup`. */
  readonly named?: string;
  /** The status of a create; 201 if omitted. */
  readonly created?: 200 | 201;
  /** When the response to a create or an update is a 409, if not only because of the name. */
  readonly taken?: string;
  /** When the response to a deletion is a 409. */
  readonly kept?: string;
}

/** Create, list, read, update and delete. */
export function recordRoutes<C, A>(
  { kind, noun, description, stored, response }: RoutedKind<C, A>,
  operations: RecordOperations<A>,
  {
    all,
    one = `/${kind}/{${kind}Id}`,
    of = "",
    named = kind,
    created = success.create,
    taken = identityTaken,
    kept,
  }: Paths,
): readonly Route[] {
  const tag = { name: kind, description };
  const name = `${of}${capitalized(named)}`;
  const owned = of === "" ? noun : `${noun} of ${withArticle(of.toLowerCase())}`;
  return [
    extended({
      operation: `create${name}`,
      summary: `Create one ${owned}`,
      tag,
      method: "POST",
      path: all,
      body: stored,
      response,
      success: created,
      conflict: taken,
      run: operations.create,
    }),
    extended({
      operation: `list${`${name}s`.replace(/ys$/, "ies").replace(/ss$/, "s")}`,
      summary: `List every ${owned}`,
      tag,
      method: "GET",
      path: all,
      response: results(response),
      success: success.read,
      run: operations.list,
    }),
    extended({
      operation: `get${name}`,
      summary: `Read one ${owned}`,
      tag,
      method: "GET",
      path: one,
      response,
      success: success.read,
      run: operations.get,
    }),
    extended({
      operation: `edit${name}`,
      summary: `Update one ${owned}`,
      tag,
      method: "PUT",
      path: one,
      body: stored,
      response,
      success: success.read,
      conflict: taken,
      run: operations.replace,
    }),
    extended({
      operation: `delete${name}`,
      summary: `Delete one ${owned}`,
      tag,
      method: "DELETE",
      path: one,
      success: success.removed,
      ...(kept !== undefined && { conflict: kept }),
      run: operations.remove,
    }),
  ];
}
