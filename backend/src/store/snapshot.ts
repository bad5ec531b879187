/** The rows of the platform's content: all of it is read, or replaced, at once. The signing key is not part of it. */
import type { Deployment } from "../progress.js";
import type { StoredService } from "./services.js";
import type { Store } from "./store.js";

/** The members beside the body repeat what the body says, for those who look a row up in a snapshot. */
export interface Rows {
  record: { kind: string; id: string; body: object }[];
  service: { id: string; kind: string; environment_id: string; body: StoredService }[];
  deployment: { sequence: number; id: string; environment_id: string; body: Deployment }[];
}

export function readRows({ records, services, deployments }: Store): Rows {
  return {
    record: records.all(),
    service: services.all().map((body) => ({
      id: body.id,
      kind: body.kind,
      environment_id: body.environmentId,
      body,
    })),
    deployment: deployments.all().map((body, index) => ({
      sequence: index + 1,
      id: body.id,
      environment_id: body.environmentId,
      body,
    })),
  };
}

/** Two rows have an id, or two services of an environment a name. */
export class Contradiction extends Error {}

function refuse(isThere: boolean): void {
  if (isThere) throw new Contradiction();
}

/** Inserts a row with each step. */
export function* insertRows({ records, services, deployments }: Store, rows: Rows): Generator<void> {
  for (const { kind, id, body } of rows.record) {
    refuse(records.get(kind as "child:", id) !== undefined);
    yield records.put(kind as "child:", id, body as never);
  }
  for (const { body } of rows.service) {
    const { id, environmentId, kind, config } = body;
    refuse(services.get(id) !== undefined || services.named(environmentId, kind, config.name) !== undefined);
    yield services.insert(body);
  }
  for (const { body } of rows.deployment.toSorted((a, b) => a.sequence - b.sequence)) {
    refuse(deployments.get(body.id) !== undefined);
    yield deployments.insert(body);
  }
}
