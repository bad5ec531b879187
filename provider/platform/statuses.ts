import type { ApiRequest } from "./apiRequest.js";

/** What a request does with the object in its path. */
export type Action = "create" | "read" | "update" | "delete";

/**
 * What a response says about the request:
 *
 * - `done`: it was carried out. The body describes the object, except after a delete.
 * - `begun`: it's accepted and continues. The body describes the object only if it contains what was sent.
 * - `elsewhere`: it was carried out, and the body doesn't describe the object.
 * - `part`: the body is only a part of what was requested.
 * - All others are errors, by their classes. `throttled` and `fault` are repeated.
 */
export type Meaning =
  | "done"
  | "begun"
  | "elsewhere"
  | "part"
  | "redirect"
  | "rejected"
  | "unauthorized"
  | "forbidden"
  | "gone"
  | "conflict"
  | "throttled"
  | "fault"
  | "unexpected";

type Row = readonly [name: string, create: Meaning, read: Meaning, update: Meaning, deletion: Meaning];

const always = (name: string, meaning: Meaning): Row => [name, meaning, meaning, meaning, meaning];

/** The statuses of RFC 9110, and those of other RFCs that APIs use, for each action: create, read, update and delete. */
export const statuses: Readonly<Record<number, Row>> = {
  200: always("OK", "done"),
  201: always("Created", "done"),
  202: ["Accepted", "begun", "done", "begun", "begun"],
  203: always("Non-Authoritative Information", "done"),
  204: ["No Content", "elsewhere", "unexpected", "done", "done"],
  205: ["Reset Content", "elsewhere", "unexpected", "done", "done"],
  206: ["Partial Content", "elsewhere", "part", "done", "done"],
  207: ["Multi-Status", "elsewhere", "unexpected", "unexpected", "begun"],
  300: always("Multiple Choices", "redirect"),
  301: always("Moved Permanently", "redirect"),
  302: always("Found", "redirect"),
  303: ["See Other", "elsewhere", "redirect", "redirect", "redirect"],
  304: always("Not Modified", "unexpected"),
  305: always("Use Proxy", "redirect"),
  307: always("Temporary Redirect", "redirect"),
  308: always("Permanent Redirect", "redirect"),
  400: always("Bad Request", "rejected"),
  401: always("Unauthorized", "unauthorized"),
  402: always("Payment Required", "unexpected"),
  403: always("Forbidden", "forbidden"),
  404: always("Not Found", "gone"),
  405: always("Method Not Allowed", "unexpected"),
  406: always("Not Acceptable", "unexpected"),
  407: always("Proxy Authentication Required", "unexpected"),
  408: always("Request Timeout", "fault"),
  409: always("Conflict", "conflict"),
  410: always("Gone", "gone"),
  411: always("Length Required", "unexpected"),
  412: always("Precondition Failed", "unexpected"),
  413: always("Content Too Large", "unexpected"),
  414: always("URI Too Long", "unexpected"),
  415: always("Unsupported Media Type", "unexpected"),
  416: always("Range Not Satisfiable", "unexpected"),
  417: always("Expectation Failed", "unexpected"),
  421: always("Misdirected Request", "unexpected"),
  422: always("Unprocessable Content", "rejected"),
  423: always("Locked", "unexpected"),
  424: always("Failed Dependency", "unexpected"),
  425: always("Too Early", "unexpected"),
  426: always("Upgrade Required", "unexpected"),
  428: always("Precondition Required", "unexpected"),
  429: always("Too Many Requests", "throttled"),
  431: always("Request Header Fields Too Large", "unexpected"),
  451: always("Unavailable For Legal Reasons", "unexpected"),
  500: always("Internal Server Error", "fault"),
  501: always("Not Implemented", "fault"),
  502: always("Bad Gateway", "fault"),
  503: always("Service Unavailable", "fault"),
  504: always("Gateway Timeout", "fault"),
  505: always("HTTP Version Not Supported", "fault"),
  507: always("Insufficient Storage", "fault"),
  511: always("Network Authentication Required", "unexpected"),
};

/** A status that isn't in the table counts as the first one of its class, as RFC 9110 says. */
const classes: Readonly<Record<number, Meaning>> = { 2: "done", 3: "redirect", 4: "unexpected", 5: "fault" };

const columns = { create: 1, read: 2, update: 3, delete: 4 } as const;

export function meaningOf(action: Action, status: number): Meaning {
  return statuses[status]?.[columns[action]] ?? classes[Math.floor(status / 100)] ?? "unexpected";
}

/** Whether the request was carried out, or is accepted. */
export function isSuccess(meaning: Meaning): boolean {
  return ["done", "begun", "elsewhere", "part"].includes(meaning);
}

export function actionOf({
  endpoint,
  isRepeatable = endpoint.method !== "POST",
}: Pick<ApiRequest, "endpoint" | "isRepeatable">): Action {
  if (endpoint.method === "GET") return "read";
  if (endpoint.isDestructive) return "delete";
  return isRepeatable ? "update" : "create";
}
