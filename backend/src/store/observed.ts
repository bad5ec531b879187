/** A store that says what was written to it, so that nobody has to read everything again to find out. */
import type { Deployment } from "../progress.js";
import { isObject } from "../schema/values.js";
import type { Store } from "./store.js";

/** A write may be rolled back after it was reported: whoever listens reads the content again. */
export interface StoreListener {
  service(id: string): void;
  deployment(deployment: Pick<Deployment, "id" | "environmentId">): void;
  /** @param environmentId The environment that the record belongs to, if it belongs to one. */
  record(environmentId: string | undefined): void;
  /** All content was removed, to be replaced. */
  cleared(): void;
}

function placeOf(record: unknown): string | undefined {
  const place = isObject(record) ? record.environmentId : undefined;
  return typeof place === "string" ? place : undefined;
}

export function observed(store: Store, listener: StoreListener): Store {
  const { services, deployments, records } = store;
  return {
    ...store,
    services: {
      ...services,
      insert(service) {
        services.insert(service);
        listener.service(service.id);
      },
      update(service) {
        services.update(service);
        listener.service(service.id);
      },
      remove(id) {
        services.remove(id);
        listener.service(id);
      },
    },
    deployments: {
      ...deployments,
      insert(deployment) {
        deployments.insert(deployment);
        listener.deployment(deployment);
      },
      update(deployment) {
        deployments.update(deployment);
        listener.deployment(deployment);
      },
    },
    records: {
      ...records,
      put(kind, id, record) {
        records.put(kind, id, record);
        listener.record(placeOf(record));
      },
      remove(kind, id) {
        const place = placeOf(records.get(kind, id));
        const isRemoved = records.remove(kind, id);
        listener.record(place);
        return isRemoved;
      },
    },
    clear() {
      store.clear();
      listener.cleared();
    },
  };
}
