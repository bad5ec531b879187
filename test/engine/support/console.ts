/** What people do beside the program, in the platform's console: look, create, update, delete. */
import { otherCluster } from "../../kinds/shared/ids.js";
import type { Platform } from "../../platform/support/platform.js";

type Json = Record<string, unknown>;

/** A row of the platform's content, as its snapshot holds it. */
export interface Row {
  readonly kind: string;
  readonly id: string;
  readonly environment_id?: string;
  readonly body: Json & { config?: Json };
}

interface Snapshot {
  readonly tables: { record: Row[]; service: Row[] };
}

/** A call of the API, with its path filled in. */
export interface Call {
  readonly method: string;
  readonly path: string;
}

/** What a row says about its resource. A registry has a member of its own called `config`. */
const valuesOf = ({ body }: Row): Json => ("createdAt" in body && body.config) || body;

/** Values without those that are null, which requests do not take everywhere. */
const specified = (values: Json): Json =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

export function consoleOf(platform: Platform) {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await platform.request(method, path, body === undefined ? {} : { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const snapshot = (): Promise<Snapshot> => ask("GET", "/_local/snapshot");
  const put = (content: Snapshot) => ask("PUT", "/_local/snapshot", content);
  const rows = ({ tables }: Snapshot) => [...tables.service, ...tables.record];
  const row = async (id: string) => rows(await snapshot()).find((each) => idOf(each) === id);
  const found = async (id: string) => {
    const one = await row(id);
    if (one === undefined) throw new Error(`the platform holds no ${id}`);
    return one;
  };
  return {
    /** What the platform holds of a resource; nothing where it is gone. */
    look: async (id: string) => {
      const one = await row(id);
      return one === undefined ? undefined : valuesOf(one);
    },
    /** Updates by the call of the API, or, where it serves none, as the console would. */
    async edit(id: string, patch: Json, call?: Call) {
      if (call !== undefined) {
        await ask(call.method, call.path, { ...specified(valuesOf(await found(id))), ...patch });
        return;
      }
      const content = await snapshot();
      for (const one of rows(content)) if (idOf(one) === id) Object.assign(valuesOf(one), patch);
      await put(content);
    },
    /** Deletes by the call of the API, or, where it serves none, as the console would. */
    async remove(id: string, call?: Call) {
      const before = await snapshot();
      if (call !== undefined) await ask(call.method, call.path);
      else {
        const { record, service } = before.tables;
        const others = isNotOf(record, id);
        await put({
          ...before,
          tables: { ...before.tables, record: record.filter(others), service: service.filter(others) },
        });
      }
      return () => put(before);
    },
    /** Creates, by the call of the API, a copy with some values changed, its name among them, and gives its id. */
    async copy(id: string, patch: Json, call: Call) {
      const made = await ask(call.method, call.path, { ...specified(valuesOf(await found(id))), ...patch });
      return idOf(rows(await snapshot()).find((each) => each.id === made.id) ?? made);
    },
  };
}

/** Whether a row is neither the one with an id nor part of it: a snapshot without an environment has no services of it. */
function isNotOf(records: readonly Row[], id: string): (row: Row) => boolean {
  const environments = records.filter(({ body }) => body.clusterId === id).map((row) => row.id);
  const gone: readonly unknown[] = [id, ...environments];
  return (row) =>
    ![idOf(row), row.environment_id, row.body.environmentId, row.body.cluster_id].some((each) => gone.includes(each));
}

/**
 * How programs know what a row is about. The GitOps settings are kept under their cluster's id, and are known under their own; people are
 * known by their email address.
 */
export function idOf({ kind, id, body }: Row): string {
  if (kind === "gitOps") return String(body.id);
  return /:(invitation|member)$/.test(kind) ? String(body.config?.email) : id;
}

/** Gives the platform a second cluster, like the first. */
export async function addCluster(platform: Platform): Promise<void> {
  const { body } = await platform.request("GET", "/_local/snapshot");
  const first = body.tables.record.find(({ kind }: Row) => kind === "cluster");
  const { id, name } = otherCluster;
  const second = { ...first, id, body: { ...first.body, id, config: { ...first.body.config, name } } };
  body.tables.record.push(second);
  await platform.request("PUT", "/_local/snapshot", { body });
}
