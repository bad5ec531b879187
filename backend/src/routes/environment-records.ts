/** The five routes of a kind of environment record. None of them is in the API document. */
import { environmentNamed, findEnvironment, refuseDeletedEnvironment } from "../operations/call.js";
import { recordOperations } from "../operations/records.js";
import { type EnvironmentRecordKind, recordKindOf } from "../resources/environment-record.js";
import { recordRoutes } from "./records.js";
import type { Route } from "./route.js";

export function environmentRecordRoutes<C, A>(kind: EnvironmentRecordKind<C, A>): readonly Route[] {
  const recordKind = recordKindOf(kind);
  const operations = recordOperations(recordKind, {
    findParent: (call) => findEnvironment(call).id,
    refuseWrite: (id, platform) => refuseDeletedEnvironment(environmentNamed(platform, id)),
    represent: kind.represent,
  });
  return recordRoutes(recordKind, operations, { all: `/environment/{environmentId}/${kind.kind}`, of: "" });
}
