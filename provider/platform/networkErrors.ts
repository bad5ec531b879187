const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing is listening there (connection refused)",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name cannot be resolved at the moment",
  ECONNRESET: "the connection was reset",
  UND_ERR_SOCKET: "the connection broke",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
};

/** Whether a request failed before anything of it could be sent: no such host, no connection, or an untrusted certificate. */
export function isUnsent(error: unknown): boolean {
  const { syscall } = firstOf(error);
  return syscall === "connect" || syscall === "getaddrinfo" || untrusted.test(codeOf(error));
}

/** Whether another attempt would fail for the same reason: the host has an untrusted certificate. */
export function isPermanent(error: unknown): boolean {
  const code = codeOf(error);
  return untrusted.test(code) && code !== "UND_ERR_CONNECT_TIMEOUT";
}

const untrusted =
  /^(UND_ERR_CONNECT_TIMEOUT|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_WRONG_VERSION_NUMBER)$/;

/** The failure itself, or the first one where several addresses of a host failed. */
function firstOf(error: unknown): { readonly code?: string; readonly syscall?: string } {
  const { errors } = error as { errors?: object[] };
  return errors?.[0] ?? (error as object);
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? firstOf(error).code ?? "";
}

/** Why a request failed on the network, in words. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? ((error as Error).message || code || "unknown network error").replace(/\s+/g, " ");
}
