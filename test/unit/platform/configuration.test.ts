import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfiguration, settingWordsOf, specifiedSettings } from "../../../provider/platform/configuration.js";
import { type SettingName, settingNames, settings } from "../../../provider/platform/settings.js";
import { jwtNamed } from "../../support/jwt.js";
import { AppPlatformError } from "../../support/provider.js";

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
  throw new Error("no error was thrown");
};

const inStack = (token: string) => ({
  "app-platform:baseUrl": "https://api.acme.io",
  "app-platform:token": jwtNamed(token),
});
const address = { APP_PLATFORM_BASE_URL: "https://api.acme.io" };
const token = { APP_PLATFORM_TOKEN: jwtNamed("secret-token") };
/** As long as an API token, and without what only addresses have. */
const tokenLike = "pat_".padEnd(40, "x");
const minimal = { ...address, ...token };

describe("settings", () => {
  it("have defaults, except base URL and token: maxConcurrentRequests 64, operationTimeoutSeconds 120, requestTimeoutSeconds 30", () => {
    const found = read(minimal);
    expect(found).toMatchObject({
      ...{ endpoints: "documented", onDelete: "warn", onExisting: "fail", onUnsafeCreate: "fail" },
      ...{ maxConcurrentRequests: 64, operationTimeoutSeconds: 120, requestTimeoutSeconds: 30, tokenScheme: "bearer" },
    });
    for (const name of ["logFile", "movedFrom", "proxy"]) expect(found).not.toHaveProperty(name);
  });

  const values: readonly [setting: SettingName, variable: string, text: string, other: string][] = [
    ["baseUrl", "APP_PLATFORM_BASE_URL", "https://one.acme.io/", "https://two.acme.io/"],
    ["token", "APP_PLATFORM_TOKEN", jwtNamed("one"), jwtNamed("two")],
    ["tokenScheme", "APP_PLATFORM_TOKEN_SCHEME", "token", "bearer"],
    ["endpoints", "APP_PLATFORM_ENDPOINTS", "extended", "documented"],
    ["onDelete", "APP_PLATFORM_ON_DELETE", "fail", "warn"],
    ["onExisting", "APP_PLATFORM_ON_EXISTING", "adopt", "fail"],
    ["movedFrom", "APP_PLATFORM_MOVED_FROM", "old.acme.io/api", "127.0.0.1:4310"],
    ["onUnsafeCreate", "APP_PLATFORM_ON_UNSAFE_CREATE", "warn", "fail"],
    ["maxConcurrentRequests", "APP_PLATFORM_MAX_CONCURRENT_REQUESTS", "8", "9"],
    ["operationTimeoutSeconds", "APP_PLATFORM_OPERATION_TIMEOUT_SECONDS", "70", "60"],
    ["requestTimeoutSeconds", "APP_PLATFORM_REQUEST_TIMEOUT_SECONDS", "7", "6"],
    ["logFile", "APP_PLATFORM_LOG_FILE", "/var/log/one.jsonl", "/var/log/two.jsonl"],
  ];

  it.each(values)(
    "take %s from the environment variable, which takes precedence over the stack configuration",
    (...row) => {
      const [setting, variable, text, other] = row;
      const stack = { ...inStack("t"), [`app-platform:${setting}`]: other };
      expect(String(read({ [variable]: text }, stack)[setting])).toBe(text);
      expect(String(read({}, stack)[setting])).toBe(other);
      expect(String(read({ [variable]: "" }, stack)[setting])).toBe(other);
    },
  );

  it("send the token of the environment to the base URL of the stack configuration if only that sets one", () => {
    const { token, baseUrl } = read({ APP_PLATFORM_TOKEN: jwtNamed("own") }, inStack("theirs"));
    expect([token, baseUrl.href]).toEqual([jwtNamed("own"), "https://api.acme.io/"]);
  });

  it("are all tested by this file's table, except tokenFile", () => {
    const named: string[] = values.map(([setting]) => setting);
    expect(settingNames.filter((name) => !named.includes(name) && name !== "tokenFile")).toEqual([]);
  });

  const [own, file] = [{ APP_PLATFORM_TOKEN: jwtNamed("t") }, { APP_PLATFORM_TOKEN_FILE: "/f" }];
  const specified = { token: { "app-platform:token": jwtNamed("t") }, file: { "app-platform:tokenFile": "/f" } };

  it.each<[title: string, environment: Stack, stack: Stack, from: string]>([
    ["a token in the environment", own, specified.file, "APP_PLATFORM_TOKEN"],
    ["a token file in the environment", file, specified.token, "APP_PLATFORM_TOKEN_FILE"],
    ["a token in the stack", {}, specified.token, "app-platform:token"],
    ["a token file in the stack", {}, specified.file, "app-platform:tokenFile"],
    ["a token and a token file in the environment", { ...own, ...file }, {}, "APP_PLATFORM_TOKEN"],
  ])("report the source of the token: %s", (_, environment, stack, from) => {
    const found = read({ ...address, ...environment }, stack);
    expect(found.tokenSource).toBe(from);
    expect(from.endsWith("ile") || from.endsWith("FILE") ? found.tokenFile : found.token).toMatch(/^\/f$|\.t$/);
    expect(Object.keys(found).filter((name) => name === "token" || name === "tokenFile")).toHaveLength(1);
  });

  const relative = { tokenFile: "secrets/token", logFile: "secrets/log" };
  const ofConnection = JSON.stringify({ eu: { baseUrl: "https://eu.acme.io", ...relative } });
  const ofStack = { "app-platform:tokenFile": "./secrets/token", "app-platform:logFile": "./secrets/log" };
  it.each<[title: string, environment: Stack, stack: Stack, connection?: string]>([
    ["the environment", { APP_PLATFORM_TOKEN_FILE: "secrets/token", APP_PLATFORM_LOG_FILE: "secrets/log" }, {}],
    ["the stack", {}, ofStack],
    ["a connection", {}, { "app-platform:connections": ofConnection }, "eu"],
  ])(
    "resolve a relative tokenFile and logFile from %s in the folder of Pulumi.yaml",
    (_, specified, stack, connection) => {
      const folder = mkdtempSync(join(tmpdir(), "token-file-"));
      mkdirSync(join(folder, "src", "deep"), { recursive: true });
      const found = (from: string) => {
        const environment = { ...address, ...specified };
        const { tokenFile, logFile } = readConfiguration((key) => stack[key], connection, environment, from);
        return [tokenFile, logFile];
      };
      const inFolder = (...path: string[]) => ["token", "log"].map((name) => join(folder, ...path, "secrets", name));
      expect(found(join(folder, "src"))).toEqual(inFolder("src"));
      writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\n");
      for (const from of [folder, join(folder, "src"), join(folder, "src", "deep")])
        expect(found(from)).toEqual(inFolder());
      rmSync(folder, { recursive: true });
    },
  );

  it("ignore an invalid token of the stack if the environment has a token file", () => {
    const stack = { ...address, "app-platform:token": "no token" };
    expect(() => read(address, stack)).toThrow("app-platform:token must contain only visible ASCII characters");
    expect(read({ ...address, APP_PLATFORM_TOKEN_FILE: "/f" }, stack).tokenFile).toBe("/f");
  });

  it("ignore whitespace and a line break around the token", () => {
    expect(read({ ...address, APP_PLATFORM_TOKEN: ` ${jwtNamed("abc")}\n` }).token).toBe(jwtNamed("abc"));
  });

  it.each(["http://127.0.0.1:4310/api/", "127.0.0.1:4310/api"])("take the location from movedFrom: %s", (text) => {
    expect(read({ ...minimal, APP_PLATFORM_MOVED_FROM: text }).movedFrom).toBe("127.0.0.1:4310/api");
  });

  const loopback = ["http://localhost:4310", "http://127.0.0.1", "http://127.16.8.254:1", "http://[::1]:4310"];
  it.each([...loopback, "https://acme.io/api/v1/"])(
    "accept a baseUrl with https, or with http for a loopback host: %s",
    (text) => {
      expect(read({ ...token, APP_PLATFORM_BASE_URL: text }).baseUrl.href).toBe(new URL(text).href);
    },
  );
});

describe("invalid settings", () => {
  const at = (url: string) => ({ ...token, APP_PLATFORM_BASE_URL: url });
  const by = (text: string) => ({ ...address, APP_PLATFORM_TOKEN: text });
  const having = (variable: string, text: string) => ({ ...minimal, [`APP_PLATFORM_${variable}`]: text });
  const byVariables = /set APP_PLATFORM_BASE_URL, and APP_PLATFORM_TOKEN or APP_PLATFORM_TOKEN_FILE in the environment/;
  const noUrl = /base URL isn't set[\s\S]*APP_PLATFORM_BASE_URL[\s\S]*pulumi config set app-platform:baseUrl/;
  const noToken = /token isn't set[\s\S]*APP_PLATFORM_TOKEN[\s\S]*config set --secret app-platform:token/;
  const wrongAndMissing =
    /token isn't set\.[\s\S]*URL must be a URL[\s\S]*set \w+TOKEN or .*, and set \w+URL to https:/;
  const correctToken = /What to do: correct APP_PLATFORM_TOKEN\./;
  const onDelete = { "app-platform:onDelete": "no" };
  const noInteger = (text: string) => new RegExp(`must be an integer from 1 to 999999; got "${text}"\\.`);

  it.each<[title: string, environment: Stack, says: RegExp, stack?: Stack]>([
    ["no base URL", token, noUrl],
    ["no token", address, noToken],
    ["neither a base URL nor a token", {}, /2 settings are missing\.\n.*base URL isn't set\.\n.*token isn't set\./],
    ["neither a base URL nor a token, with the variables for both", {}, byVariables],
    ["a wrong value and no token", { APP_PLATFORM_BASE_URL: "acme.io" }, wrongAndMissing],
    ["a base URL that isn't a URL", at("acme"), /APP_PLATFORM_BASE_URL must be a URL; got a string of 4 characters\./],
    ["a token as base URL", at(tokenLike), /APP_PLATFORM_BASE_URL must be a URL; got a string of 40 characters\./],
    ["a token with dots as base URL", at(jwtNamed("mine")), /must be a URL; got a string of \d+ characters\./],
    ["a base URL after another word", at("hunter2 acme.io"), /must be a URL; got a string of 15 characters\./],
    ["a base URL before another word", at("acme.io hunter2"), /must be a URL; got a string of 15 characters\./],
    ["a query after a host alone", at("acme.io?token=hunter2"), /must be a URL; got a string of 21 characters\./],
    ["a password before a host alone", at(":hunter2@acme.io"), /must be a URL; got a string of 16 characters\./],
    ["an unknown endpoint set of 24 characters", having("ENDPOINTS", "x".repeat(24)), /"extended"; got "x{24}"\./],
    ["a token as the endpoint set", having("ENDPOINTS", tokenLike), /"extended"; got a string of 40 characters\./],
    ["http to a public host", at("http://api.acme.io/x"), /an https URL, since .*; got "http:\/\/api.acme.io"\./],
    ["http to a host name that starts like a loopback", at("http://127.0.0.1.acme.io"), /must be an https URL/],
    ["http to a host name that ends like a loopback", at("http://mylocalhost"), /must be an https URL/],
    ["http to a subdomain called localhost", at("http://localhost.acme.io"), /must be an https URL/],
    ["another protocol", at("ftp://localhost"), /must be an https URL \(.*What to do: set \w+_BASE_URL to http:/s],
    ["http to a public host with a path", at("http://api.acme.io/x//"), /do: set \w+ to https:\/\/api.acme.io\/x\./],
    ["a host without a scheme, after a space", at(" api.acme.io"), /" api.acme.io"\.\n.*to https:\/\/api.acme.io\./],
    ["a former base URL with a space", having("MOVED_FROM", "old acme"), /_MOVED_FROM must be a base URL, such as/],
    ["a token after its scheme", by("Bearer hunter2"), /What to do: leave out the first word of APP_PLATFORM_TOKEN/],
    ["a token after a word that ends like its scheme", by("my-token hunter2"), correctToken],
    ["a token of which quotes enclose only the end", by('a"hunter2"'), correctToken],
    ["a token of which quotes enclose only the beginning", by('"hunter2"a'), correctToken],
    ["a token in quotes", by('"hunter2"'), /What to do: leave out the quotes around APP_PLATFORM_TOKEN/],
    ["a password in the base URL", at("https://a:hunter2@acme.io"), /user name/],
    ["a password alone in the base URL", at("https://:hunter2@acme.io"), /password/],
    ["a query in the base URL", at("https://acme.io/?token=hunter2"), /query/],
    ["an unknown endpoint set", having("ENDPOINTS", "all"), /must be "documented" or "extended"; got "all"\./],
    ["an unknown value in the stack", minimal, /onDelete must be .* or "everything"; got "no"\./, onDelete],
    ["0 as maxConcurrentRequests", having("MAX_CONCURRENT_REQUESTS", "0"), noInteger("0")],
    ["a word instead of a number", having("REQUEST_TIMEOUT_SECONDS", "soon"), noInteger("soon")],
    ["a blank token", by("  "), /APP_PLATFORM_TOKEN must not be empty\./],
    ["a token with a line break", by("hunter2\nhunter2"), /APP_PLATFORM_TOKEN/],
    ["a token that isn't a JWT", by("hunter2"), /APP_PLATFORM_TOKEN must be a JWT.*set tokenScheme to "token"/],
    ["an API token with a space", { ...by("hunter2 2"), APP_PLATFORM_TOKEN_SCHEME: "token" }, /visible ASCII/],
    ["a scheme before another word", having("TOKEN_SCHEME", "bearer it"), /do: correct APP_PLATFORM_TOKEN_SCHEME\./],
    ["an unknown scheme", having("TOKEN_SCHEME", "basic"), /must be "bearer" or "token"; got "basic"/],
    ["half a JWT", by("eyJhbGciOiJSUzI1NiJ9.e30"), /must be a JWT: check that you copied all of it/],
    ["a JWT after another character", by(`!${jwtNamed("hunter2")}`), /must be a JWT/],
    ["a JWT before another character", by(`${jwtNamed("hunter2")}=`), /must be a JWT/],
    ["a JWT whose header is null", by("bnVsbA.e30.hunter2"), /must be a JWT/],
    ["a token without a header", by("hunter2.e30.x"), /must be a JWT/],
    ["a token with characters outside ASCII", by("hunter2☃"), /APP_PLATFORM_TOKEN/],
  ])("fail with AP1001: %s", (_, environment, says, stack = {}) => {
    const error = failure(environment, stack);
    expect(error.code).toBe("AP1001");
    expect(error.message).toMatch(says);
    expect(error.message).toContain("What to do");
    expect(error.message).not.toContain("hunter2");
  });
});

it("invalid settings never show the token, whatever is wrong with it", () => {
  expect(settingNames.filter((name) => settings.shape[name].meta()?.secret)).toEqual(["token"]);
  const token = "hunter2 hunter2";
  const staging = { baseUrl: "https://api.acme.io", endpoints: "all", token };
  const messages = [
    failure({ ...address, APP_PLATFORM_TOKEN: token }),
    failure(address, { "app-platform:token": token }),
    failure({}, { "app-platform:connections": JSON.stringify({ staging }) }, "staging"),
    failure({}, { "app-platform:connections": `{"staging": {"token": "${token}` }, "staging"),
  ].map(({ message }) => message);
  expect(messages.join()).not.toContain("hunter2");
  const sources = ["APP_PLATFORM_TOKEN", "app-platform:token", "staging.token", "app-platform:connections"];
  for (const [index, source] of sources.entries()) expect(messages[index]).toContain(source);
});

it("invalid settings are all reported at once, each with its source (AP1001)", () => {
  const environment = { APP_PLATFORM_BASE_URL: "acme", APP_PLATFORM_TOKEN: "hunter2 hunter2" };
  const { message } = failure(environment, { "app-platform:onExisting": "merge" });
  expect(message.split("\n")).toEqual([
    "AP1001: 3 settings are invalid.",
    "  - APP_PLATFORM_BASE_URL must be a URL; got a string of 4 characters.",
    "  - APP_PLATFORM_TOKEN must contain only visible ASCII characters, without whitespace or line breaks.",
    '  - app-platform:onExisting must be "fail" or "adopt"; got "merge".',
    "  What to do: correct APP_PLATFORM_BASE_URL, APP_PLATFORM_TOKEN, app-platform:onExisting.",
    "  More: npx app-platform explain AP1001",
  ]);
});

describe("advice on a setting", () => {
  const endpoints = "app-platform:endpoints";
  const config = `pulumi config set ${endpoints} extended`;
  const connections = { "app-platform:connections": '{"eu": {"endpoints": "documented"}}' };
  const inConnection = 'set endpoints of "eu" to "extended" in app-platform:connections';
  const variable = (name: string) => `set ${name}=extended in the environment, which sets it to documented now`;
  const [stack, own] = ["APP_PLATFORM_ENDPOINTS", "APP_PLATFORM_EU_ENDPOINTS"];
  it.each<[place: string, variables: Stack, stack: Stack, connection: string | undefined, named: string, set: string]>([
    ["none", {}, {}, undefined, `${endpoints} (or ${stack})`, config],
    ["the stack configuration", {}, { [endpoints]: "documented" }, undefined, endpoints, config],
    ["the environment", { [stack]: "documented" }, { [endpoints]: "extended" }, undefined, stack, variable(stack)],
    ["a connection", {}, connections, "eu", "app-platform:connections: eu.endpoints", inConnection],
    ["the environment for a connection", { [own]: "documented" }, connections, "eu", own, variable(own)],
  ])("names the source of the setting's value: %s", (_, variables, stack, connection, named, set) => {
    const words = settingWordsOf((key) => stack[key], connection, variables);
    expect([words("endpoints"), words("endpoints", "extended")]).toEqual([named, set]);
  });

  it("names the explicit provider that has the setting as an argument", () => {
    const words = settingWordsOf(() => undefined, undefined, {}, "eu");
    expect(words("baseUrl")).toBe('`baseUrl` of the provider "eu"');
    expect(words("endpoints", "extended")).toBe('set `endpoints: "extended"` on the provider "eu"');
  });

  it("names the environment variable with the value, or the connection, even if there is an explicit provider", () => {
    const words = (connection?: string) => settingWordsOf(() => undefined, connection, { [stack]: "documented" }, "eu");
    expect(words()("endpoints")).toBe(stack);
    expect(words("eu")("endpoints")).toBe(`app-platform:connections: eu.endpoints (or ${own})`);
  });

  const ofStack = "pulumi config set app-platform:onDelete warn";
  const ofProvider = 'set `onDelete: "warn"` on the provider "eu"';
  it.each<[title: string, stack: string | undefined, provider: string | undefined, way: string]>([
    ["the stack configuration without a value", undefined, undefined, ofStack],
    ["the stack configuration with a value", "fail", undefined, ofStack],
    ["an explicit provider without the argument", undefined, "eu", ofProvider],
  ])("adds the environment variable if a destroy would ignore a change: %s", (_, value, provider, way) => {
    const advice = settingWordsOf(() => value, undefined, {}, provider)("onDelete", "warn", true);
    expect(advice.startsWith(`${way}; for \`pulumi destroy\``)).toBe(true);
    expect(advice).toMatch(/, set APP_PLATFORM_ON_DELETE=warn in the environment$/);
  });

  it("names only the provider's argument for a destroy if that has a value, which the environment can't replace", () => {
    expect(settingWordsOf(() => "fail", undefined, {}, "eu")("onDelete", "warn", true)).toBe(ofProvider);
  });
});

describe("named connections", () => {
  const connections = (value: unknown) => ({ "app-platform:connections": JSON.stringify(value) });

  it("are read from the environment before the stack's configuration", () => {
    const its = { baseUrl: "https://stack.acme.io", token: jwtNamed("s"), maxConcurrentRequests: 3 };
    const stack = connections({ staging: its });
    const variables = { ...minimal, APP_PLATFORM_STAGING_TOKEN: jwtNamed("env") };
    const found = read(variables, stack, "staging");
    expect(found).toMatchObject({ token: jwtNamed("env"), tokenSource: "APP_PLATFORM_STAGING_TOKEN" });
    expect([found.baseUrl.host, found.maxConcurrentRequests]).toEqual(["stack.acme.io", 3]);
    const moved = { ...variables, APP_PLATFORM_STAGING_BASE_URL: "https://staging.acme.io" };
    expect(read(moved, stack, "staging").baseUrl.host).toBe("staging.acme.io");
  });

  it("inherit nothing from the default connection: no base URL and no token (AP1001)", () => {
    const error = failure(minimal, inStack("own"), "staging");
    for (const name of ["BASE_URL", "TOKEN"]) expect(error.message).toContain(`APP_PLATFORM_STAGING_${name}`);
    expect(error.message).toContain('set baseUrl and token of "staging" in app-platform:connections');
  });

  it.each(["{", "7", "[]", '"x"', "null", '{"staging": "https://a.io"}', '{"staging": []}'])(
    "fail with AP1001 if they are written as %s",
    (text) => {
      const error = failure({}, { "app-platform:connections": text }, "staging");
      expect(error.code).toBe("AP1001");
      expect(error.message).toContain("must be a JSON object.");
    },
  );

  const its = { baseUrl: "https://a.io", token: jwtNamed("t") };
  it.each<[title: string, staging: unknown, problem: string]>([
    ["is misspelled", { baseurl: "https://a.io" }, "staging.baseurl isn't a setting; did you mean baseUrl?"],
    ["does not exist", { color: "red" }, `staging.color isn't a setting; the settings are ${settingNames.join(", ")}.`],
    ["is an object", { token: { hunter2: "hunter2" } }, "staging.token must be a string or a number."],
    ["is null", { token: null }, "staging.token must be a string or a number."],
    ["has an unknown value", { ...its, onExisting: "x" }, 'staging.onExisting must be "fail" or "adopt"; got "x".'],
  ])("fail with AP1001 without secrets if a setting %s", (_, staging, problem) => {
    const { message } = failure({}, connections({ staging }), "staging");
    expect(message.split("\n")[0]).toBe(`AP1001: app-platform:connections: ${problem}`);
    expect(message).not.toContain("hunter2");
  });

  it("report all invalid settings at once", () => {
    const stack = connections({ staging: { baseUrl: "acme", token: "hunter2 ", endpoint: "extended", onDelete: [] } });
    expect(failure({}, stack, "staging").message.split("\n").slice(0, 3)).toEqual([
      "AP1001: 2 settings are invalid.",
      expect.stringContaining("staging.onDelete must be a string or a number."),
      expect.stringContaining("staging.endpoint isn't a setting; did you mean endpoints?"),
    ]);
  });

  it("are not affected by another invalid connection", () => {
    const stack = connections({ staging: its, other: 7, constructor: 7 });
    expect(read({}, stack, "staging").token).toBe(jwtNamed("t"));
    expect(failure({}, connections({}), "constructor").message).toContain("base URL isn't set");
  });
});

describe("sources of settings", () => {
  const stack: Stack = {
    ...inStack("stack"),
    "app-platform:connections": JSON.stringify({ staging: { endpoints: "extended" } }),
  };
  const settingsFrom = (environment: Stack, connection?: string) =>
    specifiedSettings((key) => stack[key], connection, environment);

  it("are only those of the connection itself for a named connection", () => {
    const { baseUrl, endpoints } = settingsFrom({ APP_PLATFORM_BASE_URL: "https://other.acme.io" }, "staging");
    expect(baseUrl.text).toBeUndefined();
    expect(endpoints).toMatchObject({ text: "extended", source: "app-platform:connections: staging.endpoints" });
  });

  it("exist only for the used one of `token` and `tokenFile`", () => {
    const { token, tokenFile } = settingsFrom({ APP_PLATFORM_TOKEN_FILE: "/run/token" });
    expect(token.text).toBeUndefined();
    expect(tokenFile).toEqual({ text: "/run/token", source: "APP_PLATFORM_TOKEN_FILE", isOutside: true });
    expect(settingsFrom({}).tokenFile.text).toBeUndefined();
  });
});
