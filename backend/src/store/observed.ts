/** A store that reports what is written to it, so that listeners need not read everything again. */
import type { Deployment } from "../progress.js";
import { isObject } from "../schema/values.js";
import type { RecordKind } from "./records.js";
import type { Store } from "./store.js";

/** A write may be rolled back after it was reported: whoever listens reads the content again. */
export interface StoreListener {
  service(id: string): void;
  deployment(deployment: Pick<Deployment, "id" | "environmentId">): void;
  /** @param parentId What the record belongs to, if it belongs to something. */
  record(kind: RecordKind, parentId: string | undefined): void;
  /** All content was removed, to be replaced. */
  cleared(): void;
}

function parentOf(record: unknown): string | undefined {
  const parentId = isObject(record) ? record.parentId : undefined;
  return typeof parentId === "string" ? parentId : undefined;
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
      outdate(id) {
        services.outdate(id);
        listener.service(id);
      },
      setStage(ids, stageId, isSkipped) {
        services.setStage(ids, stageId, isSkipped);
        for (const id of ids) listener.record("child:deploymentStage", services.get(id)?.environmentId);
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
        listener.record(kind, parentOf(record));
      },
      remove(kind, id) {
        const parentId = parentOf(records.get(kind, id));
        const isRemoved = records.remove(kind, id);
        listener.record(kind, parentId);
        return isRemoved;
      },
    },
    clear() {
      store.clear();
      listener.cleared();
    },
  };
}
