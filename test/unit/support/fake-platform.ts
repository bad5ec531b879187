/**
 * A platform that answers what a test tells it to, and notes what it was asked. The provider's calls reach it without a network, which
 * takes a fraction of the time; it also is an HTTP server, for what opens connections of its own.
 */
import { createServer, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import type * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type EngineRequest, noSecrets } from "../../../provider/engine/request.js";
import { resourceProviderOf } from "../../../provider/frontends/dynamic/provider.js";
import { definitions } from "../../../provider/kinds/index.js";
import { newRun, type Run } from "../../../provider/ownership/run.js";
import { soleOwner } from "../../../provider/ownership/stackOwners.js";
import { readConfiguration } from "../../../provider/platform/configuration.js";
import { type Platform, platformOf } from "../../../provider/platform/platform.js";
import { errorsOf } from "../../../tools/generate/errorsOf.js";
import { newStoppedClock, quickClock } from "../../support/fake-clock.js";
import { verbsOfDynamic } from "../../support/frontend.js";
import { portOf } from "../../support/listening.js";
import {
  type Clock,
  type Endpoint,
  type EndpointSet,
  fillTarget,
  type Log,
  type Owners,
  type ResourceDefinition,
  type Transport,
  type Value,
  type Values,
} from "../../support/provider.js";

/** One request, as it arrived. */
export interface Arrived {
  /** Method and path: `GET /container/…`. */
  readonly line: string;
  readonly body: Value | undefined;
  /** The body as it was sent. */
  readonly text: string;
  readonly authorization: string | undefined;
  /** By name in lower case. */
  readonly headers: Headers;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What to answer: a status and JSON, a status alone, or anything that a function does. */
export type Answer =
  | readonly [status: number, json?: unknown]
  | ((request: Arrived, response: ServerResponse) => readonly [status: number, json?: unknown] | undefined);

/** A list that contains these. */
export const listing = (...results: unknown[]): Answer => [200, { results }];
/** JSON with these headers. */
export const withHeaders =
  (json: unknown, headers: Readonly<Record<string, string>> = {}, status = 200): Answer =>
  (_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return [status, json];
  };
/** Serves no items in the list that is read before this one, if there is such a list. */
export function emptyPreceding(platform: FakePlatform, { preceding }: Endpoint, members: Values): void {
  if (preceding !== undefined) platform.on(`GET ${fillTarget(preceding, members)}`, listing());
}
/** The request is carried out, and its response is lost. */
export const lost: Answer = (_, response) => void response.destroy();

export interface FakePlatform {
  readonly url: string;
  readonly arrived: Arrived[];
  /** Method and path of all requests so far. */
  lines(): string[];
  /** Answers a request line; several answers are given one after the other, the last one from then on. */
  on(line: string, ...answers: Answer[]): FakePlatform;
  /** Forgets requests and responses. */
  reset(): void;
}

/** How the provider's calls reach the platforms of tests, by their URLs. */
const transports = new Map<string, Transport>();

const isJson = (text: string) => /^\s*[[{"\d]|^(true|false|null)/.test(text);

/**
 * A platform for the tests of a file, which begins anew with each of them.
 *
 * @param isRemote Whether the provider's calls go through the network, too.
 */
export function fakePlatform({ isRemote = false } = {}): FakePlatform {
  const arrived: Arrived[] = [];
  const answers = new Map<string, Answer[]>();
  const respond = (line: string, text: string, headers: Headers, response: ServerResponse) => {
    const body = isJson(text) ? (JSON.parse(text) as Value) : undefined;
    const seen: Arrived = { line, body, text, authorization: headers.authorization as string | undefined, headers };
    arrived.push(seen);
    const planned = answers.get(line) ?? [];
    const answer = (planned.length > 1 ? planned.shift() : planned[0]) ?? [404, { detail: `nothing at ${line}` }];
    const returned = typeof answer === "function" ? answer(seen, response) : answer;
    if (returned === undefined) return;
    const [status, json] = returned;
    const isText = line.endsWith("/kubeconfig") && typeof json === "string";
    response.writeHead(status, { "content-type": isText ? "application/x-yaml" : "application/json" });
    response.end(json === undefined ? "" : isText ? json : JSON.stringify(json));
  };
  const server = createServer(async (request, response) => {
    const text = await textOf(request).catch(() => undefined);
    // The client has gone in the middle of its request.
    if (text === undefined) return;
    respond(`${request.method} ${request.url}`, text, request.headers, response);
  });
  const transport: Transport = ({ method, path, body = "", headers: sent }, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      const headers: Record<string, string> = { date: new Date().toUTCString() };
      let status = 200;
      const response = {
        setHeader: (name: string, value: string) => void Object.assign(headers, { [name.toLowerCase()]: value }),
        writeHead(code: number, more: Record<string, string> = {}) {
          status = code;
          Object.assign(headers, more);
          return response;
        },
        end: (text = "") => resolve({ status, headers, text }),
        destroy: () => reject(Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" })),
      };
      // Requests of one moment arrive before the first response, as through a network.
      setImmediate(() => respond(`${method} ${path}`, body, sent, response as unknown as ServerResponse));
    });
  let url = "";
  const platform: FakePlatform = {
    get url() {
      return url;
    },
    arrived,
    lines: () => arrived.map(({ line }) => line),
    on(line, ...planned) {
      answers.set(line, planned);
      return platform;
    },
    reset() {
      arrived.length = 0;
      answers.clear();
    },
  };
  beforeAll(async () => {
    url = `http://127.0.0.1:${await portOf(server)}`;
    if (!isRemote) transports.set(url, transport);
  });
  beforeEach(() => platform.reset());
  afterAll(() => {
    // Another server may get the port.
    transports.delete(url);
    server.close();
    server.closeAllConnections();
  });
  return platform;
}

/** A token of the form that a platform issues. */
export const fakeToken = "eyJhbGciOiJSUzI1NiJ9.e30.pretend-token";

export interface ConnectedOptions {
  readonly endpoints?: EndpointSet;
  readonly onDelete?: "warn" | "fail";
  readonly onExisting?: "fail" | "adopt";
  /** Settings by the name of their environment variable. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What ends the operations early. */
  readonly shutdown?: AbortSignal;
  /** Who has which resource, by the stack's state; if omitted, each is held once. */
  readonly owners?: Owners;
  readonly skipsCheckpoints?: boolean;
  /** Shared with another connected platform. */
  readonly run?: Run;
  readonly clock?: Clock;
  readonly userAgent?: string;
}

const none = async () => [];
/** The owners in a stack's state that has what `matching` returns, and nothing that a delete asks for. */
export const ownersWith = (matching: Owners["matching"]): Owners => ({
  ...{ ...soleOwner, allOwners: none, droppedWith: none, replaced: none, matching },
});

/** A platform as the provider sees it, connected to `url`, with its warnings and infos. */
export function connected(
  url: string,
  options: ConnectedOptions = {},
): { platform: Platform; run: Run; log: Log; warnings: string[]; infos: string[] } {
  const warnings: string[] = [];
  const infos: string[] = [];
  const configuration = readConfiguration(() => undefined, undefined, {
    APP_PLATFORM_BASE_URL: url,
    APP_PLATFORM_TOKEN: fakeToken,
    APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "20",
    APP_PLATFORM_ENDPOINTS: options.endpoints ?? "documented",
    APP_PLATFORM_ON_DELETE: options.onDelete ?? "warn",
    APP_PLATFORM_ON_EXISTING: options.onExisting ?? "fail",
    ...options.environment,
  });
  const { shutdown, owners, skipsCheckpoints = false, clock, userAgent } = options;
  const { run = newRun({ owners, skipsCheckpoints }) } = options;
  const transport = transports.get(new URL(url).origin);
  const dependencies = {
    ...(transport && { transport }),
    // Without a network, nothing takes time but delays.
    clock: clock ?? (transport === undefined ? quickClock : newStoppedClock().clock),
    ...(shutdown && { shutdown }),
    ...(userAgent && { userAgent }),
  };
  const log = { warn: (text: string) => void warnings.push(text), info: (text: string) => void infos.push(text) };
  return { platform: platformOf(configuration, dependencies), run, log, warnings, infos };
}

/** A call of the engine that says nothing else. */
export const requestWith = <T extends Partial<EngineRequest> & Pick<EngineRequest, "log">>(request: T) => ({
  ...{ id: "", state: { values: {}, revision: undefined }, inputs: {}, secrets: noSecrets },
  ...request,
});

/** For what nobody is to be told. */
export const silent: Log = { warn: () => undefined, info: () => undefined };

export function definitionOf(kind: string): ResourceDefinition {
  const definition = definitions.find((each) => each.kind === kind);
  if (definition === undefined) throw new Error(`no kind ${kind}`);
  return definition;
}

/** Create, read, update and delete of one kind against `url`, as the engine calls the dynamic provider. */
export function lifecycle(kind: string | ResourceDefinition, url: string, options: ConnectedOptions = {}) {
  const { platform, run, log, warnings, infos } = connected(url, options);
  const definition = typeof kind === "string" ? definitionOf(kind) : kind;
  const raw = resourceProviderOf(definition, () => platform, {
    ...{ log, run },
    kinds: (name) => definitions.find((each) => each.kind === name),
  });
  const provider = definitions.includes(definition) ? withListedErrors(definition, raw) : raw;
  const verbs = verbsOfDynamic(provider, "");
  return {
    ...{ ...verbs, warnings, infos, platform, run },
    /** As a refresh: the state says what is managed, or that nothing is. */
    read: (id: string, state: Values) => verbs.read(id, "__managed" in state ? state : { __managed: null, ...state }),
    /** As a program reads what it does not manage: it gives what it knows. */
    get: verbs.read,
  };
}

/** The codes of the errors on the page of a kind, from the first call on. */
const listedErrors = new Map<string, readonly string[]>();

/** The provider, of which each error must be on the page of its kind, and say what to do. */
function withListedErrors(definition: ResourceDefinition, provider: pulumi.dynamic.ResourceProvider) {
  const listed = listedErrors.get(definition.kind) ?? errorsOf(definition).map(({ code }) => code);
  listedErrors.set(definition.kind, listed);
  const check = (error: { readonly message: string; readonly reasons?: readonly string[] }) => {
    const texts = [error.message, ...(error.reasons ?? [])].filter((text) => /^AP\d{4}/.test(text));
    const others = texts.map((text) => text.slice(0, 6)).filter((code) => !listed.includes(code));
    if (others.length > 0) throw new Error(`the page of ${definition.kind} does not list ${others.join(", ")}`);
    requireAdvice(texts);
    throw error;
  };
  const methods = Object.entries(provider).map(([name, method]) => [
    name,
    async (...params: unknown[]) => method(...params).catch(check),
  ]);
  return Object.fromEntries(methods) as pulumi.dynamic.ResourceProvider;
}

/** Requires that errors say what to do. What's wrong with an argument says it. */
export function requireAdvice(texts: readonly string[]): void {
  const poor = texts.find((text) => !/^AP1203/.test(text) && !text.includes("What to do"));
  if (poor !== undefined) throw new Error(`no advice: ${poor}`);
}

/** The error that a promise ends in. */
export async function failureOf(promise: Promise<unknown>): Promise<Error & { code?: string } & Values> {
  return promise.then(
    (value) => {
      throw new Error(`no failure, but ${JSON.stringify(value)}`);
    },
    (error) => error,
  );
}
