import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { lookupsOf } from "../../../provider/engine/lookups.js";
import { InterruptedError } from "../../../provider/errors/resource.js";
import { variableCalls } from "../../../provider/kinds/shared/serviceSubresources.js";
import { stated } from "../../../provider/platform/endpoint.js";
import { OversizedResponse, ProxyFailure, UnsentRequest } from "../../../provider/platform/network.js";
import { timeLimitPassed } from "../../../provider/platform/operation.js";
import { logging, shownTarget, troubleWith } from "../../../provider/platform/requestLog.js";
import { ids } from "../../kinds/shared/ids.js";
import { jwtNamed } from "../../support/jwt.js";
import { openedFolder } from "../../support/opened-folder.js";
import { type AppPlatformError, endpoint, extended, type Origin, systemClock } from "../../support/provider.js";
import { holds } from "../../support/seeds.js";
import { type Answer, connected, definitionOf, failureOf, fakePlatform, fakeToken } from "../support/fake-platform.js";

const platform = fakePlatform();
const root = openedFolder("request-log");

let file: string;
let count = 0;
let warnings: string[];
beforeEach(() => {
  count += 1;
  warnings = [];
  file = join(root, `${count}`, "logs", "requests.jsonl");
});

type Line = Readonly<Record<string, unknown>>;
const lines = (): Line[] => {
  const texts = readFileSync(file, "utf8").split("\n");
  return texts.slice(0, -1).map((line) => JSON.parse(line));
};

const call = endpoint(5, "GET /container/{id}");
const line = `GET /container/${ids.container}`;
const found: Answer = [200, { id: ids.container }];

const originOf = (more: Partial<Origin> = {}): Origin => ({
  name: () => "urn:pulumi:dev::shop::app-platform:index:Container::web",
  connection: undefined,
  redact: (text) => text,
  warn: (text) => warnings.push(text),
  ...more,
});

/** Sends a request that is part of `origin`, to a platform with a log. */
function send(environment: Record<string, string> = {}, origin = originOf()) {
  const settings = { APP_PLATFORM_LOG_FILE: file, APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2", ...environment };
  const { client } = connected(platform.url, { environment: settings }).platform;
  const request = { endpoint: call, members: { id: ids.container }, purpose: 'Reading Container "web"' };
  return client.send(request, client.begin({ origin }));
}

const response = { status: 200, headers: {}, text: "" };
/** A request without an origin. */
const sentAlone = {
  ...{ method: "POST", path: "/a", headers: {}, body: "ü" },
  logged: { route: "/a", path: "/a", attempt: 1, origin: undefined, redact: (text: string) => text },
};
const { signal } = new AbortController();

/** The files that this process has open. */
const openFiles = () =>
  readdirSync("/proc/self/fd").map((each) => {
    try {
      return readlinkSync(join("/proc/self/fd", each));
    } catch {
      // Closed meanwhile, as the list itself.
      return undefined;
    }
  });

describe("request log", () => {
  it("has a line for each attempt with `for`, `connection`, request, `status`, `milliseconds` and sizes of the bodies", async () => {
    platform.on(line, [503], (_, response) => {
      response.setHeader("x-request-id", "req-7");
      return found;
    });
    const before = Date.now();
    await send({}, originOf({ connection: "staging" }));
    const common = {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      for: "urn:pulumi:dev::shop::app-platform:index:Container::web",
      ...{ connection: "staging", method: "GET", route: "/container/{id}", path: `/container/${ids.container}` },
      ...{ milliseconds: expect.any(Number), bytesSent: 0 },
    };
    expect(lines()).toEqual([
      { ...common, attempt: 1, status: 503, bytesReceived: 0 },
      { ...common, attempt: 2, status: 200, bytesReceived: JSON.stringify(found[1]).length, requestId: "req-7" },
    ]);
    expect(Date.parse(String(lines()[0]?.time))).toBeGreaterThanOrEqual(before);
  });

  it("omits `connection` for the default platform", async () => {
    platform.on(line, found);
    await send();
    expect(lines()).toMatchObject([{ status: 200 }]);
    expect(warnings).toEqual([]);
    expect(lines()[0]).not.toHaveProperty("connection");
  });

  it("has two lines with the same `attempt` if a request is sent again with a renewed token (401)", async () => {
    const token = join(root, `token-${count}`);
    writeFileSync(token, jwtNamed("old"));
    platform.on(line, ({ authorization }) => {
      writeFileSync(token, jwtNamed("new"));
      return authorization === `Bearer ${jwtNamed("new")}` ? found : [401, {}];
    });
    await send({ APP_PLATFORM_TOKEN: "", APP_PLATFORM_TOKEN_FILE: token });
    expect(lines()).toMatchObject([
      { attempt: 1, status: 401 },
      { attempt: 1, status: 200 },
    ]);
    expect(lines()).toHaveLength(2);
  });

  it("redacts secrets in a path that the program sets", async () => {
    platform.on("GET /hook/canary-1", found);
    const { client } = connected(platform.url, { environment: { APP_PLATFORM_LOG_FILE: file } }).platform;
    const origin = originOf({ redact: (text) => text.replaceAll("canary-1", "***") });
    const request = { endpoint: stated("GET /hook/canary-1"), members: {}, purpose: "Reading" };
    await client.send(request, client.begin({ origin }));
    expect(lines()).toMatchObject([{ route: "/hook/***", path: "/hook/***" }]);
  });

  it("names lookups by their function (getContainer), without arguments and `connection`", async () => {
    const environment = { APP_PLATFORM_LOG_FILE: file };
    const { log, platform: own } = connected(platform.url, { environment });
    const { lookUpOne, lookUpAll } = lookupsOf(definitionOf("Container"), () => own);
    const items = { results: [{ id: ids.container, name: "hidden-name" }] };
    platform.on(`GET /environment/${ids.environment}/container`, [200, items], [403]);
    const args = { environmentId: ids.environment, connection: "hidden-connection" };
    await lookUpOne({ log, args: { ...args, name: "hidden-name" } });
    own.lists.forget();
    await failureOf(lookUpAll({ log, args }));
    expect(lines().map((each) => [each.for, each.connection])).toEqual([
      ["getContainer", undefined],
      ["getContainers", undefined],
    ]);
    expect(readFileSync(file, "utf8")).not.toContain("hidden");
  });

  it.each<[code: string, error: Error]>([
    ["NO_CONNECTION", new UnsentRequest()],
    ["ECONNREFUSED", new UnsentRequest(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }))],
    ["PROXY_407", new UnsentRequest(new ProxyFailure(407))],
    ["EPIPE", new UnsentRequest(new ProxyFailure(undefined, Object.assign(new Error(), { code: "EPIPE" })))],
    ["RESPONSE_TOO_LARGE", new OversizedResponse()],
    ["TIMEOUT", timeLimitPassed()],
    [InterruptedError.code, new InterruptedError("the operation was canceled")],
    ["UNKNOWN", Object.assign(new Error(), { code: "a text, not a code" })],
  ])("has a code as `error` if a request has no response: %s", async (code, error) => {
    const times = [1_000, 1_012.34];
    const sent = logging(async () => Promise.reject(error), file, { now: () => 0, elapsed: () => times.shift() ?? 0 });
    expect(await failureOf(sent(sentAlone, signal))).toBe(error);
    expect(lines()).toMatchObject([{ error: code, bytesSent: 2, milliseconds: 12.3 }]);
    expect(lines()[0]).not.toHaveProperty("bytesReceived");
  });

  it("is closed after each line", async () => {
    platform.on(line, found);
    await send();
    expect(openFiles()).not.toContain(file);
  });

  it("has no line for a request without `logged`", async () => {
    const sent = logging(async () => response, file, systemClock);
    expect(await sent({ method: "GET", path: "/a", headers: {} }, signal)).toBe(response);
    expect(existsSync(file)).toBe(false);
  });

  it("isn't written without APP_PLATFORM_LOG_FILE", async () => {
    platform.on(line, found);
    await send({ APP_PLATFORM_LOG_FILE: "" });
    expect(existsSync(file)).toBe(false);
  });

  it("is created with missing folders, only for its owner (0600); an existing file keeps its permissions", async () => {
    platform.on(line, found);
    await send();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o640);
    await send();
    expect([lines().length, statSync(file).mode & 0o777]).toEqual([2, 0o640]);
    rmSync(file);
    await send();
    expect(lines()).toHaveLength(1);
  });
});

const newFolder = () => mkdtempSync(join(root, "folder-"));
/** Paths in a new folder, since each path causes only one warning. */
const unwritable: readonly [what: string, make: (folder: string) => string, code: string][] = [
  ["a folder", (folder) => folder, "EISDIR"],
  [
    "a path below a file",
    (folder) => {
      writeFileSync(join(folder, "text"), "");
      return join(folder, "text", "log");
    },
    "ENOTDIR",
  ],
  [
    "a pipe that nobody reads",
    (folder) => {
      execFileSync("mkfifo", [join(folder, "pipe")]);
      return join(folder, "pipe");
    },
    "ENXIO",
  ],
  ["an invalid path", (folder) => `${folder}/a\0b`, "ERR_INVALID_ARG_VALUE"],
];

/** Can be opened, but not written. */
const fullDisk = (folder: string) => {
  symlinkSync("/dev/full", join(folder, "full"));
  return join(folder, "full");
};

describe("request log that can't be written", () => {
  it.each([...unwritable, ["a full disk", fullDisk, "ENOSPC"] as const])(
    "causes one warning if the file can't be written, and requests continue: %s",
    async (_, make, code) => {
      platform.on(line, found);
      const path = make(newFolder());
      expect(await send({ APP_PLATFORM_LOG_FILE: path })).toEqual(found[1]);
      expect(await send({ APP_PLATFORM_LOG_FILE: path })).toEqual(found[1]);
      expect(warnings).toEqual([expect.stringContaining(`can't write to ${path} (${code})`)]);
    },
  );

  it("doesn't fail a request without an origin, which has nobody to warn", async () => {
    const sent = logging(async () => response, newFolder(), systemClock);
    expect(await sent(sentAlone, signal)).toBe(response);
  });
});

describe("troubleWith", () => {
  it.each(unwritable)("returns the code of the error if the file can't be opened: %s", (_, make, code) => {
    expect(troubleWith(make(newFolder()))).toBe(code);
  });

  it("returns nothing if the file can be opened, and closes it", () => {
    expect(troubleWith(file)).toBeUndefined();
    expect(existsSync(file)).toBe(true);
    expect(openFiles()).not.toContain(file);
  });
});

it("request log has each line of several processes that write to one file, whole, even if they are killed", async () => {
  const names = ["a", "b", "c"];
  const each = 200;
  const write = (name: string) => {
    const args = ["--import", "tsx", join(__dirname, "../support/request-log-in-process.ts"), file, name, String(each)];
    return promisify(execFile)(process.execPath, args);
  };
  for (const ended of await Promise.allSettled(names.map(write)))
    expect(ended).toMatchObject({ reason: { signal: "SIGKILL" } });
  for (const name of names) {
    const own = lines().filter((line) => line.for === name.repeat(2_000));
    expect(own.map(({ attempt }) => attempt)).toEqual(Array.from({ length: each }, (_, index) => index + 1));
  }
  expect(lines()).toHaveLength(names.length * each);
});

describe("shownTarget", () => {
  const on = `container/${ids.container}`;
  const variables = `/variable?parent_id=${ids.container}&scope`;
  const shownQuery = "/job?toUpdate=true&all=false&name&a&name";
  it.each<[target: string, shown: string, call: Parameters<typeof shownTarget>[0], members: Record<string, unknown>]>([
    [`/container/${ids.container}`, `/container/${ids.container}`, call, { id: ids.container }],
    ["/container/hunter2", "/container/{id}", call, { id: "hunter2" }],
    ["/container/", "/container/{id}", call, { id: undefined }],
    [`/${on}/customDomain`, `/${on}/customDomain`, extended("GET /{+on}/customDomain"), { on }],
    ["/hunter2/x/customDomain", "/{+on}/customDomain", extended("GET /{+on}/customDomain"), { on: "hunter2/x" }],
    [`${variables}=CONTAINER`, variables, variableCalls.list, { on }],
    ["/job?toUpdate=true&all=false&name=hunter2&a=&name=x", shownQuery, extended("GET /job"), {}],
  ])(
    "shows only IDs, true and false in paths and queries of the request log: %s as %s",
    (target, shown, of, members) => {
      expect(shownTarget(of, members, target)).toBe(shown);
    },
  );
});

describe("the platform's request ID", () => {
  const failing =
    (name: string, value: string): Answer =>
    (_, response) => {
      response.setHeader(name, value);
      return [403, {}];
    };
  const names = "X-Request-Id request-id x-correlation-id x-amzn-requestid x-amz-request-id x-ms-request-id x-trace-id";
  it.each([...names.split(" "), "cf-ray"])("is in the log and in errors if the header is %s", async (name) => {
    platform.on(line, failing(name, "Root=1-67891233:ab/9"));
    const { message } = await failureOf(send());
    expect(message).toContain("\n  - the platform's request ID: Root=1-67891233:ab/9\n");
    expect(lines()[0]?.requestId).toBe("Root=1-67891233:ab/9");
  });

  it.each([
    ["an empty text", ""],
    ["more than 128 characters", "x".repeat(129)],
    ["a tab", "a\tb"],
    ["a letter outside of ASCII", "a\u00e9"],
    ["a space", "a b"],
  ])("is omitted if it isn't an ID: %s", async (_what, value) => {
    platform.on(line, failing("x-request-id", value));
    expect((await failureOf(send())).message).not.toContain("request ID");
    expect(lines()[0]).not.toHaveProperty("requestId");
  });

  it("is redacted if it contains the access token or a secret", async () => {
    platform.on(line, failing("x-request-id", `a/${fakeToken}/hunter2`));
    const redact = (text: string) => text.replaceAll("hunter2", "***");
    const failure = (await failureOf(send({}, originOf({ redact })))) as unknown as AppPlatformError;
    expect(failure.message).toContain("the platform's request ID: a/***/hunter2");
    expect(failure.redacted(redact).message).toContain("request ID: a/***/***");
    expect(lines()[0]?.requestId).toBe("a/***/***");
  });
});

it("request log contains no secret, wherever a request has it", async () => {
  const secret = fc
    .stringMatching(/^[a-z0-9"\\ /&=?%]{0,6}hunter2[a-z0-9"\\ /&=?%]{0,6}$/)
    .map((text) => `${text}-canary`);
  const place = fc.constantFrom("id", "query", "body", "name", "connection", "header" as const);
  await holds(
    fc.asyncProperty(secret, place, async (text, where) => {
      const textAt = (which: string, otherwise: string) => (which === where ? text : otherwise);
      const redact = (shown: string) => shown.replaceAll(text, "***");
      const name = () => `Container "${textAt("name", "web")}"`;
      const origin = originOf({ name, connection: textAt("connection", "c"), redact });
      const create = endpoint(3, "POST /environment/{environmentId}/container");
      const members = { environmentId: textAt("id", ids.environment) };
      const query = { filter: textAt("query", "x") };
      const answer: Answer = (_, response) => {
        if (where === "header") response.setHeader("x-request-id", encodeURIComponent(text));
        return [201, { reported: text }];
      };
      const target = `/environment/${encodeURIComponent(members.environmentId)}/container?${new URLSearchParams(query)}`;
      platform.on(`POST ${target}`, answer);
      const { client } = connected(platform.url, { environment: { APP_PLATFORM_LOG_FILE: file } }).platform;
      const body = { name: textAt("body", "y") };
      await client.send({ endpoint: create, members, query, body, purpose: text }, client.begin({ origin }));
      const written = readFileSync(file, "utf8");
      expect(written).toContain("/environment/");
      expect(written).not.toContain("hunter2");
      expect(written).not.toContain("pretend-token");
    }),
    60,
  );
});
