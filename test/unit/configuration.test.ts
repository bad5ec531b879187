import { describe, expect, it } from "vitest";
import { AppPlatformError } from "../../provider/errors/appPlatformError.js";
import { readConfiguration } from "../../provider/platform/configuration.js";
import { settings } from "../../provider/platform/settings.js";

type Stack = Readonly<Record<string, string>>;

const read = (environment: Stack, stack: Stack = {}, connection?: string) =>
  readConfiguration((key) => stack[key], connection, environment);

const failure = (environment: Stack, stack: Stack = {}, connection?: string): AppPlatformError => {
  try {
    read(environment, stack, connection);
  } catch (error) {
    if (error instanceof AppPlatformError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};

const address = { APP_PLATFORM_BASE_URL: "https://api.acme.io" };
const token = { APP_PLATFORM_TOKEN: "secret-token" };
const minimal = { ...address, ...token };

describe("the settings in force", () => {
  it("have defaults for all but address and token", () => {
    expect(read(minimal)).toMatchObject({
      endpoints: "documented",
      onDelete: "warn",
      onExisting: "fail",
      maxConcurrentRequests: 64,
      requestTimeoutSeconds: 30,
    });
  });

  const values: readonly [setting: keyof typeof settings, variable: string, text: string, other: string][] = [
    ["baseUrl", "APP_PLATFORM_BASE_URL", "https://one.acme.io/", "https://two.acme.io/"],
    ["token", "APP_PLATFORM_TOKEN", "one", "two"],
    ["endpoints", "APP_PLATFORM_ENDPOINTS", "extended", "documented"],
    ["onDelete", "APP_PLATFORM_ON_DELETE", "fail", "warn"],
    ["onExisting", "APP_PLATFORM_ON_EXISTING", "adopt", "fail"],
    ["maxConcurrentRequests", "APP_PLATFORM_MAX_CONCURRENT_REQUESTS", "8", "9"],
    ["operationTimeoutSeconds", "APP_PLATFORM_OPERATION_TIMEOUT_SECONDS", "70", "60"],
    ["requestTimeoutSeconds", "APP_PLATFORM_REQUEST_TIMEOUT_SECONDS", "7", "6"],
  ];

  it.each(values)("take %s from the environment before the stack", (setting, variable, text, other) => {
    const stack = {
      "app-platform:baseUrl": "https://api.acme.io",
      "app-platform:token": "t",
      [`app-platform:${setting}`]: other,
    };
    expect(String(read({ [variable]: text }, stack)[setting])).toBe(text);
    expect(String(read({}, stack)[setting])).toBe(other);
    expect(String(read({ [variable]: "" }, stack)[setting])).toBe(other);
  });

  it("are each in the table above, or a token's file", () => {
    const named: string[] = values.map(([setting]) => setting);
    expect(Object.keys(settings).filter((name) => !named.includes(name) && name !== "tokenFile")).toEqual([]);
  });

  it.each<[title: string, environment: Stack, stack: Stack, from: string]>([
    [
      "a token of the environment",
      { APP_PLATFORM_TOKEN: "t" },
      { "app-platform:tokenFile": "f" },
      "APP_PLATFORM_TOKEN",
    ],
    [
      "a file of the environment",
      { APP_PLATFORM_TOKEN_FILE: "f" },
      { "app-platform:token": "t" },
      "APP_PLATFORM_TOKEN_FILE",
    ],
    ["a token of the stack", {}, { "app-platform:token": "t" }, "app-platform:token"],
    ["a file of the stack", {}, { "app-platform:tokenFile": "f" }, "app-platform:tokenFile"],
    ["a token beside a file", { APP_PLATFORM_TOKEN: "t", APP_PLATFORM_TOKEN_FILE: "f" }, {}, "APP_PLATFORM_TOKEN"],
  ])("name where %s came from", (_, environment, stack, from) => {
    const found = read({ ...address, ...environment }, stack);
    expect(found.tokenSource).toBe(from);
    expect(from.endsWith("ile") || from.endsWith("FILE") ? found.tokenFile : found.token).toMatch(/^[tf]$/);
    expect(Object.keys(found).filter((name) => name === "token" || name === "tokenFile")).toHaveLength(1);
  });

  it("are not refused for a token that a file of the environment takes the place of", () => {
    const stack = { ...address, "app-platform:token": "no token" };
    expect(() => read(address, stack)).toThrow("app-platform:token holds blanks");
    expect(read({ ...address, APP_PLATFORM_TOKEN_FILE: "f" }, stack).tokenFile).toBe("f");
  });

  it("have a token without the blanks around it", () => {
    expect(read({ ...address, APP_PLATFORM_TOKEN: " abc\n" }).token).toBe("abc");
  });

  it.each([
    "https://api.acme.io",
    "http://localhost:4310",
    "http://127.0.0.1",
    "http://127.8.8.8:1",
    "http://[::1]:4310",
    "https://acme.io/api/v1/",
  ])("may have the address %s", (text) => {
    expect(read({ ...token, APP_PLATFORM_BASE_URL: text }).baseUrl.href).toBe(new URL(text).href);
  });
});

describe("a setting that cannot be used", () => {
  it.each<[title: string, environment: Stack, stack: Stack, says: RegExp]>([
    [
      "no address",
      token,
      {},
      /address is not set[\s\S]*APP_PLATFORM_BASE_URL[\s\S]*pulumi config set app-platform:baseUrl/,
    ],
    ["no token", address, {}, /token is not set[\s\S]*APP_PLATFORM_TOKEN[\s\S]*config set --secret app-platform:token/],
    [
      "an address that is none",
      { ...token, APP_PLATFORM_BASE_URL: "acme" },
      {},
      /APP_PLATFORM_BASE_URL is "acme", which is no URL/,
    ],
    [
      "http to the world",
      { ...token, APP_PLATFORM_BASE_URL: "http://api.acme.io/x" },
      {},
      /"http:\/\/api.acme.io".*must be https/,
    ],
    [
      "http to a name that begins like loopback",
      { ...token, APP_PLATFORM_BASE_URL: "http://127.0.0.1.acme.io" },
      {},
      /must be https/,
    ],
    [
      "http to localhost of another",
      { ...token, APP_PLATFORM_BASE_URL: "http://localhost.acme.io" },
      {},
      /must be https/,
    ],
    ["another protocol", { ...token, APP_PLATFORM_BASE_URL: "ftp://localhost" }, {}, /must be https/],
    ["a password in the address", { ...token, APP_PLATFORM_BASE_URL: "https://a:hunter2@acme.io" }, {}, /user name/],
    ["a query in the address", { ...token, APP_PLATFORM_BASE_URL: "https://acme.io/?token=hunter2" }, {}, /query/],
    [
      "another set",
      { ...minimal, APP_PLATFORM_ENDPOINTS: "all" },
      {},
      /ENDPOINTS is "all"; it must be documented or extended/,
    ],
    [
      "another word of the stack",
      minimal,
      { "app-platform:onDelete": "no" },
      /app-platform:onDelete is "no"; it must be warn or fail/,
    ],
    [
      "no request at once",
      { ...minimal, APP_PLATFORM_MAX_CONCURRENT_REQUESTS: "0" },
      {},
      /is "0"; it must be an integer of at least 1/,
    ],
    [
      "a text as number",
      { ...minimal, APP_PLATFORM_REQUEST_TIMEOUT_SECONDS: "soon" },
      {},
      /is "soon"; it must be an integer/,
    ],
    ["a blank token", { ...address, APP_PLATFORM_TOKEN: "  " }, {}, /APP_PLATFORM_TOKEN/],
    ["a token with a line break", { ...address, APP_PLATFORM_TOKEN: "hunter2\nhunter2" }, {}, /APP_PLATFORM_TOKEN/],
    ["a token that is no header", { ...address, APP_PLATFORM_TOKEN: "hunter2☃" }, {}, /APP_PLATFORM_TOKEN/],
  ])("is told: %s", (_, environment, stack, says) => {
    const error = failure(environment, stack);
    expect(error.code).toBe("AP1001");
    expect(error.message).toMatch(says);
    expect(error.message).toContain("What to do");
    expect(error.message).not.toContain("hunter2");
  });
});

describe("a named connection", () => {
  const staging = { APP_PLATFORM_STAGING_BASE_URL: "https://staging.acme.io", APP_PLATFORM_STAGING_TOKEN: "s" };
  const connections = (value: unknown) => ({ "app-platform:connections": JSON.stringify(value) });

  it("has an address and token of its own in the environment", () => {
    const found = read({ ...minimal, ...staging }, {}, "staging");
    expect(found).toMatchObject({ token: "s", tokenSource: "APP_PLATFORM_STAGING_TOKEN" });
    expect(found.baseUrl.host).toBe("staging.acme.io");
  });

  it("is spelled in capitals in the environment", () => {
    const environment = { APP_PLATFORM_EU_WEST_BASE_URL: "https://eu.acme.io", APP_PLATFORM_EU_WEST_TOKEN: "e" };
    expect(read(environment, {}, "euWest").token).toBe("e");
    expect(read(environment, {}, "eu-west").token).toBe("e");
  });

  it("is found in the stack's configuration, after the environment", () => {
    const stack = connections({ staging: { baseUrl: "https://stack.acme.io", token: "s", maxConcurrentRequests: 3 } });
    const found = read({ APP_PLATFORM_STAGING_TOKEN: "env" }, stack, "staging");
    expect(found).toMatchObject({ token: "env", maxConcurrentRequests: 3 });
    expect(found.baseUrl.host).toBe("stack.acme.io");
  });

  it("takes nothing from the stack's own platform", () => {
    const error = failure(
      minimal,
      { "app-platform:baseUrl": "https://own.acme.io", "app-platform:token": "own" },
      "staging",
    );
    expect(error.message).toContain("APP_PLATFORM_STAGING_BASE_URL");
    expect(error.message).toContain("app-platform:connections");
  });

  it("says which value of a connection is wrong", () => {
    const stack = connections({ staging: { baseUrl: "https://a.io", token: "t", endpoints: "all" } });
    expect(failure({}, stack, "staging").message).toMatch(/connections, staging\.endpoints is "all"/);
  });

  it.each(["{", "7", "[]", '"x"', "null", '{"staging": "https://a.io"}', '{"staging": []}'])(
    "that is written as %s is refused, in words",
    (text) => {
      const error = failure({}, { "app-platform:connections": text }, "staging");
      expect(error.code).toBe("AP1001");
    },
  );
});
