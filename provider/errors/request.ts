/** Errors of requests: a response with an error status, an unusable response, or none. */
import { coded, codedFailure, type FailedRequest, type FailureText, settingNamed, toSet } from "./appPlatformError.js";

interface SentToken {
  readonly tokenSource: string;
  readonly tokenScheme: "bearer" | "token";
  /** The file with the token, if `tokenSource` names one. */
  readonly tokenFile?: string | undefined;
}

export class UnauthorizedError extends codedFailure(
  "AP3001",
  (_failure: FailedRequest, { tokenSource, tokenScheme, tokenFile }: SentToken) => {
    const renewal =
      tokenFile === undefined ? `set ${tokenSource} again` : `renew the file: write a new token to ${tokenFile}`;
    const scheme =
      tokenScheme === "token"
        ? ' It was sent as an API token, since the setting tokenScheme is "token"; a JWT needs "bearer".'
        : "";
    return {
      why: `the platform doesn't accept the access token from ${tokenSource} (401).`,
      todo: `check that the token belongs to this platform and is still valid, then ${renewal}.${scheme}`,
    };
  },
) {}

export class ForbiddenError extends codedFailure("AP3002", ({ method }: FailedRequest) => ({
  why: "the token's role doesn't allow it (403).",
  todo:
    method === "GET"
      ? "use a token that can read it: every role can, unless the platform's operator has restricted the token."
      : "use a token with a sufficient role: updates of databases and GitOps settings, and deletes, need admin; every other write needs editor or admin.",
})) {}

export class NotFoundError extends codedFailure("AP3003", (failure: FailedRequest) => ({
  why: `${failure.status === 410 ? "gone (410)" : "not found (404)"}: ${failure.method} ${failure.path}`,
  todo: `check the IDs in the path above, and that ${settingNamed("baseUrl")} is the URL of the right platform's API; \`pulumi refresh\` removes deleted resources from the state.`,
})) {}

interface Existing {
  readonly id: string;
  /** Its owner in this stack: another resource, the one that replaces it, or that one before its connection changed. */
  readonly ownedBy?: "other" | "replaced" | "itself";
  /** Whether an earlier run of the stack has lost it: the resource that wants its name manages it again. */
  readonly isOwn?: true;
  /** The argument with its ID, for a kind that creates one if it's omitted; the kind has no `adoptId`. */
  readonly existingArg?: string;
  /** Outputs that only the response to its create had. */
  readonly returnedOnce?: readonly string[];
  readonly urn?: string;
  readonly createdAt?: string;
}

/**
 * Another resource of the kind already has the name in a create or update (409).
 *
 * @param arg The argument with the name, for example `name`.
 * @param existing The resource with the name, if found.
 */
export class NameTakenError extends codedFailure(
  "AP3004",
  (_failure: FailedRequest, arg: string, name: string, existing: Existing | undefined) => ({
    why: `the ${arg} is already taken (409).`,
    ...(existing === undefined ? {} : { details: [factOf(existing)] }),
    todo: adviceFor(arg, name, existing),
    facts: { existing },
  }),
) {}

function adviceFor(arg: string, name: string, existing: Existing | undefined): readonly string[] {
  const chooseAnother = `choose another \`${arg}\``;
  const rename = `${chooseAnother}; if several stacks use this program, include the stack's name, as in "${name}-dev"`;
  const useAliases =
    "if only its Pulumi name or parent changed in the program, add the old one to the resource option `aliases`";
  switch (existing?.ownedBy) {
    case "other":
      return [
        "another resource of this stack manages the existing one: if the program declares it twice, remove one of the two",
        useAliases,
        chooseAnother,
      ];
    // Adopting the old resource isn't a way out: the replacement deletes it.
    case "replaced":
      return [
        "the existing resource is the one to be replaced (`--replace`, `replaceOnChanges`): set `deleteBeforeReplace: true` in the resource options, and the old one is deleted first, unless it has the option `retainOnDelete`",
        chooseAnother,
      ];
    // The new connection leads to the platform that has it, so no replacement is needed.
    case "itself":
      return [
        `the existing resource is this one: its new \`connection\` leads to the same platform. Set adoptId: "${existing.id}" to keep it with that connection`,
        "undo the change of `connection`",
        `${chooseAnother} to replace it`,
      ];
    default:
      return [
        ...wayToReplace(existing),
        // None for somebody whose email address is the name.
        ...(existing?.id.toLowerCase() === name.toLowerCase() ? [] : [rename]),
        ...waysToAdopt(existing),
        useAliases,
        "delete or rename the existing resource in the platform's console",
        "if another stack manages it, refer to it with a stack reference or a lookup, or destroy that stack if you no longer need it, for example one from a tutorial",
      ];
  }
}

/** What an interrupted run has created, without what only the lost response had. */
function wayToReplace({ returnedOnce = [] }: Partial<Existing> = {}): readonly string[] {
  if (returnedOnce.length === 0) return [];
  const names = returnedOnce.map((name) => `\`${name}\``).join(", ");
  return [
    `if an interrupted run of this stack created it, delete it in the platform's console: nobody knows its ${names}`,
  ];
}

function waysToAdopt(existing: Existing | undefined): readonly string[] {
  if (existing === undefined)
    return [
      `to adopt the existing resource, use the extended endpoints, if your platform serves them, which show its ID: ${toSet("endpoints", "extended")}`,
    ];
  const { id, existingArg } = existing;
  if (existingArg === undefined)
    return [
      `adopt the existing resource: set adoptId: "${id}" on this resource, or, for all resources, for example after a killed run that skipped checkpoints: ${toSet("onExisting", "adopt")}`,
    ];
  return [
    "if a run of this stack created it and was killed, run `pulumi up` with APP_PLATFORM_ON_EXISTING=adopt: without environments and as the program declares it, it's the stack's own again",
    `if it's somebody else's, set ${existingArg}: "${id}": the stack updates it and never deletes it`,
  ];
}

function factOf({ id, createdAt, urn }: Existing): string {
  const owner = urn === undefined ? "" : `, which this stack manages as ${urn}`;
  return `existing resource: id ${id}${createdAt === undefined ? "" : `, created at ${createdAt}`}${owner}`;
}

export class ConflictError extends codedFailure("AP3005", (failure: FailedRequest) => ({
  why: "it conflicts with another resource on the platform, or with another operation (409).",
  todo: [
    failure.method === "DELETE"
      ? "if it still contains resources, or something still uses it, delete those first"
      : "if a value that must be unique, such as a name or a domain, is already in use, choose another one, or delete the resource that uses it",
    "if another operation is running, such as a deployment or a deletion, wait until it has ended, then run `pulumi up` again",
  ],
})) {}

export class RejectedError extends codedFailure("AP3006", (failure: FailedRequest) => ({
  why: `the platform rejects the values (${failure.status}).`,
  todo: failure.namesFields
    ? "correct the fields named above."
    : "the response names no field: compare the arguments with the reference page, or ask the platform's operator.",
})) {}

export class ThrottledError extends codedFailure("AP3007", ({ retryAfterSeconds: seconds = 0 }: FailedRequest) => ({
  why: "too many requests, the platform asks to slow down (429).",
  todo: `wait ${seconds > 0 ? `${Math.ceil(seconds)} s` : "a little"}, then run \`pulumi up\` again; lower ${settingNamed("maxConcurrentRequests")} if it happens again.`,
  facts: { repeat: "freely", away: "too many requests (429)" },
})) {}

/** Statuses of a platform that restarts or is overloaded, or of a proxy in front of it. */
const awayStatuses = [408, 502, 503, 504];

export class ServerFaultError extends codedFailure("AP3008", (failure: FailedRequest) => ({
  why: `the platform, or a proxy in front of it, failed (${failure.status}).`,
  todo:
    failure.status === 501
      ? `the platform doesn't implement this request: ask its operator, and check ${settingNamed("endpoints")}.`
      : "run `pulumi up` again; if the error persists, ask the platform's operator.",
  facts: {
    repeat: "afterLooking",
    away: awayStatuses.includes(failure.status) ? `status ${failure.status}` : undefined,
  },
})) {}

/** The meaning of a status that the API doesn't use, and what to do. */
type Meaning = readonly [why: string, ...todo: string[]];

const tooLarge = (what: string, ...todo: string[]): Meaning => [
  `${what} is larger than the platform, or a proxy in front of it, accepts`,
  ...todo,
  "ask the operator of the platform, or of the proxy, to raise the limit",
];

const noContent: Meaning = [
  "it has no content, so it doesn't show the object",
  "check that the path is the one that returns the object",
  "ask the platform's operator",
];

const conditional: Meaning = [
  "the platform carries it out only under a condition (`If-Match`), which the provider doesn't send",
  "change the object in the platform's console, then run `pulumi refresh`",
  "ask the platform's operator to accept requests without a condition",
];

/** Those that don't come from a wrong address. */
const meanings: Readonly<Record<number, Meaning>> = {
  204: noContent,
  205: noContent,
  207: [
    "it has a status for each of several parts, and some may have failed",
    "check the object in the platform's console, then run `pulumi refresh`",
  ],
  304: [
    "a cache in front of the platform returned nothing, although the provider has no earlier response",
    "ask the operator of the platform, or of the cache, not to cache responses of the API",
  ],
  402: [
    "the platform requires a payment, or a higher plan",
    "check the plan and the invoices of the organization in the platform's console",
  ],
  405: [
    "the platform doesn't serve this method at this path",
    `if your platform serves only the documented endpoints: ${toSet("endpoints", "documented")}`,
    `check that ${settingNamed("baseUrl")} is the URL of the API; for an ApiObject, set the method and path that the API has`,
  ],
  406: [
    "the platform has no response in JSON for it",
    "check that the path is one of the API, and ask the platform's operator",
  ],
  407: [
    "a proxy requires a user name and a password",
    "add them to the proxy's URL: http://<user>:<password>@<host>:<port>",
  ],
  412: conditional,
  413: tooLarge("the request", "shorten its longest values, or split it into several resources"),
  414: tooLarge("the path of the request"),
  415: [
    "the platform doesn't accept JSON (`application/json`) for it",
    "if it's an update of an ApiObject with PATCH, set `update.method` to PUT",
    "ask the platform's operator",
  ],
  421: [
    "the request reached a server that isn't responsible for this host",
    `check that ${settingNamed("baseUrl")} is the URL of the API`,
    "ask the operator of the load balancer in front of it",
  ],
  423: [
    "the object is locked on the platform",
    "unlock it in the platform's console, or wait until whoever locked it is done, then run again",
  ],
  424: [
    "something else that it depends on failed on the platform",
    "check what it refers to in the platform's console, then run again",
  ],
  425: [
    "the platform refuses it for now, since it might be repeated by others",
    "run again; if it happens again, ask the operator of the load balancer in front of the platform",
  ],
  426: ["the platform requires another protocol than HTTP/1.1", "ask the platform's operator to accept HTTP/1.1"],
  428: conditional,
  431: tooLarge("the headers of the request", "use a shorter access token"),
  451: ["the platform may not carry it out for legal reasons", "ask the platform's operator"],
  511: ["the network requires a login first", "log in to the network, for example in a browser, then run again"],
};

/**
 * The response has a status that the API doesn't use, for example a redirect, which isn't followed.
 *
 * @param location Where a redirect leads.
 */
export class UnexpectedStatusError extends codedFailure("AP3009", (failure: FailedRequest, location?: string) => ({
  ...unexpectedText(failure, location),
  facts: {
    repeat: [421, 425].includes(failure.status) ? "freely" : "never",
    // A response about several parts (207) may be a success of some: sending the request again would show the same.
    mayBeDone: failure.status === 207,
  },
})) {
  /** Whether the status proves that the address is right, whatever the body is. */
  static isAboutRequest(status: number): boolean {
    return meanings[status] !== undefined && status !== 405;
  }
}

function unexpectedText({ method, path, status }: FailedRequest, location?: string): FailureText {
  const meaning = meanings[status];
  const response = `the response to ${method} ${path} has status ${status}`;
  if (meaning !== undefined) return { why: `${response}: ${meaning[0]}.`, todo: meaning.slice(1) };
  const redirect = location === undefined ? "" : ` It redirects to ${location}, which the provider doesn't follow.`;
  const address = `check that ${settingNamed("baseUrl")} is the URL of the API, without a redirect or a login page in front of it`;
  return {
    why: `${response}, which the API doesn't use.${redirect}`,
    todo: location === undefined ? [address, "ask the platform's operator what the status means"] : `${address}.`,
  };
}

export interface NetworkFailure {
  /** In words, after "no response from …:". */
  readonly reason: string;
  /** What to do, besides checking that the platform is running. */
  readonly todo?: string;
  /** Whether the request may have reached the platform. */
  readonly isSent: boolean;
  /** Whether another attempt would fail the same way. */
  readonly isPermanent: boolean;
}

/**
 * There was no connection to the platform, or it broke before the response arrived.
 *
 * @param address Origin of the platform, with the proxy.
 */
export class UnreachableError extends coded("AP3101", (purpose: string, address: string, failure: NetworkFailure) => ({
  what: `${purpose} failed: no response from ${address}: ${failure.reason}.`,
  todo:
    failure.todo ??
    `check that the platform is running and that ${settingNamed("baseUrl")} is its URL, then run again.`,
  facts: {
    repeat: failure.isSent ? "afterLooking" : failure.isPermanent ? "never" : "freely",
    away: failure.isPermanent ? undefined : failure.reason,
  },
})) {}

export class TimedOutError extends coded("AP3102", (purpose: string, origin: string, seconds: number) => ({
  what: `${purpose} failed: no response from ${origin} within ${seconds} s.`,
  todo: `run again; if the platform is slow, raise ${settingNamed("requestTimeoutSeconds")}, and the limit of the whole operation (${settingNamed("operationTimeoutSeconds")}, or \`customTimeouts\`) above it.`,
  facts: { repeat: "afterLooking", away: `no response within ${seconds} s` },
})) {}

/** What a response contains instead of the API's JSON. */
type Content = { readonly type: string } | { readonly undecodable: string };

/**
 * The response isn't JSON, for example an HTML page from a wrong base URL, or it can't be decoded.
 *
 * @param content Its media type, such as `text/html`, or why it can't be decoded, after "the response …".
 */
export class NotTheApiError extends codedFailure("AP3103", (failure: FailedRequest, content: Content) => {
  const { method, path, status } = failure;
  const response = `the response to ${method} ${path}`;
  // With a successful status, the request may have been carried out.
  const isSuccess = status < 300;
  const repeat: "afterLooking" | "never" = isSuccess ? "afterLooking" : "never";
  return "type" in content
    ? {
        why: `${response} was ${content.type} (${status}) instead of the API's JSON.`,
        todo: `check that ${settingNamed("baseUrl")} is the URL of the API and not of a web page, a login or a proxy.`,
        // A success whose JSON is cut off was carried out.
        facts: { repeat, isCut: isSuccess && /\bjson\b/.test(content.type) },
      }
    : {
        why: `${response} (${status}) ${content.undecodable}.`,
        todo: "ask the operator of the platform, or of a proxy in front of it, to send responses without an encoding, as the provider requests.",
        facts: { repeat, isCut: false },
      };
}) {}

/**
 * A response or its headers are too large.
 *
 * @param problem What is too large, and the maximum.
 */
export class AnswerTooLargeError extends coded("AP3104", (purpose: string, problem: string) => ({
  what: `${purpose} failed: ${problem}.`,
  todo: `check that ${settingNamed("baseUrl")} is the URL of the API; if it is, ask the platform's operator.`,
  facts: { repeat: "afterLooking" },
})) {}

export class UnexpectedAnswerError extends coded(
  "AP3105",
  (purpose: string, problem: string, todo: string | readonly string[]) => ({
    what: `${purpose}: the platform reports success, but ${problem}.`,
    todo,
    facts: { repeat: "afterLooking" },
  }),
) {}
