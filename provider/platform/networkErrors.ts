import type { NetworkFailure } from "../errors/request.js";
import { shortened } from "../schema/json.js";
import { ProxyFailure, UnsentRequest } from "./network.js";
import type { HttpProxy } from "./proxy.js";

/** Members that errors of a connection may have. */
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

/** The meaning of some error codes. */
interface Meaning {
  readonly codes: RegExp;
  readonly reason: string | ((error: FailedConnection) => string);
  readonly todo?: string;
  readonly isPermanent?: true;
  /** Whether it proves that the platform didn't accept the connection on which the request was written. */
  readonly isUnsent?: true;
}

const trust =
  "if you trust it, set NODE_EXTRA_CA_CERTS to the path of a PEM file with the certificate of its authority, then run again; a certificate of a public authority needs the platform's operator to send the intermediate ones too.";
const time = "check this machine's clock; if it's right, ask the platform's operator to renew the certificate.";
const port = "check that app-platform:baseUrl (or APP_PLATFORM_BASE_URL) has the host and port of the API.";
const names =
  "check the host name in app-platform:baseUrl (or APP_PLATFORM_BASE_URL) and the DNS of this machine, or connect to the VPN, then run again.";
const operator = "ask the operator of the platform, or of the load balancer in front of it.";

/** The first match counts. */
const meanings: readonly Meaning[] = [
  { codes: /^ECONNREFUSED$/, reason: "nothing is listening there (connection refused)" },
  { codes: /^ENOTFOUND$/, reason: "the host name isn't known", todo: names },
  { codes: /^EAI_AGAIN$/, reason: "the host name can't be resolved at the moment", todo: names },
  { codes: /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/, reason: "there is no route to it" },
  { codes: /^(UND_ERR_(CONNECT|HEADERS)_TIMEOUT|ETIMEDOUT)$/, reason: "no connection in time" },
  {
    codes: /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
    reason: "its certificate is self-signed",
    todo: "if you trust it, set NODE_EXTRA_CA_CERTS to the path of a PEM file with the certificate, then run again.",
    isPermanent: true,
  },
  {
    codes: /^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE)|CERT_UNTRUSTED)$/,
    reason: "this machine doesn't know the authority that issued its certificate",
    todo: trust,
    isPermanent: true,
  },
  { codes: /^CERT_HAS_EXPIRED$/, reason: "its certificate has expired", todo: time, isPermanent: true },
  { codes: /^CERT_NOT_YET_VALID$/, reason: "its certificate isn't valid yet", todo: time, isPermanent: true },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    reason: ({ cert }) => `its certificate is for ${namesIn(cert?.subjectaltname) || "another host name"}`,
    todo: port,
    isPermanent: true,
  },
  {
    codes: /^(CERT_|UNABLE_TO_|CRL_|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|ERR_TLS_CERT_)/,
    reason: ({ code }) => `its certificate isn't valid (${code})`,
    todo: operator,
    isPermanent: true,
  },
  {
    codes:
      /^ERR_SSL_(WRONG_VERSION_NUMBER|HTTP_REQUEST|HTTPS_PROXY_REQUEST|PACKET_LENGTH_TOO_LONG|RECORD_LAYER_FAILURE)$/,
    reason: "the server doesn't use TLS on this port: is it the port for http?",
    todo: port,
    isPermanent: true,
  },
  {
    codes: /NO_APPLICATION_PROTOCOL$/,
    reason: "the server refuses HTTP/1.1 in the TLS handshake",
    todo: operator,
  },
  {
    codes: /^ERR_SSL_(\w+_ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_(LOW|HIGH)|WRONG_SSL_VERSION)$/,
    reason: "the server and this machine don't support a common version of TLS",
    todo: operator,
  },
  {
    codes: /UNRECOGNIZED_NAME$/,
    reason: "the server doesn't know the host name (TLS handshake)",
    todo: port,
  },
  {
    codes: /_ALERT_CERTIFICATE_REQUIRED$/,
    reason: "the server requires a client certificate, and the provider has none",
    todo: operator,
    isPermanent: true,
    isUnsent: true,
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
  if (!(error instanceof UnsentRequest)) return { isSent: true, ...meaningOf(error as FailedConnection) };
  const cause = error.cause as FailedConnection | undefined;
  if (cause === undefined) return { reason: "no connection in time", isSent: false, isPermanent: false };
  const found = cause instanceof ProxyFailure && proxy !== undefined ? refusalOf(cause, proxy) : handshakeOf(cause);
  return { ...found, isSent: false };
}

type FoundMeaning = Omit<NetworkFailure, "isSent"> & { readonly isSent?: false };

function meaningOf(error: FailedConnection): FoundMeaning {
  if (error.data?.startsWith(tlsAlert)) {
    return {
      reason: "the server uses TLS on this port, so the address must begin with https://",
      todo: "correct the beginning of app-platform:baseUrl (or APP_PLATFORM_BASE_URL).",
      isPermanent: true,
      isSent: false,
    };
  }
  const code = codeOf(error);
  const meaning = meanings.find(({ codes }) => codes.test(code));
  if (meaning === undefined) {
    return { reason: (error.message || code).replace(/\s+/g, " "), isPermanent: false };
  }
  const { reason, todo, isPermanent = false, isUnsent } = meaning;
  return {
    reason: typeof reason === "string" ? reason : reason(error),
    isPermanent,
    ...(todo === undefined ? {} : { todo }),
    ...(isUnsent && { isSent: false }),
  };
}

function handshakeOf(cause: FailedConnection): FoundMeaning {
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(cause)))
    return { reason: "the connection was closed during the TLS handshake", isPermanent: false };
  return meaningOf(cause);
}

/** The names in a certificate. */
function namesIn(subjectAltName = ""): string {
  return shortened(subjectAltName.replace(/\b(DNS|IP Address):/g, ""), 200);
}

function refusalOf({ status, cause }: ProxyFailure, { url, source, authorization }: HttpProxy): FoundMeaning {
  const isPermanent = status !== undefined && status < 500;
  const todo = `check ${source}, or add the platform's host to NO_PROXY to connect without a proxy.`;
  if (status === undefined) {
    const { reason } =
      codeOf(cause as FailedConnection) === "UND_ERR_SOCKET"
        ? { reason: "it closed the connection" }
        : meaningOf(cause as FailedConnection);
    return { reason: `the proxy ${url} failed: ${reason}`, todo, isPermanent };
  }
  if (status !== 407) {
    return { reason: `the proxy ${url} refuses to connect to it (${status})`, todo, isPermanent };
  }
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
