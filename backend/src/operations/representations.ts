/** Services as responses show them. What was shown before is kept, because a list has thousands of them. */
import type { Platform } from "../platform.js";
import type { Kind } from "../resources/service.js";
import { serviceKindOf } from "../resources/services.js";
import type { Representation } from "../store/memory.js";
import type { StoredService } from "../store/services.js";
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

/**
 * The items as responses show them. One that lacks something in the data file must not take the others with it: it is left
 * out and reported.
 */
export function eachShown<T extends { id: string }, A>(
  { store }: Platform,
  items: Iterable<T>,
  show: (item: T) => A,
): A[] {
  const shown: A[] = [];
  for (const item of items) {
    try {
      shown.push(show(item));
    } catch (error) {
      store.report(new Error(`${item.id} in the data file cannot be shown: ${(error as Error).message}`));
    }
  }
  return shown;
}

function describing({ id, name, json }: Representation): JsonText {
  return new JsonText(json, { service: { id, name } });
}

/** All services of a kind in an environment, in the order in which they were created. */
export function representedServices(platform: Platform, environmentId: string, kind: Kind): JsonText {
  const { services } = platform.store;
  const ids = services.ids(environmentId, kind);
  const found = new Map<string, Buffer>();
  const missing: string[] = [];
  for (const id of ids) {
    const known = services.represented(id);
    if (known === undefined) missing.push(id);
    else found.set(id, known.json);
  }
  const shown = eachShown(platform, services.each(missing), (service) => represent(platform, service));
  for (const { id, json } of shown) found.set(id, json);
  // Another process may have removed one meanwhile.
  return listOf(ids.flatMap((id) => found.get(id) ?? []));
}
