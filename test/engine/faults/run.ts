/** One operation of the provider that meets one fault, and its outcome. */
import { subscribe } from "node:diagnostics_channel";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Platform as Backend } from "../../platform/support/platform.js";
import { steadyClock } from "../../support/fake-clock.js";
import type { FrontendName, Kept } from "../../support/frontend.js";
import { type EndpointSet, endpoint } from "../../support/provider.js";
import { contentOf } from "./backend-content.js";
import type { Endpoint, Prepared } from "./endpoints.js";
import { nothingToDo, right, undescribed, unknown } from "./expectations.js";
import type { Fault, Way } from "./faults.js";
import { type Provider, type ProviderSettings, providerAt } from "./provider.js";
import { type Failure, failureFrom, lostIn, unclearIn } from "./reported-failure.js";

interface Reported {
  readonly connectParams: { readonly port: string };
  readonly socket?: Socket;
}

const refused = new Map<string, () => void>();
const opened = new Map<string, Set<Socket>>();

subscribe("undici:client:connectError", (message) => refused.get((message as Reported).connectParams.port)?.());
subscribe("undici:client:connected", (message) => {
  const { connectParams, socket } = message as Reported;
  if (socket === undefined) return;
  const { port } = connectParams;
  const sockets = opened.get(port) ?? new Set();
  opened.set(port, sockets.add(socket));
  socket.once("close", () => sockets.delete(socket));
});

/** Calls back each time that a connection to the port of the address fails. */
function onRefused(url: string, tell: () => void): void {
  refused.set(new URL(url).port, tell);
}

/** Closes the connections that are open to the address: a provider keeps them for its next request. */
function closeConnections(url: string): void {
  const { port } = new URL(url);
  for (const socket of opened.get(port) ?? []) socket.destroy();
  refused.delete(port);
}

/** Ports that systems hand out by themselves begin above: nobody else takes one of these meanwhile. */
const ports = { first: 20_000, last: 32_000 };

async function closedFrontend(target: string) {
  const { hostname, port: targetPort } = new URL(target);
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname);
    near.pipe(far).pipe(near);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  const port = await freePort();
  return {
    url: `http://127.0.0.1:${port}`,
    /** Listens from now on, and passes everything on to the backend. */
    open: () => void server.listen(port, "127.0.0.1"),
    close: () => closed(server),
  };
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.first + Math.floor(Math.random() * (ports.last - ports.first));
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    await closed(server);
    if (isFree) return port;
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => (server.listening ? server.close(() => resolve()) : resolve()));
}

export interface Run {
  /** The right result, or the code of the error. */
  readonly outcome: string;
  /** Promises that were broken, as sentences. */
  readonly wrongs: readonly string[];
}

/** Where a run takes place. */
export interface Place {
  readonly frontend: FrontendName;
  readonly endpoints: EndpointSet;
  /** Where a redirect leads. */
  readonly elsewhere: string;
}

/** Most tries of one request: of a fault that stays, as many as fit between the growing pauses until the operation's time is over. */
const tries = { once: 4, staying: 25 };
/** How much later than its deadline an operation may end on a machine that is busy with other tests, in milliseconds. */
const lag = 1_000;

/** Times of the provider, in seconds: short where only they end the operation. */
function timesOf({ isSlow }: Fault, way: Way) {
  return {
    requestSeconds: isSlow === true ? 0.5 : 10,
    operationSeconds: way === "once" ? 20 : isSlow === true ? 2 : 4,
  };
}

/** What a fault needs around the operation. */
interface Stage {
  readonly settings: Partial<ProviderSettings>;
  /** The last thing before the operation. */
  begin(provider: Provider): Promise<void>;
  /** How often the fault was met. */
  met(): Promise<number>;
  end(): Promise<void>;
}

/** Faults that ask to wait. */
const waits = ["429-seconds", "429-date", "503-retry-after"];

async function stageOf(
  backend: Backend,
  fault: Fault,
  way: Way,
  operation: string,
  { elsewhere }: Place,
): Promise<Stage> {
  const { cause } = fault;
  const rules = async (name: string, when: "before" | "after") => {
    const rule = {
      match: { route: operation },
      when,
      fault: name,
      ...(name === "307" && { location: elsewhere }),
      ...(waits.includes(name) && { retryAfterSeconds: way === "once" ? (fault.asks ?? 0) : 0 }),
      ...(way === "once" ? { times: 1 } : {}),
    };
    const { status } = await backend.request("PUT", "/_local/faults", { body: { rules: [rule] } });
    if (status !== 200) throw new Error(`the rule was answered with ${status}`);
  };
  const happened = async () => (await backend.request("GET", "/_local/faults")).body.rules[0].happened as number;
  const end = async () => {};
  if (cause === "nothing listens") {
    const frontend = await closedFrontend(backend.url);
    let count = 0;
    onRefused(frontend.url, () => {
      count += 1;
      if (way === "once" && count === 1) frontend.open();
    });
    return {
      settings: { url: frontend.url },
      begin: end,
      met: async () => count,
      async end() {
        closeConnections(frontend.url);
        await frontend.close();
      },
    };
  }
  if (cause === "no such host") {
    // No resolver is asked for a label of more than 63 characters: dozens of requests at once would wait for one another.
    const url = `https://${"platforms".repeat(8)}.invalid`;
    return { settings: { url }, begin: end, met: async () => 1, end };
  }
  if (cause === "token renewed") {
    const folder = mkdtempSync(join(tmpdir(), "token-"));
    const tokenFile = join(folder, "token");
    writeFileSync(tokenFile, backend.tokens.admin);
    return {
      settings: { tokenFile },
      async begin({ platform }) {
        // The provider holds the token that was in the file by then; the file has another one when the 401 comes.
        const call = endpoint(2, "GET /environment/{environmentId}/application");
        await platform.client.send({
          endpoint: call,
          members: { environmentId: backend.ids.environment },
          purpose: "Reading",
        });
        const { body } = await backend.request("POST", "/_local/tokens", { body: { role: "admin", ttl: "2h" } });
        writeFileSync(tokenFile, body.token);
        await rules("401", "before");
      },
      met: happened,
      end: async () => rmSync(folder, { recursive: true }),
    };
  }
  return { settings: {}, begin: () => rules(cause.fault, cause.when), met: happened, end };
}

const providerIn = (
  { frontend, endpoints }: Place,
  { url, tokens }: Backend,
  settings: Partial<ProviderSettings> = {},
) => providerAt({ frontend, url, token: tokens.admin, endpoints, ...settings });

/** Meets the fault in the operation; then, where that failed, continues as the next `pulumi up` or destroy does. */
export async function run(backend: Backend, row: Endpoint, fault: Fault, way: Way, place: Place): Promise<Run> {
  const prepared = await row.prepare(backend, place.frontend);
  const stage = await stageOf(backend, fault, way, row.operation, place);
  const times = timesOf(fault, way);
  try {
    const provider = providerIn(place, backend, { ...times, ...stage.settings });
    await stage.begin(provider);
    const start = steadyClock.elapsed();
    const end = await row.operate(provider, prepared).catch(failureFrom);
    const took = steadyClock.elapsed() - start;
    const met = await stage.met();
    await backend.request("DELETE", "/_local/faults");
    const content = await contentOf(backend);
    const requests = content.requests(row.operation);
    const made = row.made?.(content, prepared) ?? [];
    const wrongs = [
      ...(met === 0 ? ["the fault was not met"] : []),
      ...(took > times.operationSeconds * 1000 + lag ? [`it took ${Math.round(took)} ms`] : []),
      ...(requests.all > tries[way] * (row.reads ?? 1) ? [`the call was sent ${requests.all} times`] : []),
      ...(row.afterLoss !== "repeats" && row.afterLoss !== "saves" && requests.done > 1
        ? [`the call was carried out ${requests.done} times`]
        : []),
      ...(fault.asks !== undefined &&
      !isFailure(end) &&
      way === "once" &&
      fault.name !== "429 date" &&
      took < fault.asks * 1000 - 50
        ? [`it waited ${Math.round(took)} ms, less than was asked for`]
        : []),
    ];
    if (!isFailure(end) && row.endedBy?.includes(fault.name)) return { outcome: nothingToDo, wrongs };
    if (!isFailure(end)) {
      const next = row.creates ? await wrongsAfterwards(backend, row, prepared, end, place) : [];
      return { outcome: right, wrongs: [...wrongs, ...row.wrongIn(content, prepared, end, 0), ...next] };
    }
    const secrets = Object.values(backend.tokens);
    return {
      outcome: end.code,
      wrongs: [
        ...wrongs,
        ...([unknown, undescribed].includes(end.code) && row.creates && !wayOut(row).test(end.text)
          ? [`it does not say how to go on: ${end.text}`]
          : []),
        ...unclearIn(end, { kind: row.kind, frontend: place.frontend, secrets }),
        ...lostIn(end, made),
        ...(await wrongsAfterGoingOn(backend, row, prepared, end, made, place)),
      ],
    };
  } finally {
    await stage.end();
    closeConnections(backend.url);
  }
}

/** What a user does about a create whose outcome is not known. */
/** Without what only the lost response contained, nobody can use it. */
const wayOut = ({ returnsOnce }: Endpoint) =>
  returnsOnce
    ? /look for it in the platform's console; if it exists, delete it there[\s\S]*if it doesn't exist, run `pulumi up` again/
    : /look for it in the platform's console[\s\S]*adoptId[\s\S]*if it doesn't exist, run `pulumi up` again/;

/** Does with a new resource what the engine does next: nothing is to be changed, and all of it is to be seen. */
async function wrongsAfterwards(
  backend: Backend,
  row: Endpoint,
  prepared: Prepared,
  { id, outputs }: Kept,
  place: Place,
): Promise<string[]> {
  const verbs = providerIn(place, backend).of(row.kind);
  const { changes } = await verbs.diff(id, outputs, prepared.args);
  const read = await verbs.read(id, outputs);
  await verbs.delete(id, outputs);
  const left = row.made?.(await contentOf(backend), prepared).join();
  return [
    ...(changes === false ? [] : ["it differs afterwards"]),
    ...(read.id === id ? [] : [`a read finds ${read.id}`]),
    ...(left === (place.endpoints === "extended" ? "" : id) ? [] : [`a delete leaves ${left}`]),
  ];
}

function isFailure(end: Kept | Failure): end is Failure {
  return "code" in end;
}

/** Does with what a failure left in the state what the engine does next: an update, or a replacement. */
async function goingOn(provider: Provider, row: Endpoint, prepared: Prepared, kept: Failure["kept"]): Promise<Kept> {
  if (kept === undefined) return row.operate(provider, prepared);
  const verbs = provider.of(row.kind);
  const { replaces = [] } = await verbs.diff(kept.id, kept.properties, prepared.args);
  if (replaces.length === 0) return verbs.update(kept.id, kept.properties, prepared.args);
  await verbs.delete(kept.id, kept.properties);
  return row.operate(provider, prepared);
}

async function wrongsAfterGoingOn(
  backend: Backend,
  row: Endpoint,
  prepared: Prepared,
  { kept }: Failure,
  left: readonly string[],
  place: Place,
): Promise<string[]> {
  const provider = providerIn(place, backend);
  const isOpen = kept === undefined && left.length > 0;
  if (isOpen) await row.byHand?.(backend, left);
  const end = await goingOn(provider, row, prepared, kept).catch(failureFrom);
  if (isFailure(end)) return [`going on fails: ${end.text}`];
  const content = await contentOf(backend);
  const earlier = isOpen ? (row.made?.(content, prepared) ?? []).filter((id) => left.includes(id)).length : 0;
  return row.wrongIn(content, prepared, end, earlier).map((wrong) => `after going on, ${wrong}`);
}
