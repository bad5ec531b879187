/** The five routes of each kind of record of an organization. None of them is in the API document. */
import { organizationRecordOperations } from "../operations/organization-records.js";
import { organizationRecordKinds } from "../resources/organization-records.js";
import { recordRoutes } from "./records.js";
import type { Route } from "./route.js";

export const organizationRecordRoutes: readonly Route[] = organizationRecordKinds.flatMap((kind) => {
  const all = `/organization/{organizationId}/${kind.path ?? kind.kind}`;
  return recordRoutes(kind, organizationRecordOperations(kind), {
    all,
    one: `${all}/{${kind.parameter ?? `${kind.item}Id`}}`,
    named: kind.item,
    taken: "The organization already has one with this name.",
    kept: "A service or a cluster still uses it.",
  });
});
