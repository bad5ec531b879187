/** What services have towards the internet: domains and links. */
import { customDomain } from "../resources/custom-domain.js";
import { type Link, linksOf } from "../resources/link.js";
import { exposedKinds } from "../resources/services.js";
import { type Call, findEnvironment, findService, refuseDeletedService } from "./call.js";
import { recordOperations } from "./records.js";

type ExposedKind = (typeof exposedKinds)[number];

export function domainsOf(kind: ExposedKind) {
  return recordOperations(customDomain, {
    findParent: (call) => findService(call, kind).id,
    represent: customDomain.represent,
    refuseWrite(id, { store }) {
      const service = store.services.get(id);
      if (service !== undefined) refuseDeletedService(service);
    },
  }).nested;
}

export function linksOfService(kind: ExposedKind) {
  return (call: Call): { results: Link[] } => ({ results: linksOf(findService(call, kind)) });
}

export function linksOfEnvironment(call: Call): { results: Link[] } {
  const { id } = findEnvironment(call);
  const services = exposedKinds.flatMap(({ kind }) => call.platform.store.services.list(id, kind));
  return { results: services.flatMap(linksOf) };
}
