/** The platforms of the error scenarios, and the connections by which a program reaches them. */
import { join } from "node:path";
import { type Platform, type PlatformOptions, startPlatform } from "../../platform/support/platform.js";
import { jwtNamed } from "../../support/jwt.js";
import { openCliStack } from "../support/stack.js";

const platformOptions = {
  /** The default one of the programs. */
  documented: {},
  extended: { endpoints: "extended" },
  /** Here nothing ends by itself. */
  waiting: { endpoints: "extended", speed: "manual" },
  /** The same, with a clock that is advanced. */
  advancing: { endpoints: "extended", speed: "manual" },
  failing: {},
  breaking: {},
} satisfies Readonly<Record<string, PlatformOptions>>;

type PlatformName = keyof typeof platformOptions;
type Platforms = Readonly<Record<PlatformName, Platform>>;
export type World = Awaited<ReturnType<typeof openWorld>>;

/** A JWT that has expired; who signed it does not matter, since it is never sent. */
const expired = ["e30", Buffer.from(JSON.stringify({ exp: 1_700_000_000 })).toString("base64url"), "x"].join(".");

/** A platform of another port, at which nothing listens. */
const closedPort = "http://127.0.0.1:9";

/** Only what is meant to end ends, however busy the machine is, and also by a clock that runs 500 times as fast. */
const unlimited = { requestTimeoutSeconds: "7200", operationTimeoutSeconds: "7200" };

type Connections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The settings of each connection. */
function connections(platforms: Platforms): Connections {
  const { documented, extended, waiting, advancing, failing, breaking } = platforms;
  const of = ({ url, tokens }: Platform) => ({ baseUrl: url, token: tokens.admin });
  return {
    staging: { ...of(documented), token: expired },
    shared: { ...of(documented), token: jwtNamed("forged") },
    viewer: { ...of(documented), token: documented.tokens.viewer },
    closed: { ...of(documented), baseUrl: closedPort, operationTimeoutSeconds: "10" },
    extended: { ...of(extended), ...unlimited, endpoints: "extended" },
    waiting: { ...of(waiting), ...unlimited, endpoints: "extended" },
    advancing: { ...of(advancing), ...unlimited, endpoints: "extended" },
    // Less than the platform asks to wait after too many requests, which therefore ends the operation.
    failing: { ...of(failing), operationTimeoutSeconds: "10" },
    // Both limits are the same: which of the two ends a request first makes no difference. A busy machine connects in less, and others
    // take as long.
    slow: { ...of(failing), requestTimeoutSeconds: "10", operationTimeoutSeconds: "10" },
    breaking: { ...of(breaking), ...unlimited },
  };
}

function variables(all: Connections): Record<string, string> {
  const nameOf = (...words: string[]) =>
    words
      .join("_")
      .replace(/([a-z])([A-Z])/g, "$1_$2")
      .toUpperCase();
  const entries = Object.entries(all).flatMap(([connection, settings]) =>
    Object.entries(settings).map(([setting, value]) => [nameOf("APP_PLATFORM", connection, setting), value]),
  );
  return Object.fromEntries(entries);
}

export async function openWorld() {
  const names = Object.keys(platformOptions) as PlatformName[];
  const started = await Promise.all(names.map(async (name) => [name, await startPlatform(platformOptions[name])]));
  const platforms = Object.fromEntries(started) as Platforms;
  const { url, tokens } = platforms.documented;
  const stack = await openCliStack(platforms.documented, {
    env: {
      ...variables(connections(platforms)),
      APP_PLATFORM_REQUEST_TIMEOUT_SECONDS: unlimited.requestTimeoutSeconds,
      APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: unlimited.operationTimeoutSeconds,
    },
    // Lookups run in the process of the program, which is this one.
    config: { "app-platform:baseUrl": url },
    secretConfig: { "app-platform:token": tokens.admin },
  });
  return {
    platforms,
    stack,
    /** File in which the plugin writes its process ID, if a run asks for it. */
    pidFile: join(stack.folder, "plugin.pid"),
    /** Variables with which the plugin loads `plugin.cjs`. */
    preload: {
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --require ${JSON.stringify(join(__dirname, "plugin.cjs"))}`,
    },
    async close() {
      await stack.close();
      await Promise.all(Object.values(platforms).map((platform) => platform.stop()));
    },
  };
}
