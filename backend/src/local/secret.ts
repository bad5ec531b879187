/**
 * The secret of `serve --local-secret`. Programs send it in a header. A browser sends it once, in the address of the
 * dashboard, and gets a cookie that shows the dashboard and nothing else.
 */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isSameSecret } from "../digest.js";
import { Problem } from "../problem.js";

const headerName = "x-local-secret";
const dashboardPath = "/_local/";
const parameter = "secret";

export interface LocalSecret {
  /**
   * Refuses a request without the secret; returns headers that redirect a browser, if it must be redirected. The cookie
   * of a browser admits only to what the dashboard uses.
   */
  admit(request: IncomingMessage, isOfPage: boolean): Readonly<Record<string, string>> | undefined;
}

/** Platforms on several ports of a host share their cookies. */
function cookieName({ socket }: IncomingMessage): string {
  return `app-platform-dashboard-${socket.localPort}`;
}

function unauthorized(): Problem {
  return new Problem(
    401,
    `The local paths require the secret of --local-secret: send it in the header X-Local-Secret, or open ${dashboardPath}?${parameter}=<secret> in a browser.`,
    undefined,
    { "www-authenticate": "X-Local-Secret" },
  );
}

function cookieOf(request: IncomingMessage): string | undefined {
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([name]) => name === cookieName(request))?.[1];
}

/** Whether a browser says that a page of this origin has sent the request. A cookie alone does not prove it. */
function isFromPage({ headers }: IncomingMessage): boolean {
  // The guard has refused every other origin before.
  return headers.origin !== undefined || headers["sec-fetch-site"] === "same-origin";
}

export function createLocalSecret(secret: string): LocalSecret {
  // Not the secret itself: browsers send a cookie to every port of this host.
  const pass = randomBytes(32).toString("base64url");

  function refuseWithoutCookie(request: IncomingMessage, isOfPage: boolean): void {
    if (!isOfPage || !isSameSecret(cookieOf(request) ?? "", pass)) throw unauthorized();
    if (request.method !== "GET" && !isFromPage(request)) throw unauthorized();
  }

  return {
    admit(request, isOfPage) {
      const specified = request.headers[headerName];
      if (typeof specified === "string" && isSameSecret(specified, secret)) return undefined;
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
      const isOpening = request.method === "GET" && pathname === dashboardPath;
      if (isOpening && isSameSecret(searchParams.get(parameter) ?? "", secret)) {
        // The redirection removes the secret from the address bar.
        const setCookie = `${cookieName(request)}=${pass}; Path=${dashboardPath}; HttpOnly; SameSite=Strict`;
        return { location: dashboardPath, "set-cookie": setCookie, "cache-control": "no-store" };
      }
      refuseWithoutCookie(request, isOfPage);
      return undefined;
    },
  };
}
