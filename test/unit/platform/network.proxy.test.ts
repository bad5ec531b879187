import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import tls from "node:tls";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { networkTo, type Route, routeTo } from "../../../provider/platform/network.js";
import { networkFailure } from "../../../provider/platform/networkErrors.js";
import { ids } from "../../kinds/shared/ids.js";
import { certificate, type IssuedCertificate } from "../../support/certificates.js";
import { portOf as listeningPort } from "../../support/listening.js";
import { endpoint } from "../../support/provider.js";
import { connected, failureOf } from "../support/fake-platform.js";

const address = "https://api.acme.io/base";
const ofCompany = "http://proxy.acme.io:3128";

const way = (environment: Readonly<Record<string, string>>, to = address) => routeTo(new URL(to), environment);
const proxyOf = (...params: Parameters<typeof way>) => way(...params).proxy;
const whyDirect = (route: Route) => (route.proxy === undefined ? route.why : `through ${route.proxy.url}`);

describe("proxy of an address", () => {
  it.each<[title: string, environment: Readonly<Record<string, string>>, source: string]>([
    ["HTTPS_PROXY", { HTTPS_PROXY: ofCompany }, "HTTPS_PROXY"],
    [
      "https_proxy (lowercase) before HTTPS_PROXY",
      { https_proxy: ofCompany, HTTPS_PROXY: "http://other:1" },
      "https_proxy",
    ],
    ["HTTP_PROXY without HTTPS_PROXY", { HTTP_PROXY: ofCompany }, "HTTP_PROXY"],
    ["HTTPS_PROXY before HTTP_PROXY", { HTTP_PROXY: "http://other:1", HTTPS_PROXY: ofCompany }, "HTTPS_PROXY"],
    ["HTTPS_PROXY without a scheme", { HTTPS_PROXY: "proxy.acme.io:3128" }, "HTTPS_PROXY"],
  ])("is read from %s", (_, environment, source) => {
    expect(proxyOf(environment)).toEqual({ url: ofCompany, source });
  });

  it.each<[title: string, environment: Readonly<Record<string, string>>, why: string]>([
    ["no variable is set", {}, "aren't set"],
    ["only ALL_PROXY is set", { ALL_PROXY: ofCompany }, "aren't set"],
    ["both variables are empty", { HTTPS_PROXY: "", HTTP_PROXY: "" }, "aren't set"],
    ["https_proxy is empty", { https_proxy: "", HTTPS_PROXY: ofCompany }, "aren't set"],
    ["NO_PROXY has the host", { HTTPS_PROXY: ofCompany, NO_PROXY: "api.acme.io" }, "as NO_PROXY says"],
    ["no_proxy has the host", { HTTPS_PROXY: ofCompany, no_proxy: "api.acme.io", NO_PROXY: "" }, "as no_proxy says"],
  ])("is none if %s", (_, environment, why) => {
    expect(whyDirect(way(environment))).toContain(why);
  });

  it.each(["http://localhost:4310", "http://127.0.0.1:4310", "https://127.8.9.1", "https://[::1]:4310"])(
    "is none for %s, a loopback address",
    (url) => {
      expect(whyDirect(way({ HTTPS_PROXY: ofCompany, HTTP_PROXY: ofCompany }, url))).toBe("a loopback address");
    },
  );

  it.each<[list: string, url: string]>([
    ["*", address],
    ["api.acme.io", address],
    ["API.Acme.io", address],
    [".acme.io", address],
    ["*.acme.io", address],
    ["acme.io.", address],
    ["  localhost ,, example.com  acme.io", address],
    ["api.acme.io:443", address],
    ["acme.io:8443", "https://api.acme.io:8443"],
    ["acme.io:80", "http://api.acme.io"],
    ["10.1.2.3", "https://10.1.2.3"],
    ["10.1.2.3/32", "https://10.1.2.3"],
    ["10.0.0.0/8:8443", "https://10.1.2.3:8443"],
    ["fd00::7", "https://[fd00::7]"],
    ["[fd00::7]", "https://[fd00::7]"],
    ["[fd00::7]:8443", "https://[fd00::7]:8443"],
    ["fd00::/8", "https://[fd00::7]"],
    ["fd00::7/128", "https://[fd00::7]"],
  ])("is none if NO_PROXY is '%s' and the address is %s", (list, url) => {
    expect(whyDirect(way({ HTTPS_PROXY: ofCompany, NO_PROXY: list }, url))).toBe("as NO_PROXY says");
  });

  it.each<[list: string, url: string]>([
    ["", address],
    [",, ,", address],
    ["notacme.io", address],
    ["pi.acme.io", address],
    ["www.api.acme.io", address],
    ["api.acme.io:8443", address],
    ["acme.io:443", "https://api.acme.io:8443"],
    ["10.1.2.4", "https://10.1.2.3"],
    ["1.2.3", "https://10.1.2.3"],
    ["11.0.0.0/8", "https://10.1.2.3"],
    ["10.1.2.3/33", "https://10.1.2.3"],
    ["10.0.0.0/x8", "https://10.1.2.3"],
    ["10.0.0.0/8x", "https://10.1.2.3"],
    ["acme.io/8", "https://10.1.2.3"],
    ["fd00::7/129", "https://[fd00::7]"],
    ["10.0.0.0/8", address],
    ["fd00::8", "https://[fd00::7]"],
    ["[fd00::7]:8443", "https://[fd00::7]"],
  ])("is read from HTTPS_PROXY if NO_PROXY is '%s' and the address is %s", (list, url) => {
    expect(proxyOf({ HTTPS_PROXY: ofCompany, NO_PROXY: list }, url)?.url).toBe(ofCompany);
  });

  it.each([
    ["ada:hunter2", "ada:hunter2"],
    ["ada:p%40ss%2Fw%C3%B6rd", "ada:p@ss/wörd"],
    ["ada", "ada:"],
    [":hunter2", ":hunter2"],
    ["ada:100%", "ada:100%"],
  ])("sends the credentials of its URL percent-decoded (%s), and is shown without them", (specified, sent) => {
    const found = proxyOf({ HTTPS_PROXY: `http://${specified}@proxy.acme.io:3128` });
    expect(found?.url).toBe(ofCompany);
    expect(found?.authorization).toBe(`Basic ${Buffer.from(sent).toString("base64")}`);
  });

  it.each([
    "socks5://ada:hunter2@proxy.acme.io",
    "hhttp://ada:hunter2@proxy.acme.io",
    "http://ada:hunter2@:80",
    "http://ada:hunter2@proxy:port",
  ])("fails with AP1001 for a SOCKS proxy or an invalid URL: %s", (text) => {
    const failure = () => way({ https_proxy: text });
    expect(failure).toThrow(/AP1001: https_proxy must be the URL of an HTTP proxy/);
    expect(failure).toThrow("add api.acme.io to NO_PROXY");
    expect(failure).not.toThrow(/hunter2/);
    expect(way({ https_proxy: text, no_proxy: "acme.io" }).proxy).toBeUndefined();
  });
});

describe("requests through a proxy", () => {
  let own: IssuedCertificate;
  const servers: (Server | ReturnType<typeof createTcpServer>)[] = [];
  beforeAll(async () => {
    own = await certificate({ hosts: ["api.acme.io"] });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    for (const server of servers.splice(0)) {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
    }
  });

  function portOf(server: (typeof servers)[number]): Promise<number> {
    servers.push(server);
    return listeningPort(server);
  }

  /** Trusts the platform's certificate, as NODE_EXTRA_CA_CERTS does for a whole process. */
  function trust(): void {
    const plain = tls.connect;
    vi.spyOn(tls, "connect").mockImplementation(((options: tls.ConnectionOptions, ...others: []) =>
      plain({ ...options, ca: own.cert }, ...others)) as typeof tls.connect);
  }

  async function openPlatform(): Promise<number> {
    const server = createHttpsServer({ ...own }, ({ method, url, headers }, response) => {
      response.setHeader("content-type", "application/json");
      const { host, "proxy-authorization": proxy = null } = headers;
      response.end(JSON.stringify({ method, url, host, proxy }));
    });
    return portOf(server);
  }

  /** One that connects everything to the platform, if the credentials are these. */
  async function openProxy(platform: number, credentials?: string) {
    const requested: IncomingMessage[] = [];
    const expected = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
    const server = createServer().on("connect", (request: IncomingMessage, client: Socket) => {
      requested.push(request);
      client.on("error", () => {});
      if (expected !== undefined && request.headers["proxy-authorization"] !== expected) {
        client.end("HTTP/1.1 407 Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n");
        return;
      }
      const far = connect(platform, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        far.pipe(client).pipe(far);
      });
      far.on("error", () => client.destroy());
    });
    return { host: `127.0.0.1:${await portOf(server)}`, requested };
  }

  const call = endpoint(3, "POST /environment/{environmentId}/container");
  const members = { environmentId: ids.environment };
  const request = { endpoint: call, members, body: {}, purpose: 'Creating Container "web"' };
  const limits = { APP_PLATFORM_REQUEST_TIMEOUT_SECONDS: "5", APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2" };
  const clientOf = (environment: Readonly<Record<string, string>>) =>
    connected(address, { environment: { ...limits, ...environment } }).platform.client;
  const failureThrough = async (proxy: string) => {
    const failure = await failureOf(clientOf({ HTTPS_PROXY: proxy }).send(request));
    return failure as typeof failure & { mayBeDone: boolean; repeat: string };
  };

  it("reuse connections to the platform, and send credentials only to the proxy", async () => {
    trust();
    const proxy = await openProxy(await openPlatform(), "ada:p@ss");
    const client = clientOf({ HTTPS_PROXY: `http://ada:p%40ss@${proxy.host}` });
    const path = `/base/environment/${ids.environment}/container`;
    for (let count = 0; count < 9; count += 1)
      expect(await client.send(request)).toEqual({ method: "POST", url: path, host: "api.acme.io", proxy: null });
    expect(new Set(proxy.requested.map((each) => each.url))).toEqual(new Set(["api.acme.io:443"]));
    expect(proxy.requested.length).toBeLessThan(3);
  });

  it("use no more than `maxConcurrentRequests` connections (3) for 20 requests at once", async () => {
    trust();
    const proxy = await openProxy(await openPlatform());
    const { proxy: found } = way({ HTTPS_PROXY: `http://${proxy.host}` });
    const limits = { maxConcurrentRequests: 3, requestTimeoutSeconds: 5 };
    const network = networkTo({ baseUrl: new URL(address), proxy: found, ...limits });
    const send = () => network({ method: "GET", path: "/", headers: {} }, new AbortController().signal);
    const sent = Array.from({ length: 20 }, send);
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(proxy.requested).toHaveLength(3);
  });

  const addressOf = async (server: (typeof servers)[number]) => `127.0.0.1:${await portOf(server)}`;
  /** A proxy that does this with what it is sent. */
  const odd = (act: (socket: Socket) => void) => () =>
    addressOf(createTcpServer((socket) => socket.on("error", () => {}).once("data", () => act(socket))));
  const answering = (status: string) => odd((socket) => socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`));
  const secured = async () => (await openProxy(await openPlatform(), "ada:hunter2")).host;
  const leadingTo = (certified: string, prepare: () => void) => async () => {
    own = await certificate({ hosts: [certified] });
    prepare();
    return (await openProxy(await openPlatform())).host;
  };
  async function closed() {
    const host = await addressOf(createTcpServer());
    servers.pop()?.close();
    return host;
  }

  it.each<[why: string, open: () => Promise<string>, says: RegExp, isRepeated: boolean]>([
    ["doesn't accept the credentials", secured, /doesn't accept the .* password in HTTPS_PROXY \(407\)/, false],
    ["refuses the host", answering("403 Forbidden"), /refuses to connect to it \(403\)/, false],
    ["can't reach it", answering("502 Bad Gateway"), /refuses to connect to it \(502\)/, true],
    ["ends the connection", odd((socket) => socket.end()), /failed: it closed the connection/, true],
    ["resets the connection", odd((socket) => socket.resetAndDestroy()), /failed: the connection was reset/, true],
    ["isn't an HTTP proxy", odd((socket) => socket.end("220 mail\r\n")), /failed: the response isn't HTTP/, true],
    ["opens no tunnel", odd((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n")), /during the TLS handshake/, true],
    ["isn't there", closed, /: nothing is listening there .* check HTTPS_PROXY, or add .* to NO_PROXY/s, true],
    ["leads to an untrusted server", leadingTo("api.acme.io", () => {}), /its certificate is self-signed/, false],
    ["leads to another host", leadingTo("www.acme.io", trust), /its certificate is for www\.acme\.io/, false],
  ])("fail with AP3101 as not sent if the proxy %s", async (_, open, says, isRepeated) => {
    const host = await open();
    const failure = await failureThrough(`http://ada:hunter3@${host}`);
    expect(failure.code).toBe("AP3101");
    expect(failure.message).toContain(`no response from https://api.acme.io through the proxy http://${host}: `);
    expect(failure.message).toMatch(says);
    expect(failure.message).not.toContain("hunter3");
    expect(failure.mayBeDone).toBe(false);
    expect(failure.repeat !== "never").toBe(isRepeated);
  });

  it("fail with advice to add credentials to HTTPS_PROXY if the proxy requires them (407)", async () => {
    const failure = await failureThrough(`http://${await secured()}`);
    expect(failure.message).toMatch(/requires a user name and a password \(407\)\.\n.*add them to HTTPS_PROXY/);
  });

  it("fail as not sent and close their socket if the proxy doesn't respond", async () => {
    const open = new Set<Socket>();
    const server = createTcpServer((socket) => {
      open.add(socket.on("error", () => {}).resume());
      socket.on("close", () => open.delete(socket));
    });
    const { proxy } = way({ HTTPS_PROXY: `http://127.0.0.1:${await portOf(server)}` });
    const limits = { maxConcurrentRequests: 1, requestTimeoutSeconds: 1 };
    const network = networkTo({ baseUrl: new URL(address), proxy, ...limits });
    const sending = network({ method: "GET", path: "/", headers: {} }, new AbortController().signal);
    const failure = networkFailure(await failureOf(sending), proxy);
    expect(failure).toMatchObject({ isSent: false, reason: expect.stringContaining("failed: no connection in time") });
    await expect.poll(() => open.size).toBe(0);
  });
});
