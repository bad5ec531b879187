/** What services have besides themselves: domains, links and deployment restrictions. */

import { type Link, linksOf } from "../resources/link.js";
import type { RecordKind } from "../resources/record.js";
import { customDomain } from "../resources/records/custom-domain.js";
import { deploymentRestriction } from "../resources/records/deployment-restriction.js";
import { exposedKinds, type serviceKinds } from "../resources/services.js";
import { type Call, findEnvironment, findService, refuseDeletedService } from "./call.js";
import { type RecordHandling, recordOperations } from "./records.js";
import { isUpToDate } from "./visible-variables.js";

type AnyKind = (typeof serviceKinds)[number];

/** A service gets its domains with its next deployment. */
export const domainsOf = (kind: AnyKind) =>
  recordsOf(kind, customDomain, (id, { store }) => {
    const service = store.services.get(id);
    if (service !== undefined && isUpToDate(service)) store.services.outdate(id);
  });
export const restrictionsOf = (kind: AnyKind) => recordsOf(kind, deploymentRestriction);

/** The handlers of records that belong to a service. */
function recordsOf<C, A>(
  kind: AnyKind,
  records: RecordKind<C, A> & Required<Pick<RecordKind<C, A>, "represent">>,
  written?: RecordHandling<C, A>["written"],
) {
  return recordOperations(records, {
    isNested: true,
    ...(written && { written }),
    findParent: (call) => findService(call, kind).id,
    represent: (record, { related }) => records.represent(record, () => 0, related),
    refuseWrite(id, { store }) {
      const service = store.services.get(id);
      if (service !== undefined) refuseDeletedService(service);
    },
  });
}

export function linksOfService(kind: AnyKind) {
  return (call: Call): { results: Link[] } => ({ results: linksOf(findService(call, kind)) });
}

export function linksOfEnvironment(call: Call): { results: Link[] } {
  const { id } = findEnvironment(call);
  const services = exposedKinds.flatMap(({ kind }) => call.platform.store.services.list(id, kind));
  return { results: services.flatMap(linksOf) };
}
