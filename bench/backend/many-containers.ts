/** Platforms with many services, restored from a snapshot because creating them one by one takes too long. */
import { randomUUID } from "node:crypto";
import { type Body, bodies } from "../../test/platform/bodies.js";
import type { Platform } from "../../test/platform/platform.js";

interface ServiceRow {
  readonly id: string;
  readonly body: Body & { readonly config: Body };
}

/** Fills an empty platform with copies of one container that has all members; returns their ids. */
export async function addContainers({ request, ids }: Platform, count: number): Promise<string[]> {
  const path = `/environment/${ids.environment}/container`;
  const made = await request("POST", path, { body: bodies.container.full(ids) });
  if (made.status !== 201) throw new Error(made.body.detail);
  const snapshot = (await request("GET", "/_local/snapshot")).body;
  const [row] = snapshot.tables.service as [ServiceRow];
  snapshot.tables.service = Array.from({ length: count }, (_, index) => copyOf(row, `web-${index}`));
  const { status } = await request("PUT", "/_local/snapshot", { body: snapshot });
  if (status !== 204) throw new Error(`The snapshot was refused with ${status}.`);
  return snapshot.tables.service.map(({ id }: ServiceRow) => id);
}

function copyOf(row: ServiceRow, name: string): ServiceRow {
  const id = randomUUID();
  return {
    ...row,
    id,
    body: { ...row.body, id, config: { ...row.body.config, name } },
  };
}

/** Deploys the containers in one deployment. */
export async function deployTogether({ request, ids }: Platform, containers: readonly string[]): Promise<void> {
  const body = { containers: containers.map((id) => ({ id, image_tag: "2" })) };
  const { status } = await request("POST", `/environment/${ids.environment}/service/deploy`, { body });
  if (status !== 202) throw new Error(`The deployment was refused with ${status}.`);
}
