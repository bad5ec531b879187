/** Connections that never come about, with real servers: nothing was sent, so nothing is unknown, and the error says why. */
import { createServer as createHttpServer } from "node:http";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ProxyFailure, UnsentRequest } from "../../../provider/platform/network.js";
import { networkFailure } from "../../../provider/platform/networkErrors.js";
import { ids } from "../../kinds/shared/ids.js";
import { certificate, certificateAuthority, type IssuedCertificate } from "../../support/certificates.js";
import { steadyClock } from "../../support/fake-clock.js";
import { portOf as listeningPort } from "../../support/listening.js";
import { endpoint } from "../../support/provider.js";
import { connected, failureOf } from "../support/fake-platform.js";

let selfSigned: IssuedCertificate;
let issued: IssuedCertificate;
let expired: IssuedCertificate;
beforeAll(async () => {
  const authority = await certificateAuthority();
  selfSigned = await certificate();
  issued = await certificate({ authority });
  expired = await certificate({ from: new Date("2020-01-01"), until: new Date("2021-01-01") });
});

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

function portOf(server: Server): Promise<number> {
  opened.push(server);
  return listeningPort(server);
}

/** A server that does this as soon as a client has said something. */
const onceHeard = (act: (socket: Socket) => void) =>
  createTcpServer((socket) => socket.on("error", () => {}).once("data", () => act(socket)));

/** One that speaks TLS. It has no request to answer. */
const tls = (options: TlsOptions) =>
  createTlsServer(options, (socket) => socket.on("error", () => {})).on("tlsClientError", () => {});

/** A create, which may be sent once. */
async function created(url: string) {
  const settings = { APP_PLATFORM_REQUEST_TIMEOUT_SECONDS: "2", APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "4" };
  // Servers with sockets take longer than functions: a faster clock ends a handshake that a busy machine is still at.
  const { client } = connected(url, { environment: settings, clock: steadyClock }).platform;
  const call = endpoint(3, "POST /environment/{environmentId}/container");
  const members = { environmentId: ids.environment };
  const failure = await failureOf(
    client.send({ endpoint: call, members, body: {}, purpose: 'Creating Container "web"' }),
  );
  return failure as typeof failure & { mayBeDone: boolean; repeat: string };
}

describe("a create without a secure connection", () => {
  const noVersion = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
  const noClient = { requestCert: true, maxVersion: "TLSv1.2" } as const;
  const closed = /closed during the TLS handshake/;
  const mail = "220 mail.acme.io ready\r\n";
  const plain = () => createHttpServer((_, response) => response.end());
  const silent = () => createTcpServer((socket) => socket.on("error", () => {}));

  it.each<[title: string, server: () => Server, says: RegExp, isRepeated: boolean]>([
    ["no protocol in common", () => tls({ ...selfSigned, ALPNProtocols: ["h2"] }), /refuses HTTP\/1.1/, true],
    ["no TLS version in common", () => tls({ ...selfSigned, ...noVersion }), /a common version of TLS/, true],
    ["a required client certificate", () => tls({ ...selfSigned, ...noClient }), /requires a client certificate/, true],
    ["a reset connection", () => onceHeard((socket) => socket.resetAndDestroy()), closed, true],
    ["a closed connection", () => onceHeard((socket) => socket.end()), closed, true],
    ["a connection that is closed at once", () => createTcpServer((socket) => socket.destroy()), closed, true],
    ["a handshake without a response", silent, /no connection in time/, true],
    ["a self-signed certificate", () => tls(selfSigned), /its certificate is self-signed.*NODE_EXTRA_CA_CERTS/s, false],
    ["a certificate of an unknown authority", () => tls(issued), /know the authority.*NODE_EXTRA_CA_CERTS/s, false],
    ["an expired certificate", () => tls(expired), /its certificate/, false],
    ["a server of plain HTTP", plain, /doesn't use TLS on this port/, false],
    ["a server of another protocol", () => onceHeard((socket) => socket.end(mail)), /doesn't use TLS/, false],
  ])(
    "fails with AP3101 as not sent, and isn't retried after an untrusted certificate or without TLS: %s",
    async (_, server, says, isRepeated) => {
      const port = await portOf(server());
      const failure = await created(`https://localhost:${port}`);
      expect(failure.code).toBe("AP3101");
      expect(failure.message).toContain(`no response from https://localhost:${port}: `);
      expect(failure.message).toMatch(says);
      expect(failure.message).not.toMatch(/SSL routines|error:0/);
      expect(failure.mayBeDone).toBe(false);
      expect(failure.repeat !== "never").toBe(isRepeated);
    },
  );

  it("fails as not sent after a TLS alert to an http address", async () => {
    const alert = Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]);
    const port = await portOf(onceHeard((socket) => socket.end(alert)));
    const failure = await created(`http://localhost:${port}`);
    expect(failure.message).toContain("the server uses TLS on this port, so the address must begin with https://");
    expect(failure.mayBeDone).toBe(false);
  });
});

describe("networkFailure", () => {
  const failed = (code: string, more: object = {}) =>
    Object.assign(new Error("0A:error:SSL routines"), { code, ...more });
  const hosts = { subjectaltname: "DNS:api.acme.io, DNS:*.eu.acme.io, IP Address:10.0.0.1" };
  const forOthers = "its certificate is for api.acme.io, *.eu.acme.io, 10.0.0.1";
  const unknownAuthority = "this machine doesn't know the authority that issued its certificate";

  it.each<[what: string, cause: Error | undefined, says: string]>([
    ["a time limit", undefined, "no connection in time"],
    ["ENETUNREACH", failed("ENETUNREACH"), "there is no route to it"],
    ["ETIMEDOUT", failed("ETIMEDOUT"), "no connection in time"],
    ["EAI_AGAIN", failed("EAI_AGAIN"), "the host name can't be resolved at the moment"],
    ["several addresses", new AggregateError([failed("ECONNREFUSED"), new Error("two")]), "(connection refused)"],
    ["no address", new AggregateError([], "all addresses\nfailed"), "all addresses failed"],
    ["TLSV1_UNRECOGNIZED_NAME", failed("ERR_SSL_TLSV1_UNRECOGNIZED_NAME"), "the server doesn't know the host name"],
    ["HANDSHAKE_FAILURE", failed("ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE"), "the server refuses the TLS handshake"],
    ["ERR_SSL_BAD_EXTENSION", failed("ERR_SSL_BAD_EXTENSION"), "TLS failed (ERR_SSL_BAD_EXTENSION)"],
  ])("describes %s before a connection, and reports the request as not sent", (_, cause, says) => {
    const failure = networkFailure(new UnsentRequest(cause));
    expect(failure).toMatchObject({ reason: expect.stringContaining(says), isSent: false, isPermanent: false });
  });

  it.each<[what: string, cause: Error, reason: string]>([
    ["CERT_HAS_EXPIRED", failed("CERT_HAS_EXPIRED"), "its certificate has expired"],
    ["CERT_NOT_YET_VALID", failed("CERT_NOT_YET_VALID"), "its certificate isn't valid yet"],
    ["CERT_REVOKED", failed("CERT_REVOKED"), "its certificate isn't valid (CERT_REVOKED)"],
    ["an unknown authority", failed("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), unknownAuthority],
    ["other hosts", failed("ERR_TLS_CERT_ALTNAME_INVALID", { cert: hosts }), forOthers],
  ])("describes a certificate that can't be trusted: %s", (_, cause, reason) => {
    expect(networkFailure(new UnsentRequest(cause))).toMatchObject({ reason, isSent: false, isPermanent: true });
  });

  it.each(["ECONNRESET", "UND_ERR_SOCKET", "EPIPE", "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC"])(
    "reports %s on a connection as possibly sent",
    (code) => {
      expect(networkFailure(failed(code))).toMatchObject({ isSent: true, isPermanent: false });
    },
  );

  it.each([
    [499, true],
    [500, false],
  ])("reports status %i of a proxy as permanent: %s", (status, isPermanent) => {
    const proxy = { url: "http://proxy.acme.io:3128", source: "HTTPS_PROXY" };
    const failure = networkFailure(new UnsentRequest(new ProxyFailure(status)), proxy);
    expect(failure).toMatchObject({ isPermanent, reason: expect.stringContaining(`(${status})`), isSent: false });
  });

  it("reports a TLS alert to an http address as permanent, and as not sent", () => {
    const failure = networkFailure(failed("HPE_INVALID_CONSTANT", { data: "\x15\x03\x01" }));
    expect(failure).toMatchObject({ isPermanent: true, isSent: false, reason: expect.stringContaining("https://") });
  });

  it("reports a missing client certificate after the handshake as not sent", () => {
    const failure = networkFailure(failed("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"));
    expect(failure).toMatchObject({ isSent: false, reason: expect.stringContaining("client certificate") });
  });
});
