/** The platform: the backend's own handlers in this process, without a socket, in virtual time. */
import { keepFailureRules, readFailureRules } from "../../../backend/src/failure-rules.js";
import { recordKinds } from "../../../backend/src/generated/record-kinds.js";
import { createContext } from "../../../backend/src/local/create-context.js";
import { removeBelongings } from "../../../backend/src/operations/records.js";
import { removeEnvironment, removeService, removeVariable } from "../../../backend/src/operations/removal.js";
import { sweep } from "../../../backend/src/operations/sweep.js";
import { taskState } from "../../../backend/src/progress.js";
import { recordKey } from "../../../backend/src/resources/record.js";
import { routesOf } from "../../../backend/src/routes/table.js";
import { plant, seededIds } from "../../../backend/src/seed.js";
import { createServer, type ServerOptions } from "../../../backend/src/server.js";
import { readRows } from "../../../backend/src/store/snapshot.js";
import { openStore } from "../../../backend/src/store/store.js";
import { ensureKey, signToken } from "../../../backend/src/tokens.js";
import type { EndpointSet, Value, Values } from "../../support/provider.js";

/** A request as it leaves the provider. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response as it leaves the platform. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** Something that exists on the platform: a project, an environment, what is in it, a cluster, or what its GitOps tool is told. */
export interface Thing {
  readonly id: string;
  /** `container`, `variable`, `cluster`, `gitOps` …. */
  readonly kind: string;
  /** The ID of what it is inside of. */
  readonly parentId: string;
  readonly createdAt: string;
  /** What it holds, as the API spells it. */
  readonly config: Values;
}

export type Backend = Awaited<ReturnType<typeof openBackend>>;

export const ids = seededIds;
const tenYears = 10 * 365 * 24 * 3600;

/**
 * Gives injected requests what the handlers ask of real ones: each header by name, with all its values. (A class of its own
 * for each request, as `inject` offers it, would never be freed.)
 */
async function completeRequests(server: ReturnType<typeof createServer>): Promise<void> {
  server.addHook("onSend", async ({ raw }) => {
    const kind = Object.getPrototypeOf(raw);
    if ("headersDistinct" in kind) return;
    Object.defineProperty(kind, "headersDistinct", {
      get(this: { readonly headers: Readonly<Record<string, string>> }) {
        return Object.fromEntries(Object.entries(this.headers).map(([name, value]) => [name, [value]]));
      },
    });
  });
  await server.inject("/_local/health");
}

export async function openBackend(set: EndpointSet) {
  let now: () => number = () => 0;
  const failures: unknown[] = [];
  const opened = openStore(":memory:");
  const key = opened.write(() => ensureKey(opened.meta));
  plant(opened, undefined);
  const local = createContext({
    store: opened,
    key,
    data: ":memory:",
    seed: undefined,
    endpoints: set,
    routes: routesOf(set),
    sharesProcess: true,
    speed: 1,
    time: { ofDay: () => now(), steady: () => now() },
  });
  const { platform } = local;
  const { store } = platform;
  const ignore = () => undefined;
  const logger: ServerOptions["logger"] = {
    level: "error",
    ...{ trace: ignore, debug: ignore, info: ignore, warn: ignore, fatal: ignore, silent: ignore },
    error: (failure: unknown) => void failures.push(String((failure as { err: Error }).err.stack)),
    child: () => logger,
  };
  // The console is not bound to the set that the API serves.
  const server = createServer({ local, logger });
  const console = createServer({ local: { ...local, routes: routesOf("extended") }, logger });
  await completeRequests(server);
  const token = await signToken(key, { role: "admin", organizationId: ids.organization, ttlSeconds: tenYears });

  const handle = async (
    at: ReturnType<typeof createServer>,
    { method, path, headers, body }: Exchange,
  ): Promise<Answer> => {
    const answer = await at.inject({
      method: method as "GET",
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    const specified = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return {
      status: answer.statusCode,
      // In whole seconds, as HTTP tells it.
      headers: { ...Object.fromEntries(specified), date: new Date(now()).toUTCString() },
      text: answer.payload,
    };
  };

  const byConsole = (path: string, body: Values) =>
    handle(console, {
      method: "POST",
      path,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  /** Where the store has a record. */
  const keyOf = (kind: string, id: string) =>
    recordKinds
      .filter((each) => wireKindOf(each) === kind)
      .map(recordKey)
      .find((key) => store.records.get(key, id) !== undefined);

  return {
    token,
    /** What the platform itself has failed at. */
    failures,
    /** Does all that one request asks for, at this moment of virtual time. */
    handle: (exchange: Exchange): Promise<Answer> => handle(server, exchange),
    /** All that exists, without what is being deleted. */
    things(): Thing[] {
      sweep(platform);
      const { record, service } = readRows(opened);
      const all = [...record, ...service].map((row) => ({ ...row, body: row.body as unknown as Values }));
      const variables = all.filter(({ kind }) => kind === "child:variable").map(({ body }) => body);
      const found = all.flatMap((row) => thingIn(row, variables));
      const there = new Map(found.map((each) => [each.id, each]));
      const isGone = ({ id, parentId, isLeaving }: (typeof found)[number]): boolean => {
        const parent = parentId === id ? undefined : there.get(parentId);
        return isLeaving || (parent !== undefined && isGone(parent));
      };
      return found.filter((each) => !isGone(each));
    },
    /** When a service was deployed last, in milliseconds; nothing where it never was. */
    deployedAt(id: string): number | undefined {
      const last = store.services.get(id)?.lastDeploymentId ?? undefined;
      const deployment = last === undefined ? undefined : store.deployments.get(last);
      return deployment === undefined ? undefined : Date.parse(deployment.startedAt);
    },
    /** Whether a service was changed since it was deployed last. */
    isOutOfDate(id: string): boolean {
      const service = store.services.get(id);
      return service !== undefined && service.deployedRevision !== null && service.revision > service.deployedRevision;
    },
    /** What the platform's console does, at once: the store as it is. */
    remove: ({ id, kind }: Thing) =>
      store.write(() => {
        if (kind === "environment") return removeEnvironment(platform, id);
        if (store.services.get(id) !== undefined) return removeService(platform, id);
        const variable = kind === "variable" ? store.records.get("child:variable", id) : undefined;
        if (variable !== undefined) return removeVariable(platform, variable as Parameters<typeof removeVariable>[1]);
        for (const inside of store.records.listOf("environment", id)) removeEnvironment(platform, inside.id);
        removeBelongings(platform, id);
        const key = keyOf(kind, id);
        if (key !== undefined) store.records.remove(key, id);
      }),
    edit: ({ id, kind }: Thing, config: Values) =>
      store.write(() => {
        const service = store.services.get(id);
        if (service !== undefined) {
          const edited = { ...service.config, ...config };
          store.services.update({ ...service, revision: service.revision + 1, config: edited });
          return;
        }
        const key = keyOf(kind, id);
        const record = key && store.records.get(key, id);
        if (key === undefined || record === undefined) throw new Error(`the console edits ${id}, which is not there`);
        store.records.put(key, id, { ...record, config: { ...(record.config as Values), ...config } });
      }),
    async make(path: string, body: Values): Promise<string> {
      const answer = await byConsole(path, body);
      if (answer.status >= 300) throw new Error(`the console makes nothing of ${path}: ${answer.text}`);
      return JSON.parse(answer.text).id;
    },
    failNext(service: string): void {
      const rest = { cluster: undefined, during: null, reason: undefined };
      const rule = { service, state: "DEPLOYMENT_ERROR", times: 1, ...rest } as const;
      store.write(() => keepFailureRules(platform, [...readFailureRules(platform), rule]));
    },
    /** The services whose last deployment is that of a request, and has failed. */
    failedIn(request: string): readonly string[] {
      return store.records
        .list("environment")
        .flatMap(({ id }) => store.services.listAll(id))
        .filter(({ id, lastDeploymentId }) => {
          const last = lastDeploymentId === null ? undefined : store.deployments.get(lastDeploymentId);
          const task = last?.tasks.find(({ serviceId }) => serviceId === id);
          if (last === undefined || task === undefined || last.requestId !== request) return false;
          return taskState(last, task, platform.clock.elapsedSeconds(last.started)).endsWith("_ERROR");
        })
        .map(({ id }) => id);
    },
    /** Deploys a container with a tag. Whether the platform accepts it. */
    async deploy({ id, parentId }: Thing, tag: string): Promise<boolean> {
      const body = { containers: [{ id, image_tag: tag }] };
      const { status, text } = await byConsole(`/environment/${parentId}/service/deploy`, body);
      if (status !== 202 && status !== 409) throw new Error(`the console deploys no container: ${text}`);
      return status === 202;
    },
    /** Forgets everything; the clock tells the time from then on. */
    reset(clock: () => number): void {
      now = clock;
      failures.length = 0;
      store.write(() => store.clear());
      store.write(() => keepFailureRules(platform, []));
      plant(store, undefined);
    },
    async close(): Promise<void> {
      await server.close();
      await console.close();
      store.close();
    },
  };
}

/** A kind of record as paths spell it: the credentials of all clouds are spelled alike. */
const wireKindOf = ({ path, kind }: (typeof recordKinds)[number]) => (path ?? kind).split("/").at(-1) ?? kind;

/** What a row of the store says that exists, with whether its deletion has begun. */
function thingIn(
  { kind, id, body }: { readonly kind: string; readonly id: string; readonly body: Values },
  variables: readonly Values[],
): (Thing & { readonly isLeaving: boolean })[] {
  const { createdAt = "", deletingSince = null } = body;
  const known = (parentId: unknown, config: Values, rest: Partial<Thing> = {}) => [
    {
      id,
      kind,
      createdAt: String(createdAt),
      parentId: String(parentId),
      config,
      isLeaving: deletingSince !== null,
      ...rest,
    },
  ];
  const config = (body.config ?? {}) as Values;
  const record = recordKinds.find((each) => recordKey(each) === kind);
  if (record !== undefined) return known(body.parentId, config, { kind: wireKindOf(record) });
  if (kind === "environment") return known(body.projectId, body);
  if (kind === "cluster") return known(id, config);
  if (kind === "gitOps")
    return known(body.cluster_id, body, { id: String(body.id), createdAt: String(body.created_at) });
  if (body.environmentId === undefined) return [];
  const own = variables.filter(({ parentId }) => parentId === id).map((each) => each.config as Values);
  const values = Object.fromEntries(own.map(({ key, value }) => [String(key), value as Value]));
  return known(body.environmentId, { ...config, variables: values, stageId: body.stageId ?? null });
}
