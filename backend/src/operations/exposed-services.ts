/** What applications and containers have towards the internet: domains and links. */
import type { application } from "../resources/application.js";
import type { container } from "../resources/container.js";
import { customDomain } from "../resources/custom-domain.js";
import { type Link, linkedKinds, linksOf } from "../resources/link.js";
import type { StoredService } from "../store/services.js";
import { type Call, findEnvironment, findService, refuseDeletedService } from "./call.js";
import { recordOperations } from "./records.js";

export type ExposedKind = typeof application | typeof container;

function findExposed(call: Call, kind: ExposedKind): StoredService {
  return kind.kind === "application"
    ? findService(call, kind as typeof application)
    : findService(call, kind as typeof container);
}

export function domainsOf(kind: ExposedKind) {
  return recordOperations(customDomain, {
    findParent: (call) => findExposed(call, kind).id,
    represent: customDomain.represent,
    refuseWrite(id, { store }) {
      const service = store.services.get(id);
      if (service !== undefined) refuseDeletedService(service);
    },
  }).nested;
}

export function linksOfService(kind: ExposedKind) {
  return (call: Call): { results: Link[] } => ({ results: linksOf(findExposed(call, kind)) });
}

export function linksOfEnvironment(call: Call): { results: Link[] } {
  const { id } = findEnvironment(call);
  const services = linkedKinds.flatMap((kind) => call.platform.store.services.list(id, kind));
  return { results: services.flatMap(linksOf) };
}
