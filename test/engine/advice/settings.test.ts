/**
 * Advice of errors in settings: what is missing or invalid, and which platform they lead to.
 * Codes: AP1001, AP1002, AP1003.
 * Titles are built from the rows: "advice of <code> (<class>) if <when> › leads to a run that succeeds: <advice>".
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Container, getContainers } from "pulumi-app-platform";
import { afterAll, afterEach, vi } from "vitest";
import { openedPlatform } from "../../platform/support/opened.js";
import { steadyClock } from "../../support/fake-clock.js";
import { containerArgs } from "../support/declare.js";
import { isEngineHere } from "../support/stack.js";
import type { Program } from "../support/test-stack.js";
import { type Case, followAdvice, openAdvice } from "./support.js";

const { platform, stack, up, upAgain, db, send } = openAdvice();
const other = openedPlatform({ endpoints: "extended" });

const folder = mkdtempSync(join(tmpdir(), "tokens-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const tokenFile = join(folder, "token");
const fileEnv = { env: { APP_PLATFORM_TOKEN_FILE: tokenFile } };
const second = 1000;
const hour = 3600 * second;
const tokenFor = async (seconds: number): Promise<string> =>
  (await send("POST", "/_local/tokens", { role: "admin", ttl: seconds })).body.token;
let token = "";
const shortToken = async () => {
  token = await tokenFor(1);
  await new Promise((resolve) => setTimeout(resolve, 2 * second));
};

const connections = (value: unknown) => stack.configure({ "app-platform:connections": JSON.stringify(value) });
const prod = () => ({ baseUrl: platform.url, token: platform.tokens.admin, endpoints: "extended" });
/** Configures the stack, and runs again. */
const configureAndUp = async (values: Parameters<typeof stack.configure>[0]) => {
  await stack.configure(values);
  await upAgain();
};
const connectAndUp = async () => {
  await connections({ prod: prod() });
  await upAgain();
};
const inProd: Program = () => db({ connection: "prod" })();

const looking: Program = async () => {
  await getContainers({ environmentId: platform.ids.environment });
  new Container("web", containerArgs(platform));
};
const elsewhere = () => ({ APP_PLATFORM_BASE_URL: other.url, APP_PLATFORM_TOKEN: other.tokens.admin });

const fastClock: Case<"TokenExpiredError"> = {
  error: "TokenExpiredError",
  when: "this machine's clock is two hours fast",
  prepare: async () => {
    token = await tokenFor(3600);
    vi.spyOn(steadyClock, "now").mockReturnValue(Date.now() + 2 * hour);
  },
  program: db,
  options: () => ({ env: { APP_PLATFORM_TOKEN: token } }),
  ways: [
    ["get a new token and set APP_PLATFORM_TOKEN again", "the token is new"],
    [
      "if this machine's clock is wrong, set it",
      async () => {
        vi.restoreAllMocks();
        return up(undefined, { env: { APP_PLATFORM_TOKEN: token } });
      },
    ],
  ],
};

followAdvice("settings", stack, [
  {
    error: "ConfigurationError",
    when: "the base URL isn't set",
    prepare: () => stack.configure({ "app-platform:baseUrl": undefined }),
    program: db,
    ways: [
      [
        "set APP_PLATFORM_BASE_URL in the environment",
        () => up(undefined, { env: { APP_PLATFORM_BASE_URL: platform.url } }),
      ],
      [
        "pulumi config set app-platform:baseUrl https://…",
        () => configureAndUp({ "app-platform:baseUrl": platform.url }),
      ],
    ],
  },
  {
    error: "ConfigurationError",
    when: "a connection has neither a base URL nor a token",
    program: () => inProd,
    ways: [
      [
        "set APP_PLATFORM_PROD_BASE_URL, and APP_PLATFORM_PROD_TOKEN or APP_PLATFORM_PROD_TOKEN_FILE in the environment",
        async () => {
          const settings = { APP_PLATFORM_PROD_TOKEN: platform.tokens.admin, APP_PLATFORM_PROD_ENDPOINTS: "extended" };
          return up(undefined, { env: { APP_PLATFORM_PROD_BASE_URL: platform.url, ...settings } });
        },
      ],
      ['set baseUrl and token of "prod" in app-platform:connections', connectAndUp],
    ],
  },
  {
    error: "ConfigurationError",
    when: "a setting has a wrong value",
    program: db,
    options: () => ({ env: { APP_PLATFORM_ENDPOINTS: "all" } }),
    ways: [["correct APP_PLATFORM_ENDPOINTS.", () => up(undefined, { env: { APP_PLATFORM_ENDPOINTS: "extended" } })]],
  },
  {
    error: "ConfigurationError",
    when: "a connection has an unknown setting",
    prepare: () => connections({ prod: { ...prod(), url: platform.url } }),
    program: () => inProd,
    ways: [['correct app-platform:connections: {"staging": {', connectAndUp]],
  },
  {
    error: "ConfigurationError",
    when: "APP_PLATFORM_TOKEN_FILE contains no token",
    prepare: async () => {
      writeFileSync(tokenFile, "not a token");
      await stack.configure({ "app-platform:token": undefined });
    },
    program: db,
    options: () => fileEnv,
    ways: [
      [
        "write the token to that file",
        async () => {
          writeFileSync(tokenFile, platform.tokens.admin);
          return up(undefined, fileEnv);
        },
      ],
    ],
  },
  {
    error: "TokenExpiredError",
    when: "the token in APP_PLATFORM_TOKEN has expired",
    prepare: shortToken,
    program: db,
    options: () => ({ env: { APP_PLATFORM_TOKEN: token } }),
    ways: [
      [
        "get a new token and set APP_PLATFORM_TOKEN again",
        async () => up(undefined, { env: { APP_PLATFORM_TOKEN: await tokenFor(3600) } }),
      ],
      ["if this machine's clock is wrong, set it", "it's right"],
    ],
  },
  // No test changes the clock of another process.
  ...(isEngineHere ? [fastClock] : []),
  {
    error: "OtherPlatformError",
    when: "only the plugin's environment sets another platform",
    prepare: () => other.request("POST", "/_local/reset"),
    program: () => looking,
    options: () => ({ env: elsewhere() }),
    ways: [
      [
        "set the address and token in the stack configuration",
        () => configureAndUp({ "app-platform:baseUrl": other.url, "app-platform:token": other.tokens.admin }),
      ],
      [
        "set the same variables in the environment of the program's process",
        async () => {
          for (const [name, value] of Object.entries(elsewhere())) vi.stubEnv(name, value);
          return up(undefined, { env: elsewhere() });
        },
      ],
    ],
  },
]);
