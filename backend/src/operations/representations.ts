/** Services as responses show them. What was shown before is kept, because a list has thousands of them. */
import type { Platform } from "../platform.js";
import type { Kind } from "../resources/service.js";
import { serviceKindOf } from "../resources/services.js";
import type { Representation, StoredService } from "../store/services.js";
import { JsonText, listOf } from "./json-text.js";

function represent({ store, related }: Platform, service: StoredService): Representation {
  const { id, kind, config } = service;
  const json = Buffer.from(JSON.stringify(serviceKindOf(service).represent(service, related)));
  const representation = { id, kind, name: config.name, json };
  store.services.represent(representation);
  return representation;
}

/** The service with an id; undefined if it is not of the kind. */
export function representedService(platform: Platform, kind: Kind, id: string): JsonText | undefined {
  const { services } = platform.store;
  const known = services.represented(id);
  if (known !== undefined) return known.kind === kind ? describing(known) : undefined;
  const service = services.get(id);
  return service?.kind === kind ? describing(represent(platform, service)) : undefined;
}

function describing({ id, name, json }: Representation): JsonText {
  return new JsonText(json, { service: { id, name } });
}

/** All services of a kind in an environment, in the order in which they were created. */
export function representedServices(platform: Platform, environmentId: string, kind: Kind): JsonText {
  const { services } = platform.store;
  const shown = services
    .list(environmentId, kind)
    .map((service) => services.represented(service.id) ?? represent(platform, service));
  return listOf(shown.map(({ json }) => json));
}
