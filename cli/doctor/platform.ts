import { statSync } from "node:fs";
import { settingNamed, toSet } from "../../provider/errors/appPlatformError.js";
import type { Configuration } from "../../provider/platform/configuration.js";
import { hasMore } from "../../provider/platform/lists.js";
import { type RawResponse, type Route, routeTo } from "../../provider/platform/network.js";
import { networkFailure } from "../../provider/platform/networkErrors.js";
import { errorDetails } from "../../provider/platform/responseErrors.js";
import { authorizationOf, type TokenScheme, tokenOf } from "../../provider/platform/settings.js";
import { isObject, parseJson, type Value, type Values } from "../../provider/schema/json.js";
import { redactTexts } from "../../provider/values/redact.js";
import { fullName } from "../environment/environments.js";
import { claimsOf, isUuid } from "../environmentArgument.js";
import { sendPlain } from "../plainRequest.js";
import { type Check, type Examination, type Finding, failed, ok, skipped, warning } from "./check.js";
import { nobody, type Served, servedEndpoints } from "./servedEndpoints.js";

/** A documented list that every platform serves, in an environment that doesn't exist. */
const harmlessPath = `/environment/${nobody}/container`;

const command = "app-platform doctor";

/** Maximum time of a check's request, in seconds, even if the setting allows more. */
const maxSeconds = 15;

/**
 * Sends one GET below the base URL, with or without a token. Doesn't retry, since a check reports what it sees.
 *
 * @param scheme How the token is sent; by default, as the settings say.
 */
function get(
  { facts, options, environment, signal }: Examination,
  path: string,
  token?: string,
  scheme: TokenScheme = facts.configuration?.tokenScheme ?? "bearer",
): Promise<RawResponse> {
  const seconds = Math.min(maxSeconds, facts.settings?.requestTimeoutSeconds ?? maxSeconds);
  const authorization = token === undefined ? undefined : { header: authorizationOf(scheme, token), token };
  const { connection } = options;
  const { logFile } = facts.configuration ?? {};
  const to = { baseUrl: facts.baseUrl as URL, logFile, path };
  return sendPlain({ ...to, command, connection, seconds, authorization, environment, signal });
}

/** Whether the API responds at the base URL, directly or through a proxy. Sends no token, since the address may be somebody else's. */
const address: Check = {
  name: "address",
  needs: ["baseUrl"],
  async run(examination) {
    const { facts, environment, signal } = examination;
    const baseUrl = facts.baseUrl as URL;
    const { href } = baseUrl;
    const route = routeTo(baseUrl, environment);
    const details = [wayOf(route)];
    const sent = Date.now();
    let response: RawResponse;
    try {
      response = await get(examination, harmlessPath);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      return { ...unreachable(baseUrl, error, route), details };
    }
    const localTime = (sent + Date.now()) / 2;
    const wrong = whatIsWrong(response, href);
    if (wrong !== undefined) return { ...wrong, details };
    facts.contact = { response, localTime };
    return ok(`${href} responds in ${Date.now() - sent} ms.`, details);
  },
};

function wayOf(route: Route): string {
  if (route.proxy === undefined) return `proxy: none (${route.why})`;
  return `proxy: ${route.proxy.url} (${route.proxy.source})`;
}

function unreachable({ origin }: URL, error: unknown, { proxy }: Route): Finding {
  const isLate = error instanceof Error && ["TimeoutError", "AbortError"].includes(error.name);
  const { reason, todo } = isLate ? { reason: "no response in time" } : networkFailure(error, proxy);
  return failed(`${origin} doesn't respond: ${reason}.`, [
    ...(todo === undefined ? [] : [todo.replace(/\.$/, "")]),
    `correct ${settingNamed("baseUrl")}`,
    "start the platform (`app-platform backend` starts a local one)",
  ]);
}

/** Why a response isn't the API's: without a token, the API responds with 401. */
function whatIsWrong({ status, headers, text }: RawResponse, href: string): Finding | undefined {
  const json = parseJson(text) as Value | undefined;
  if (status === 401 || status === 403 || ((status === 404 || status === 400) && isObject(json))) return undefined;
  if (status >= 500) {
    return failed(
      `${href} responds with an error (${status}).`,
      "wait and try again; if the error persists, ask the platform's operator",
    );
  }
  const [type = "nothing"] = String(headers["content-type"] ?? "nothing").split(";");
  const to = headers.location === undefined ? "" : ` and leads to ${originOf(String(headers.location), href)}`;
  return failed(
    `${href} isn't the API: it responds with ${status} and ${type}${to} where the API requires a token (401).`,
    `set ${settingNamed("baseUrl")} to the URL of the API, not of a web page, a login or a proxy`,
  );
}

/** Only the origin, since the rest of an address may be secret. */
function originOf(location: string, base: string): string {
  return URL.canParse(location, base) ? new URL(location, base).origin : "an unreadable address";
}

/** How far the clocks of the platform and of this machine may differ, in seconds: otherwise tokens are misjudged. */
const tolerated = 60;

const clock: Check = {
  name: "clock",
  needs: ["contact"],
  run({ facts }) {
    const { response, localTime } = facts.contact as NonNullable<typeof facts.contact>;
    const date = Date.parse(String(response.headers.date));
    if (Number.isNaN(date)) return skipped("the response has no date.");
    // The header has whole seconds: on average, it's half a second late.
    const ahead = Math.round((localTime - date - 500) / 1000);
    const distance = `${durationOf(Math.abs(ahead))} ${ahead < 0 ? "behind" : "ahead of"} the platform's`;
    if (Math.abs(ahead) <= tolerated) {
      return ok(`this machine's clock is ${Math.abs(ahead) <= 2 ? "in sync with the platform's" : distance}.`);
    }
    return failed(
      `This machine's clock must be within ${tolerated} s of the platform's; it is ${distance}.`,
      "set the clock of this machine, best by NTP (`timedatectl set-ntp true` on Linux): otherwise tokens seem expired, or not valid yet.",
    );
  },
};

function durationOf(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** How long a token should remain valid, in seconds: a run of Pulumi takes minutes. */
const comfortable = 15 * 60;

/** What the token says about itself. Another check shows whether the platform accepts it. */
const token: Check = {
  name: "token",
  needs: ["configuration"],
  run({ facts }) {
    const configuration = facts.configuration as NonNullable<typeof facts.configuration>;
    const { tokenSource, tokenFile, tokenScheme } = configuration;
    const text = tokenOf(configuration).current();
    const claims = claimsOf(configuration);
    const [expires, begins] = [timeOf(claims.exp), timeOf(claims.nbf)];
    if (begins !== undefined && begins > Date.now() + tolerated * 1000) {
      return failed(
        `The token from ${tokenSource} isn't valid before ${new Date(begins).toISOString()}.`,
        "wait until then or get another token; if it should already be valid, set the clock of this machine.",
      );
    }
    Object.assign(facts, { token: text, claims });
    const details = tokenScheme === "token" ? ["an API token: its content isn't read"] : detailsOf(claims, expires);
    const message = `from ${tokenSource}${tokenFile === undefined ? "" : ` (${tokenFile})`}.`;
    if (expires !== undefined && expires - Date.now() < comfortable * 1000) {
      const minutes = Math.max(1, Math.round((expires - Date.now()) / 60_000));
      return warning(
        `The token from ${tokenSource} expires in ${minutes} min.`,
        "get a new token before a long run; a token file is read again when the platform refuses the token",
        details,
      );
    }
    if (tokenFile !== undefined && isReadByOthers(tokenFile)) {
      return warning(
        `Everybody on this machine can read the token file ${tokenFile}.`,
        `allow only yourself to read it: chmod 600 ${tokenFile}`,
        details,
      );
    }
    return ok(message, details);
  },
};

function timeOf(claim: unknown): number | undefined {
  return typeof claim === "number" ? claim * 1000 : undefined;
}

function detailsOf({ role, organization_id: organization, sub }: Values, expires: number | undefined): string[] {
  const texts = Object.entries({ role, organization, subject: sub })
    .filter((entry): entry is [string, string] => typeof entry[1] === "string")
    .map(([name, value]) => `${name}: ${value}`);
  return [...texts, `expires: ${expires === undefined ? "the token doesn't say" : new Date(expires).toISOString()}`];
}

function isReadByOthers(file: string): boolean {
  return process.platform !== "win32" && ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o044) !== 0;
}

/** Whether the platform accepts the token. */
export const acceptance: Check = {
  name: "token accepted",
  needs: ["contact", "token"],
  async run(examination) {
    const { facts } = examination;
    const token = facts.token as string;
    const { status, text } = await get(examination, harmlessPath, token);
    const details = errorDetails(parseJson(text), redactTexts([token], 1));
    if (status === 401) return (await acceptedOtherwise(examination, token)) ?? rejected(examination, details);
    if (status === 403) return forbidden(examination, details);
    if (status >= 500) {
      return failed(
        `The platform responds with an error (${status}) to a request with the token.`,
        "wait and try again; if the error persists, ask the platform's operator",
        details,
      );
    }
    facts.acceptedToken = token;
    return ok("the platform accepts it.");
  },
};

/** The failure if the platform accepts the token with the other scheme: the token is valid, but the setting is wrong. */
async function acceptedOtherwise(examination: Examination, token: string): Promise<Finding | undefined> {
  const { tokenScheme, tokenSource } = examination.facts.configuration as Configuration;
  const other = tokenScheme === "token" ? "bearer" : "token";
  const { status } = await get(examination, harmlessPath, token, other);
  if (status === 401 || status === 403 || status >= 500) return undefined;
  return failed(
    `The platform accepts the token from ${tokenSource} with the other scheme: as "${other}", not as "${tokenScheme}" (401).`,
    toSet("tokenScheme", other),
  );
}

function rejected({ facts }: Examination, details: readonly string[]): Finding {
  const source = facts.configuration?.tokenSource;
  return failed(
    `The platform doesn't accept the token from ${source} (401).`,
    `get a token of this platform (${facts.baseUrl?.origin}) and set ${source} again`,
    details,
  );
}

function forbidden({ facts }: Examination, details: readonly string[]): Finding {
  const organization = facts.claims?.organization_id;
  const own = typeof organization === "string" ? ` It belongs to the organization ${organization}.` : "";
  return failed(
    `The platform doesn't allow the token from ${facts.configuration?.tokenSource} to read (403).${own}`,
    "use a token of the organization that owns the environments",
    details,
  );
}

const adminOnly = "deletes, updates of databases, and GitOps settings";

/** What the token may do. */
const role: Check = {
  name: "role",
  needs: ["acceptedToken", "claims"],
  run({ facts }) {
    const claimed = facts.claims?.role;
    if (claimed === "admin") return ok("admin: every operation.");
    if (claimed === "editor") {
      return ok(`editor: creates and updates; ${adminOnly} need the role admin.`);
    }
    if (claimed === "viewer") {
      return warning(
        "The role viewer only reads: `pulumi preview` works, `pulumi up` fails with AP3002.",
        `use a token with the role editor, or admin for ${adminOnly}`,
      );
    }
    return ok("the token doesn't say its role; the platform decides with each request.");
  },
};

/** Whether the platform serves the endpoint set of the settings. */
const endpointSet: Check = {
  name: "endpoint set",
  needs: ["settings", "acceptedToken"],
  async run(examination) {
    const { facts } = examination;
    const served = await servedEndpoints((path) => get(examination, path, facts.acceptedToken));
    return facts.settings?.endpoints === "extended" ? findingOfExtended(served) : findingOfDocumented(served);
  },
};

const notKnown: Finding = ok(
  "the platform responds to unknown paths and to unknown resources with the same 404, so doctor can't find out what it serves.",
);

const toDocumented = toSet("endpoints", "documented");

function findingOfExtended(served: Served): Finding {
  if (served === "unknown") return notKnown;
  if (served === "all") return ok("extended, as set.");
  if (served === "none") {
    return failed("endpoints is set to extended, but the platform serves only the documented endpoints.", toDocumented);
  }
  return failed(
    "endpoints is set to extended, but the platform serves only a part of the extended endpoints.",
    [toDocumented, "ask the platform's operator for the endpoints that are missing"],
    served.map((call) => `not served: ${call}`),
  );
}

function findingOfDocumented(served: Served): Finding {
  if (served === "unknown") return notKnown;
  if (served === "none") return ok("documented, as set.");
  if (served !== "all") return ok("documented, as set; the platform serves a part of the extended ones.");
  return warning(
    "endpoints is set to documented, but the platform serves the extended endpoints too: reads by ID, updates and deletes.",
    `so that updates and deletes are possible: ${toSet("endpoints", "extended")}`,
  );
}

/** Whether the token can access the environment that is named, or that of the project's configuration. */
const environment: Check = {
  name: "environment",
  needs: ["acceptedToken"],
  async run(examination) {
    const { id, source } = await environmentOf(examination);
    if (id === undefined) return skipped("none to check; --environment names one.");
    const path = `/environment/${encodeURIComponent(id)}/container`;
    const { status, headers, text } = await get(examination, path, examination.facts.acceptedToken);
    const json = parseJson(text) as Value | undefined;
    if ((status === 200 || status === 206) && isObject(json) && Array.isArray(json.results)) {
      const { length } = json.results;
      const number = hasMore({ json, status, headers }, length) ? `${length} or more` : length;
      return ok(`${id} (${source}); containers: ${number}.`);
    }
    const details = errorDetails(json, (texts) => texts);
    if (status === 404) {
      return failed(
        `The platform has no environment ${id} (${source}).`,
        `correct ${source}: the ID is that of an environment, not of a project or a service`,
        details,
      );
    }
    return failed(
      `The environment ${id} (${source}) can't be read (${status}).`,
      "use a token of the organization that owns the environment",
      details,
    );
  },
};

/** By convention, `environmentId` in the configuration of a project. */
async function environmentOf({
  namedEnvironment,
  findEnvironment,
  facts,
}: Examination): Promise<{ id: string | undefined; source: string }> {
  if (namedEnvironment !== undefined) {
    if (isUuid(namedEnvironment)) return { id: namedEnvironment.toLowerCase(), source: "--environment" };
    const named = await findEnvironment(namedEnvironment);
    return { id: named.id, source: `${fullName(named)}, --environment` };
  }
  const key = `${facts.project?.name}:environmentId`;
  return { id: facts.stack?.(key), source: key };
}

export const platformChecks: readonly Check[] = [address, clock, token, acceptance, role, endpointSet, environment];
