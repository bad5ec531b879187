import { settingNamed } from "../errors/appPlatformError.js";
import type { NetworkFailure } from "../errors/request.js";
import { shortened } from "../schema/json.js";
import { type HttpProxy, ProxyFailure, UnsentRequest } from "./network.js";

interface FailedConnection {
  readonly code?: string;
  readonly message?: string;
  readonly name?: string;
  /** If several addresses of a host failed. */
  readonly errors?: readonly FailedConnection[];
  readonly cert?: { readonly subjectaltname?: string };
  /** What a server sent instead of HTTP. */
  readonly data?: string;
}

interface Explanation extends Pick<NetworkFailure, "reason" | "todo"> {
  readonly isPermanent?: boolean;
  /** Stated if the platform certainly didn't accept the connection on which the request was written. */
  readonly isSent?: false;
}

interface Meaning extends Omit<Explanation, "reason"> {
  readonly codes: RegExp;
  readonly reason: string | ((error: FailedConnection) => string);
}

const trust =
  "if you trust it, set NODE_EXTRA_CA_CERTS to the path of a PEM file with the certificate of its authority, then run again; a certificate of a public authority needs the platform's operator to send the intermediate ones too.";
const trustOne =
  "if you trust it, set NODE_EXTRA_CA_CERTS to the path of a PEM file with the certificate, then run again.";
const time = "check this machine's clock; if it's right, ask the platform's operator to renew the certificate.";
const port = `check that ${settingNamed("baseUrl")} has the host and port of the API.`;
const names = `check the host name in ${settingNamed("baseUrl")} and the DNS of this machine, or connect to the VPN, then run again.`;
const operator = "ask the operator of the platform, or of the load balancer in front of it.";

const certificates: readonly Meaning[] = [
  { codes: /^DEPTH_ZERO_SELF_SIGNED_CERT$/, reason: "its certificate is self-signed", todo: trustOne },
  {
    codes: /^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE)|CERT_UNTRUSTED)$/,
    reason: "this machine doesn't know the authority that issued its certificate",
    todo: trust,
  },
  { codes: /^CERT_HAS_EXPIRED$/, reason: "its certificate has expired", todo: time },
  { codes: /^CERT_NOT_YET_VALID$/, reason: "its certificate isn't valid yet", todo: time },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    reason({ cert: { subjectaltname = "" } = {} }) {
      const hosts = shortened(subjectaltname.replace(/\b(DNS|IP Address):/g, ""), 200);
      return `its certificate is for ${hosts || "another host name"}`;
    },
    todo: port,
  },
  {
    codes: /^(CERT_|UNABLE_TO_|CRL_|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|ERR_TLS_CERT_)/,
    reason: ({ code }) => `its certificate isn't valid (${code})`,
    todo: operator,
  },
];

/** The first match counts. */
const meanings: readonly Meaning[] = [
  { codes: /^ECONNREFUSED$/, reason: "nothing is listening there (connection refused)" },
  { codes: /^ENOTFOUND$/, reason: "the host name isn't known", todo: names },
  { codes: /^EAI_AGAIN$/, reason: "the host name can't be resolved at the moment", todo: names },
  { codes: /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/, reason: "there is no route to it" },
  { codes: /^(UND_ERR_(CONNECT|HEADERS)_TIMEOUT|ETIMEDOUT)$/, reason: "no connection in time" },
  ...certificates.map((each) => ({ ...each, isPermanent: true })),
  {
    codes:
      /^ERR_SSL_(WRONG_VERSION_NUMBER|HTTP_REQUEST|HTTPS_PROXY_REQUEST|PACKET_LENGTH_TOO_LONG|RECORD_LAYER_FAILURE)$/,
    reason: "the server doesn't use TLS on this port, which may be the one for http",
    todo: port,
    isPermanent: true,
  },
  { codes: /NO_APPLICATION_PROTOCOL$/, reason: "the server refuses HTTP/1.1 in the TLS handshake", todo: operator },
  {
    codes: /^ERR_SSL_(\w+_ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_(LOW|HIGH)|WRONG_SSL_VERSION)$/,
    reason: "the server and this machine don't support a common version of TLS",
    todo: operator,
  },
  { codes: /UNRECOGNIZED_NAME$/, reason: "the server doesn't know the host name (TLS handshake)", todo: port },
  {
    codes: /_ALERT_CERTIFICATE_REQUIRED$/,
    reason: "the server requires a client certificate, and the provider has none",
    todo: operator,
    isPermanent: true,
    isSent: false,
  },
  {
    codes: /_ALERT_(HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY)$|NO_SHARED_CIPHER$/,
    reason:
      "the server refuses the TLS handshake: it has no cipher in common with this machine, or requires a client certificate",
    todo: operator,
  },
  { codes: /^(ERR_SSL_|ERR_TLS_|EPROTO$)/, reason: ({ code }) => `TLS failed (${code})`, todo: operator },
  { codes: /^(ECONNRESET|EPIPE)$/, reason: "the connection was reset" },
  { codes: /^UND_ERR_SOCKET$/, reason: "the connection broke" },
  { codes: /^(HPE_|HTTPParserError$)/, reason: "the response isn't HTTP", todo: port },
];

/** The beginning of a TLS alert, which a server that speaks TLS sends in response to plain text. */
const tlsAlert = "\x15\x03";

export function networkFailure(error: unknown, proxy?: HttpProxy): NetworkFailure {
  if (!(error instanceof UnsentRequest))
    return { isSent: true, isPermanent: false, ...explained(error as FailedConnection) };
  return { isPermanent: false, ...unsent(error.cause as FailedConnection | undefined, proxy), isSent: false };
}

function unsent(cause: FailedConnection | undefined, proxy: HttpProxy | undefined): Explanation {
  if (cause === undefined) return { reason: "no connection in time" };
  if (cause instanceof ProxyFailure && proxy !== undefined) return refused(cause, proxy);
  const isClosed = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(cause));
  return isClosed ? { reason: "the connection was closed during the TLS handshake" } : explained(cause);
}

function explained(error: FailedConnection): Explanation {
  if (error.data?.startsWith(tlsAlert)) {
    return {
      reason: "the server uses TLS on this port, so the address must begin with https://",
      todo: `correct the beginning of ${settingNamed("baseUrl")}.`,
      isPermanent: true,
      isSent: false,
    };
  }
  const code = codeOf(error);
  const meaning = meanings.find(({ codes }) => codes.test(code));
  if (meaning === undefined) return { reason: (error.message || code).replace(/\s+/g, " ") };
  const { codes: _, reason, ...others } = meaning;
  return { ...others, reason: typeof reason === "string" ? reason : reason(error) };
}

function refused({ status, cause }: ProxyFailure, { url, source, authorization }: HttpProxy): Explanation {
  const todo = `check ${source}, or add the platform's host to NO_PROXY to connect without a proxy.`;
  if (status === undefined) {
    const failure = cause as FailedConnection;
    const isClosed = codeOf(failure) === "UND_ERR_SOCKET";
    return {
      reason: `the proxy ${url} failed: ${isClosed ? "it closed the connection" : explained(failure).reason}`,
      todo,
    };
  }
  const isPermanent = status < 500;
  if (status !== 407) return { reason: `the proxy ${url} refuses to connect to it (${status})`, todo, isPermanent };
  return authorization === undefined
    ? {
        reason: `the proxy ${url} requires a user name and a password (407)`,
        todo: `add them to ${source}: http://<user>:<password>@<host>:<port>, with special characters percent-encoded.`,
        isPermanent,
      }
    : {
        reason: `the proxy ${url} doesn't accept the user name and the password in ${source} (407)`,
        todo: `correct them in ${source}; special characters must be percent-encoded.`,
        isPermanent,
      };
}

/** The code of an error, or of the first one if several addresses of a host failed; the name of an error without a code. */
export function codeOf({ code, errors, name = "" }: FailedConnection): string {
  return code ?? errors?.[0]?.code ?? name;
}
