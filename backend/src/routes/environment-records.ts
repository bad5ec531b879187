/** The five routes of a kind of environment record. None of them is in the API document. */
import { environmentRecordOperations } from "../operations/environment-records.js";
import type { EnvironmentRecordKind } from "../resources/environment-record.js";
import { extended, nameTaken, type Route, results, success } from "./route.js";

export function environmentRecordRoutes<C, A>(kind: EnvironmentRecordKind<C, A>): readonly Route[] {
  const { request, response, noun, description } = kind;
  const operations = environmentRecordOperations(kind);
  const name = kind.kind.charAt(0).toUpperCase() + kind.kind.slice(1);
  const all = `/environment/{environmentId}/${kind.kind}`;
  const one = `/${kind.kind}/{${kind.kind}Id}`;
  const tag = { name: kind.kind, description };
  return [
    extended({
      operation: `create${name}`,
      summary: `Create one ${noun}`,
      tag,
      method: "POST",
      path: all,
      body: request,
      response,
      success: success.create,
      conflict: nameTaken,
      run: operations.create,
    }),
    extended({
      operation: `list${name}s`,
      summary: `List every ${noun} of an environment`,
      tag,
      method: "GET",
      path: all,
      response: results(response),
      success: success.read,
      run: operations.list,
    }),
    extended({
      operation: `get${name}`,
      summary: `Read one ${noun}`,
      tag,
      method: "GET",
      path: one,
      response,
      success: success.read,
      run: operations.get,
    }),
    extended({
      operation: `edit${name}`,
      summary: `Update one ${noun}`,
      tag,
      method: "PUT",
      path: one,
      body: request,
      response,
      success: success.read,
      conflict: nameTaken,
      run: operations.replace,
    }),
    extended({
      operation: `delete${name}`,
      summary: `Delete one ${noun}`,
      tag,
      method: "DELETE",
      path: one,
      success: success.removed,
      run: operations.remove,
    }),
  ];
}
