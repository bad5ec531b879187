/** One request of the log, with its bodies and a command that repeats it. Nothing secret leaves this module. */
import { z } from "zod";
import type { QueryParameter } from "../../routes/route.js";
import { masked as mask, withoutCredentials } from "../../schema/secret-texts.js";
import { isUuid, text } from "../../schema/texts.js";
import type { LoggedBody, RequestDetail, RequestSummary } from "../contract.js";
import { curlCommand } from "./curl.js";
import { firstItems, type StoredBody } from "./kept-body.js";
import { type Masker, masked } from "./masking.js";
import { isParameterValue } from "./parameter-value.js";
import type { LoggedRequest, RequestLog } from "./request-log.js";

const errorBody = z.object({
  status: z.number(),
  error: text,
  detail: text,
  path: text,
  timestamp: text,
  violations: z.array(z.object({ field: text, message: text })),
});

/** A shorter text is too common to be searched in others. */
const shortestSecret = 3;

/** Collects what is masked in a request, so that no text of its response quotes it. */
class Secrets {
  readonly #texts = new Set<string>();

  readonly hidden = (secret: string): void => {
    if (secret.length >= shortestSecret) this.#texts.add(secret);
  };

  /** The text without the secrets, also as JSON and URLs write them. */
  without(specified: string): string {
    // The longest first: a secret may contain another one.
    const forms = [...this.#texts].flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      // A lone surrogate cannot be encoded.
      encodeURIComponent(Buffer.from(secret).toString()),
    ]);
    return forms
      .sort((a, b) => b.length - a.length)
      .reduce((shown, secret) => shown.replaceAll(secret, mask), specified);
  }

  withoutIn(value: unknown): unknown {
    if (this.#texts.size === 0) return value;
    if (typeof value === "string") return this.without(value);
    if (Array.isArray(value)) return value.map((item) => this.withoutIn(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [this.without(name), this.withoutIn(inner)]),
    );
  }
}

/** The JSON of a body, or the text of one that has another type; undefined if it is not well-formed. */
function parsed(body: StoredBody, type?: string): { json: unknown } | undefined {
  if (body.whole === undefined) return undefined;
  if (type !== undefined) return { json: body.whole.toString() };
  try {
    return { json: JSON.parse(body.whole.toString()) };
  } catch {
    return undefined;
  }
}

function sizeOf({ bytes, whole }: StoredBody): number {
  return bytes ?? (whole === undefined ? 0 : Buffer.byteLength(whole));
}

function whyNotShown(body: StoredBody): string {
  if (body.dropped) return "Dropped to make room for later requests.";
  return body.whole === undefined ? "Too large to keep." : "Not well-formed JSON.";
}

/** Where a part of a request came from that its schema does not describe. */
function redactAddress({ route, params, url }: LoggedRequest, secrets: Secrets): void {
  for (const value of Object.values(params)) if (!isUuid(value)) secrets.hidden(value);
  const { pathname, searchParams } = new URL(url, "http://localhost");
  if (route === undefined)
    for (const segment of pathname.split("/")) if (!/^[A-Za-z_-]+$/.test(segment)) secrets.hidden(segment);
  for (const [name, value] of searchParams) if (!isKnownValue(route?.query?.[name], value)) secrets.hidden(value);
}

function isKnownValue(parameter: QueryParameter | undefined, value: string): boolean {
  return isUuid(value) || isParameterValue(parameter, value);
}

function shownRequest(request: LoggedRequest, masker: Masker): LoggedBody | null {
  const { request: body, route } = request;
  if (body === null) return null;
  const json = parsed(body, route?.bodyType);
  if (json === undefined || route?.body === undefined) return { bytes: sizeOf(body), note: whyNotShown(body) };
  return shown(body, route.body, json.json, masker);
}

function shown(body: StoredBody, schema: z.ZodType, json: unknown, masker: Masker): LoggedBody {
  try {
    return { bytes: sizeOf(body), json: masked(schema, json, masker) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { bytes: sizeOf(body), note: "Nested too deeply to show." };
  }
}

function shownList({ route }: LoggedRequest, body: StoredBody, start: string, masker: Masker): LoggedBody {
  const results = firstItems(start);
  const json = route?.response === undefined ? undefined : masked(route.response, { results }, masker);
  const note = `The first ${results.length} of ${body.items} results; the others weren't kept.`;
  return { bytes: sizeOf(body), ...(json === undefined ? {} : { json }), note };
}

function shownResponse(request: LoggedRequest, masker: Masker): LoggedBody | null {
  const { response: body, route, status, fault } = request;
  if (body === null) {
    const replaced = fault !== null && fault !== "delay";
    return replaced ? { bytes: 0, note: `The fault ${fault} replaced the response.` } : null;
  }
  if (body.items !== undefined && body.start !== undefined) return shownList(request, body, body.start, masker);
  const json = parsed(body);
  const schema = status !== null && status >= 400 ? errorBody : route?.response;
  if (json === undefined || schema === undefined) return { bytes: sizeOf(body), note: whyNotShown(body) };
  return shown(body, schema, json.json, masker);
}

/** The configuration that a request has sent, without secrets. */
export function sentConfiguration(request: LoggedRequest): unknown {
  return shownRequest(request, { mask: () => mask, hidden: () => undefined })?.json;
}

/** What the response to a request describes, without secrets. */
export function returnedConfiguration(request: LoggedRequest): unknown {
  return shownResponse(request, { mask: () => mask, hidden: () => undefined })?.json;
}

/** The bodies that the log still has of these requests, without secrets. */
export function sentBodies(log: RequestLog, ids: readonly number[]): unknown[] {
  return ids.flatMap((id) => {
    const request = log.find(id);
    const body = request && sentConfiguration(request);
    return body === undefined ? [] : [body];
  });
}

/** Whether the request can be sent again; if not, why. */
export function replayability({ request: body, actor, route, status, fault }: LoggedRequest): true | string {
  if (actor === undefined && fault !== null && status !== 401)
    return `The fault ${fault} came before the access token was read.`;
  if (actor === undefined) return "The request had no valid access token, so its role isn't known.";
  if (route === undefined) return "The platform has no such path.";
  if (body !== null && body.whole === undefined) {
    return body.dropped ? "The body was dropped to make room for later requests." : "The body was too large to keep.";
  }
  return true;
}

export function requestDetail(request: LoggedRequest, summary: RequestSummary, origin: string): RequestDetail {
  const secrets = new Secrets();
  const masker: Masker = { mask: () => mask, hidden: secrets.hidden };
  const sent = shownRequest(request, masker);
  redactAddress(request, secrets);
  const named: Masker = { mask: (member) => `<${member}>`, hidden: () => undefined };
  const again = shownRequest(request, named)?.json;
  const { path } = summary;
  const response = shownResponse(request, masker);
  const shownError = (response?.json ?? {}) as { path?: unknown };
  if (typeof shownError.path === "string" && request.status !== null && request.status >= 400) shownError.path = path;
  return {
    ...summary,
    request: sent,
    response: secrets.withoutIn(response) as LoggedBody | null,
    violationList: request.violations.map(({ field, message }) => ({
      field: secrets.without(withoutCredentials(field)),
      message: secrets.without(withoutCredentials(message)),
    })),
    curl: curlCommand(request, origin, path, again),
    replayable: replayability(request),
  };
}
