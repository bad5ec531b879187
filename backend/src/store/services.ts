import { nameKey } from "../resources/name.js";
import type { Kind, Service } from "../resources/service.js";
import { type Content, deletingSince, type Row } from "./content.js";

export type StoredService = Service<{ name: string }>;
/** A service without its configuration, which is most of it. */
export type ServiceState = Omit<StoredService, "config">;

/** A service as responses show it. */
export interface Representation {
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  readonly json: Buffer;
}

/** Something whose deletion has started, and when. */
export interface Deleting {
  readonly id: string;
  readonly since: number;
}

export interface Services {
  get(id: string): StoredService | undefined;
  /** All of them, in the order in which they were created. */
  all(): StoredService[];
  list(environmentId: string, kind: Kind): StoredService[];
  listAll(environmentId: string): StoredService[];
  states(environmentId: string): ServiceState[];
  /** The id of the service with a name in an environment. */
  named(environmentId: string, kind: Kind, name: string): string | undefined;
  /** How responses show a service, if that is known. */
  represented(id: string): Representation | undefined;
  represent(representation: Representation): void;
  /** A record has changed that representations may include. */
  forgetRepresentations(): void;
  insert(service: StoredService): void;
  update(service: StoredService): void;
  /** Counts an update of something else that the service gets with its next deployment. */
  outdate(id: string): void;
  /** Puts services into a deployment stage; null is the default one of their environment. */
  setStage(ids: readonly string[], stageId: string | null, isSkipped?: boolean): void;
  remove(id: string): void;
  /** The services whose deletion has started, and when. */
  deleting(): readonly Deleting[];
  /** Whether a deployment is the last one of a service. */
  isLastDeployment(id: string): boolean;
}

/** How many bytes all representations may have together. */
const mostBytes = 32 * 1024 * 1024;

const bodyOf = ({ value }: Row<StoredService>) => value;

function nameIn(environmentId: string, kind: Kind, name: string): string {
  return `${environmentId} ${kind} ${nameKey(name)}`;
}

export function openServices(content: Content): Services {
  const table = content.table<StoredService>("service");
  const byEnvironment = table.groupedBy(({ value }) => value.environmentId);
  const byName = table.groupedBy(({ value }) => nameIn(value.environmentId, value.kind, value.config.name));
  const byLastDeployment = table.groupedBy(({ value }) => value.lastDeploymentId);
  const leaving = table.groupedBy(({ value }) => (value.deletingSince === null ? undefined : ""), deletingSince);
  const representations = new Map<string, Representation>();
  let bytes = 0;

  function forget(id: string): void {
    bytes -= representations.get(id)?.json.length ?? 0;
    representations.delete(id);
  }

  function change(id: string, members: (service: StoredService) => Partial<StoredService>): void {
    const service = table.get(id);
    if (service !== undefined) table.set(id, { ...service, ...members(service) });
  }

  table.onChange((before) => before !== undefined && forget(before.key));
  const set = (service: StoredService) => table.set(service.id, service);
  const listAll = (environmentId: string) => byEnvironment(environmentId).map(bodyOf);
  return {
    get: table.get,
    all: () => table.rows().map(bodyOf),
    list: (environmentId, kind) => listAll(environmentId).filter((service) => service.kind === kind),
    listAll,
    states: listAll,
    named: (environmentId, kind, name) => byName(nameIn(environmentId, kind, name))[0]?.key,
    represented: (id) => representations.get(id),
    represent(representation) {
      forget(representation.id);
      representations.set(representation.id, representation);
      bytes += representation.json.length;
      for (const id of representations.keys()) {
        if (bytes <= mostBytes) break;
        forget(id);
      }
    },
    forgetRepresentations() {
      representations.clear();
      bytes = 0;
    },
    insert: set,
    update: set,
    outdate: (id) => change(id, ({ revision }) => ({ revision: revision + 1 })),
    setStage(ids, stageId, isSkipped = false) {
      for (const id of ids) change(id, () => ({ stageId, isSkipped: isSkipped || undefined }));
    },
    remove: (id) => void table.remove(id),
    deleting: () => leaving("").map(({ key, value }) => ({ id: key, since: value.deletingSince ?? 0 })),
    isLastDeployment: (id) => byLastDeployment(id).length > 0,
  };
}
